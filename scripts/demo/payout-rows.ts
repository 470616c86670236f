// The rows of the demo's payout sheets: usual ones, those that fail or come back, and what an auditor should find.

import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { packRows, type RowPack } from '@paywages/server/adapters/spreadsheet/row-packing.ts'
import { demoPerson, refusedCard, returnedCard } from './freelancers.ts'

type End =
  | 'auditing'
  | 'reviewing'
  | 'audit-rejected'
  | 'ready'
  | 'review-rejected'
  | 'withdrawn'
  | 'paid'
  /** Paid, and one payment came back: a day later, or of the oldest batch after its month was closed for tax. */
  | 'returned'
  | 'doubted'

export type DemoBatch = {
  readonly name: string
  readonly daysAgo: number
  readonly people: number
  readonly from: number
  readonly end: End
  readonly taxed?: boolean
  /** Pays the expert too, if it lies in last month. */
  readonly expert?: boolean
}

export const READY_DAYS_AGO = 2.9

/** The newest of the paid batches is younger than this. */
const LAST_PAID_DAYS_AGO = 5

/** Of nobody else. */
export const RETURNED_AMOUNT = '12600.00'

/** Works for both companies of the first platform, which together paid so much last month that its manager should know. */
const EXPERT = 870

export async function* sheetRows(
  batch: DemoBatch,
  month: string,
  lastMonth: string,
): AsyncGenerator<RowPack> {
  const rows = Array.from({ length: batch.people }, (_, index): RawRow => {
    const n = batch.from + index
    const amount = usualAmount(n, batch.daysAgo, batch.taxed)
    const remark = index % 6 === 0 ? '含夜班补贴' : ''
    const row = { rowNumber: index + 2, ...demoPerson(n), amount, month, remark }
    // Three to five batches a month: below the limit of one company, above it with both.
    if (batch.expert && month === lastMonth && index === 2)
      return {
        ...row,
        ...demoPerson(EXPERT),
        amount: `${16_800 + batch.from + Math.round(batch.daysAgo)}.00`,
      }
    // Two payments that a statement without references cannot tell apart.
    if (batch.end === 'paid' && index === 1 && batch.daysAgo < LAST_PAID_DAYS_AGO)
      return {
        ...row,
        ...demoPerson(n - 1),
        amount: usualAmount(n - 1, batch.daysAgo, batch.taxed),
        remark: '加班补发',
      }
    if (batch.end === 'auditing') return { ...row, ...oddities(n, index, batch.taxed) }
    // Someone has another phone since.
    if (batch.end === 'paid' && index === 4 && batch.daysAgo < 1)
      return { ...row, phone: `138${row.phone.slice(3)}` }
    // So much that tax is withheld, which then comes back with it.
    if (batch.end === 'returned' && index === 4)
      return { ...row, amount: RETURNED_AMOUNT, ...returnedCard(n) }
    // One row in nine fails at the bank, of large sheets one in 31; the bank goes by the card's last digits (D24).
    const paid = batch.end === 'paid' || batch.end === 'returned'
    return paid && index % (batch.people > 40 ? 31 : 9) === 7 ? { ...row, ...refusedCard(n) } : row
  })
  yield packRows(rows)
}

function usualAmount(n: number, daysAgo: number, taxed = false): string {
  const base = 900 + ((n * 137 + Math.round(daysAgo) * 31) % 4_200)
  const yuan = taxed && n % 4 === 1 ? base * 3 : base
  return `${yuan}.${String((n * 7) % 100).padStart(2, '0')}`
}

/** What an auditor should find in the newest sheet: each kind of warning once. */
function oddities(n: number, index: number, taxed = false): Partial<RawRow> {
  if (index === 1) return { cardNo: demoPerson(n + 2_000).cardNo, bank: demoPerson(n + 2_000).bank }
  if (index === 3) return { amount: '36800.00' }
  // The batch that waits for its transfer pays this person the same.
  if (index === 8) return { amount: usualAmount(n, READY_DAYS_AGO, taxed) }
  if (index === 5) return { bank: '交通银行' }
  if (index === 6 || index === 7)
    return { cardNo: demoPerson(n - (index - 6)).cardNo, bank: demoPerson(n - (index - 6)).bank }
  if (index === 9) return { hidden: true }
  return {}
}
