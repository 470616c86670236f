// Which payouts an invoice covers: the oldest that still lack one, first (D30).

import type { Fen } from '../money/fen.ts'

/** A succeeded row with what invoices already cover of it. */
export type CoveredRow = { readonly rowId: bigint; readonly valueFen: Fen; readonly coveredFen: Fen }

export type OpenInvoice = { readonly applicationId: number; readonly openFen: Fen }

export type Cover = { readonly applicationId: number; readonly rowId: bigint; readonly amountFen: Fen }

/** The invoices in the order they were issued, the rows in the order they were paid; what finds no row stays open. */
export function allocate(invoices: readonly OpenInvoice[], rows: readonly CoveredRow[]): Cover[] {
  const covers: Cover[] = []
  let next = 0
  let left = free(rows[next])
  for (const { applicationId, openFen } of invoices) {
    let open = openFen
    while (open > 0n && next < rows.length) {
      const row = rows[next]
      if (row === undefined || left <= 0n) {
        next += 1
        left = free(rows[next])
        continue
      }
      const amountFen = open < left ? open : left
      covers.push({ applicationId, rowId: row.rowId, amountFen })
      open -= amountFen
      left -= amountFen
    }
  }
  return covers
}

const free = (row: CoveredRow | undefined): Fen => (row ? row.valueFen - row.coveredFen : 0n)
