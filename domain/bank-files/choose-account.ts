// On which account a batch is started: the provider's default, or one that the starter chose where the provider allows it (ADR 83).

/** The direct channel is what a batch goes by without a word. */
export const DIRECT = 0

export type AccountChoice = {
  /** DIRECT where the provider has no default account, or one of the direct channel. */
  readonly defaultId: number
  /** Enabled ones, DIRECT among them where the provider pays so. */
  readonly usableIds: readonly number[]
  readonly starterChooses: boolean
}

export type AccountRefusal = 'paying-account-changed' | 'paying-account-disabled'

/** What was shown or chosen; nothing takes the default. One that was kept since a time was set counts while it is enabled, whatever the default is now. */
export type WantedAccount = { readonly accountId: number | undefined; readonly kept: boolean }

export function chooseAccount(
  { defaultId, usableIds, starterChooses }: AccountChoice,
  { accountId, kept }: WantedAccount,
): { readonly accountId: number } | { readonly refusal: AccountRefusal } {
  if (accountId === undefined || accountId === defaultId) return { accountId: defaultId }
  // Whoever may not choose was shown another default.
  if (!kept && !starterChooses) return { refusal: 'paying-account-changed' }
  return usableIds.includes(accountId) ? { accountId } : { refusal: 'paying-account-disabled' }
}
