// The people of one batch on one day of the fund flow: what went out or came back for each of them.

import { type Day, endOfDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type FlowKind, type FlowSide, flowPhases, flowSideOf } from '@paywages/domain/ledger/fund-flow.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type FlowPerson = {
  readonly rowId: number
  readonly rowNumber: number
  readonly payeeName: string
  readonly at: Date
  readonly payoutFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
  readonly feeFen: Fen
  readonly amountFen: Fen
}

type Wanted = {
  readonly batchId: number
  readonly day: Day
  readonly side: FlowSide
  readonly kind: FlowKind | undefined
}

const PAYOUT: readonly FlowKind[] = ['payout', 'returned-payout']
const TAX: readonly FlowKind[] = ['tax', 'returned-tax']
const VAT: readonly FlowKind[] = ['vat', 'returned-vat']
const FEE: readonly FlowKind[] = ['fee', 'returned-fee']

const sumOf = (kinds: readonly FlowKind[]) =>
  sql`coalesce(sum(l.amount_fen) filter (where l.phase = any(${kinds.flatMap((kind) => flowPhases(kind))}::text[])), 0)::bigint`

/** In the order of the sheet, by the rows that the batch pays; a posting is found by its transfer. */
export async function listFlowPeople(
  tx: Tx,
  { batchId, day, side, kind }: Wanted,
  page: { index: number; size: number },
): Promise<{ readonly people: FlowPerson[]; readonly count: number }> {
  const phases = flowPhases(kind).filter((phase) => flowSideOf(phase) === side)
  const { rows } = await sql<FlowPerson & { count: number }>`
    select r.row_id::float8 as "rowId", r.row_number as "rowNumber", r.name as "payeeName", max(l.at) as at,
      ${sumOf(PAYOUT)} as "payoutFen", ${sumOf(TAX)} as "taxFen", ${sumOf(VAT)} as "vatFen", ${sumOf(FEE)} as "feeFen",
      sum(l.amount_fen)::bigint as "amountFen", count(*) over ()::int as count
    from payout_lines r
      left join transfer_rows t on t.row_id = r.row_id
      join ledger_lines l on l.subject = 'transfer' and l.subject_id = coalesce(t.transfer_id, r.row_id)
        and l.provider_id = r.provider_id and l.phase = any(${phases}::text[]) and l.at >= ${startOfDay(day)} and l.at < ${endOfDay(day)}
    where r.batch_id = ${batchId}
    group by r.row_id, r.row_number, r.name order by r.row_id limit ${page.size} offset ${page.index * page.size}`.execute(
    tx,
  )
  return { people: rows.map(({ count: _, ...person }) => person), count: rows[0]?.count ?? 0 }
}
