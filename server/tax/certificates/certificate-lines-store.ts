// The payouts that a tax certificate lists: everything its period books of the person, the oldest first.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { EntryKind } from '@paywages/domain/tax/periods.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'

export type StatementLine = {
  readonly kind: EntryKind
  readonly batchNo: string
  /** When the payout succeeded, or was started where the bank never told. */
  readonly at: Date
  readonly paymentMonth: Month
  readonly withholds: boolean
  readonly incomeFen: Fen
  readonly taxFen: Fen
}

export async function linesOfCertificate(
  tx: Tx,
  { taxId, rowId }: { readonly taxId: number; readonly rowId: bigint },
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select e.kind, r.batch_no as "batchNo", coalesce(r.paid_at, r.started_at) as at, e.payment_month as "paymentMonth",
      r.withholds_tax as withholds, e.income_fen as "incomeFen", e.tax_fen as "taxFen"
    from tax_entries e join taxed_rows r using (row_id)
    where e.tax_id = ${taxId} and r.id_hash = (select id_hash from taxed_rows where row_id = ${rowId})
    order by e.payment_month, at, e.row_id, e.kind`.execute(tx)
  return rows
}
