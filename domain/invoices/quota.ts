// What a provider may still have invoiced, and when it was invoiced too much (D30).

import type { Fen } from '../money/fen.ts'

export type Quota = {
  /** Of rows that succeeded and were not returned. */
  readonly grossFen: Fen
  readonly feeFen: Fen
  readonly invoicedFen: Fen
  /** Under review or being invoiced. */
  readonly appliedFen: Fen
}

/** Below zero after returns: more was invoiced than was paid out in the end. */
export function invoiceableFen({ grossFen, feeFen, invoicedFen, appliedFen }: Quota): Fen {
  return grossFen + feeFen - invoicedFen - appliedFen
}

/** What must be taken back by a red invoice (红冲): only what is invoiced already, not what is merely applied for. */
export function overInvoicedFen({ grossFen, feeFen, invoicedFen }: Quota): Fen {
  const over = invoicedFen - grossFen - feeFen
  return over > 0n ? over : 0n
}

export type AmountRefusal = 'invoice-amount-wrong' | 'invoice-over-quota'

export function validateAmount(amountFen: Fen, quota: Quota): AmountRefusal | undefined {
  if (amountFen <= 0n) return 'invoice-amount-wrong'
  return amountFen > invoiceableFen(quota) ? 'invoice-over-quota' : undefined
}
