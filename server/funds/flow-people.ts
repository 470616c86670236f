// The people of one batch on one day of the fund flow: what went out or came back for each of them.

import { type Day, endOfDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type FlowKind, type FlowSide, flowPhases, flowSideOf } from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { SETTLED_VALUES } from './settled-lines.ts'

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

/** What a row's transfer moved: settled in one row, and whatever else was posted of it. */
const linesOf = (phases: readonly Phase[], day: Day) => {
  const within = (table: 's' | 'l') =>
    sql`${sql.ref(`${table}.provider_id`)} = r.provider_id and ${sql.ref(`${table}.at`)} >= ${startOfDay(day)} and ${sql.ref(`${table}.at`)} < ${endOfDay(day)}`
  return sql`
    select r.row_id, s.at, v.phase, v.amount_fen from rows r join ledger_settled_payouts s on s.transfer_id = r.transfer_id and ${within('s')}
      cross join lateral (values ${SETTLED_VALUES}) v(part, phase, amount_fen)
    where v.amount_fen is not null and v.phase = any(${[...phases]}::text[])
    union all
    select r.row_id, l.at, l.phase, l.amount_fen from rows r join ledger_plain_lines l on l.subject = 'transfer' and l.subject_id = r.transfer_id
      and ${within('l')} and l.phase = any(${[...phases]}::text[])`
}

/** In the order of the sheet, by the rows that the batch pays; a posting is found by its transfer. */
export async function listFlowPeople(
  tx: Tx,
  { batchId, day, side, kind }: Wanted,
  page: { index: number; size: number },
): Promise<{ readonly people: FlowPerson[]; readonly count: number }> {
  const phases = flowPhases(kind).filter((phase) => flowSideOf(phase) === side)
  const { rows } = await sql<FlowPerson & { count: number }>`
    with rows as (
      select r.row_id, r.row_number, r.name, r.provider_id, coalesce(t.transfer_id, r.row_id) as transfer_id
      from payout_lines r left join transfer_rows t on t.row_id = r.row_id where r.batch_id = ${batchId})
    select r.row_id::float8 as "rowId", r.row_number as "rowNumber", r.name as "payeeName", max(l.at) as at,
      ${sumOf(PAYOUT)} as "payoutFen", ${sumOf(TAX)} as "taxFen", ${sumOf(VAT)} as "vatFen", ${sumOf(FEE)} as "feeFen",
      sum(l.amount_fen)::bigint as "amountFen", count(*) over ()::int as count
    from rows r join (${linesOf(phases, day)}) l on l.row_id = r.row_id
    group by r.row_id, r.row_number, r.name order by r.row_id limit ${page.size} offset ${page.index * page.size}`.execute(
    tx,
  )
  return { people: rows.map(({ count: _, ...person }) => person), count: rows[0]?.count ?? 0 }
}
