// What a passkey signs before a decision about a batch: one text, from which anybody can make the digest without a secret (ADR 65).

export type SignedDecision = {
  readonly batchId: number
  readonly step: 'audit' | 'review' | 'start'
  readonly accountId: number
  readonly at: Date
  /** The time that a start is set for; none where it is done at once. */
  readonly due?: Date
  /** Provider, rate and tax terms, as the batch was uploaded under them. */
  readonly terms: string
  /** The root of the salted leaves of all rows to pay, in hex. */
  readonly rows: string
}

/** A change of this form is a new number in its first line. */
export function decisionText({ batchId, step, accountId, at, due, terms, rows }: SignedDecision): string {
  return [
    'paywages decision 1',
    `batch ${batchId}`,
    `step ${step}`,
    `account ${accountId}`,
    `at ${at.toISOString()}`,
    ...(due === undefined ? [] : [`due ${due.toISOString()}`]),
    `terms ${terms}`,
    `rows ${rows}`,
  ].join('\n')
}

/** A signature stands for a decision that follows it at once. */
export const SIGNATURE_MS = 10 * 60_000
