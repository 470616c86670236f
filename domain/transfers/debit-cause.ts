// Why a debit of the bank's record is not in our books yet (ADR 27).

export const DEBIT_CAUSES = [
  /** No batch of ours bears its mark: the sheet was uploaded after the moment that was restored. */
  'no-batch',
  /** Its batch is here and lacks an approval. */
  'not-approved',
  /** Its batch was changed after it was approved. */
  'content-changed',
  /** Its row would not be paid by what is on record now, or not by this amount. */
  'amount-differs',
  /** The balance does not bear its batch: a recharge was lost too. */
  'balance',
] as const
export type DebitCause = (typeof DEBIT_CAUSES)[number]
