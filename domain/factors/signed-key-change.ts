// What a passkey signs before another one is added beside it or one is removed: whoever holds database and secret changes no keys unnoticed (ADR 97).

export type KeyChange = { readonly change: 'add' } | { readonly change: 'remove'; readonly passkeyId: number }

/** A change of this form is a new number in its first line. */
export function keyChangeText(change: KeyChange, accountId: number, at: Date): string {
  const which = change.change === 'remove' ? [`passkey ${change.passkeyId}`] : []
  return [
    'paywages passkey 1',
    `account ${accountId}`,
    change.change,
    ...which,
    `at ${at.toISOString()}`,
  ].join('\n')
}

export const keyChangeSubject = (change: KeyChange): string =>
  change.change === 'remove' ? `passkey ${change.passkeyId} remove` : 'passkey add'
