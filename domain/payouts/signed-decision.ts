// What a passkey signs before a decision about a batch: one text, from which anybody can make the digest without a secret (ADR 65).

export type SignedDecision = {
  readonly batchId: number
  readonly step: 'audit' | 'review' | 'start'
  readonly accountId: number
  readonly at: Date
  /** The time that a start is set for; none where it is done at once. */
  readonly due?: Date
  /** Of a start: the account that is paid from, 0 for the direct channel. Signatures of before it was signed have none. */
  readonly payingAccountId?: number
  /** Provider, rate and tax terms, as the batch was uploaded under them. */
  readonly terms: string
  /** The root of the salted leaves of all rows to pay, in hex. */
  readonly rows: string
}

/** A change of this form is a new number in its first line; what was signed in an earlier one is still made so. */
export function decisionText(decision: SignedDecision): string {
  const { batchId, step, accountId, at, due, payingAccountId, terms, rows } = decision
  return [
    `paywages decision ${payingAccountId === undefined ? 1 : 2}`,
    `batch ${batchId}`,
    `step ${step}`,
    `account ${accountId}`,
    `at ${at.toISOString()}`,
    ...(due === undefined ? [] : [`due ${due.toISOString()}`]),
    ...(payingAccountId === undefined ? [] : [`paid from ${payingAccountId}`]),
    `terms ${terms}`,
    `rows ${rows}`,
  ].join('\n')
}

/** A signature stands for a decision that follows it at once. */
export const SIGNATURE_MS = 10 * 60_000
