// Failed rows and the rows that pay them again (D40).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type FailedRowRecord = {
  readonly rowId: bigint
  readonly rowNumber: number
  readonly name: string
  readonly sealed: string
  readonly bank: string
  readonly amountFen: Fen
  readonly month: string
  readonly remark: string
  readonly error: string
}

/**
 * Failed and returned rows, or only those that may be paid again: a copy that was rejected, withdrawn or cancelled is dead,
 * but one that was started took the row's place, and only itself can be copied on.
 */
export async function failedRows(tx: Tx, batchId: number, uncopiedOnly: boolean): Promise<FailedRowRecord[]> {
  const { rows } = await sql<FailedRowRecord>`
    select r.row_id as "rowId", r.row_number as "rowNumber", r.name, r.sealed, r.bank, r.amount_fen as "amountFen", r.month, r.remark, r.error
    from payout_lines r join payout_batches b on b.batch_id = r.batch_id
    where r.batch_id = ${BigInt(batchId)} and r.status = 'failed' and b.status = 'transferring'
      and not (${uncopiedOnly} and exists (
        select 1 from payout_rows c join payout_batches cb on cb.batch_id = c.batch_id
        where c.copy_of = r.row_id and not c.cancelled and cb.status not in ('audit-rejected', 'review-rejected')))
    order by r.row_number`.execute(tx)
  return rows
}
