// The rows of a batch that hold a high risk.

import type { RiskyRow } from '@paywages/domain/payouts/risks.ts'
import { levelMasks } from '@paywages/domain/payouts/warning-levels.ts'
import type { WarningAbouts } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { isHigh, levelMaskOfRow } from './warning-sql.ts'

/** In the sheet's order; those to be paid only. */
export async function riskyRows(tx: Tx, batchId: number): Promise<RiskyRow[]> {
  const { rows } = await sql<RiskyRow>`
    select r.row_id::float8 as "rowId", r.row_number as "rowNumber", ${levelMaskOfRow()} as mask, r.card_hash as "cardHash",
      r.warning_abouts->>'ids-consecutive' as "idsFrom", r.amount_fen as "amountFen"
    from payout_rows r where r.batch_id = ${BigInt(batchId)} and not r.cancelled and ${isHigh(levelMasks(new Set()))}
    order by r.row_number`.execute(tx)
  return rows
}

export type RiskRow = {
  readonly rowId: number
  readonly name: string
  readonly bank: string
  readonly sealed: string
  readonly warningAbouts: WarningAbouts | null
}

/** What is told of these rows in the list of risks. */
export async function rowsOfRisks(tx: Tx, rowIds: readonly number[]): Promise<ReadonlyMap<number, RiskRow>> {
  const { rows } = await sql<RiskRow>`
    select r.row_id::float8 as "rowId", r.name, r.bank, r.sealed, r.warning_abouts as "warningAbouts"
    from payout_lines r where r.row_id = any(${rowIds.map(BigInt)}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.rowId, row]))
}
