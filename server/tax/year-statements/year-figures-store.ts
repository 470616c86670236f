// What is declared of people's years, read from the entries of closed periods by payment month: the source of their statements.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type AdjustmentItem, termOf } from '@paywages/domain/tax/adjustments/adjustment-item.ts'
import { NO_TERMS } from '@paywages/domain/tax/formula-terms.ts'
import type { Year, YearAdjustment, YearBooking } from '@paywages/domain/tax/year-statement.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import type { QueuedPerson } from './year-job-store.ts'

export type PersonYear = QueuedPerson & {
  readonly name: string
  readonly lastPeriod: Month
  readonly payerName: string
  readonly taxpayerId: string
  readonly bookings: readonly YearBooking[]
  readonly adjustments: readonly YearAdjustment[]
  /** The version that stands, if any. */
  readonly current: CurrentVersion | undefined
}

export type CurrentVersion = {
  readonly statementId: bigint
  readonly version: number
  readonly digest: string
}

type Whose = { readonly rowId: bigint }
type Place = { readonly jobId: number; readonly year: Year }

/** Everybody in one go, in the order in which they are asked for. */
export async function readPeopleYears(
  tx: Tx,
  place: Place,
  people: readonly QueuedPerson[],
): Promise<PersonYear[]> {
  const facts = await factsOf(tx, place, people)
  const bookings = byRow(await bookingsOf(tx, place, people))
  const current = byRow(await currentOf(tx, place, people))
  const adjustments = byRow(await adjustmentsOf(tx, place, people))
  return facts.map((person) => ({
    ...person,
    bookings: bookings.get(person.rowId) ?? [],
    adjustments: adjustments.get(person.rowId) ?? [],
    current: current.get(person.rowId)?.[0],
  }))
}

function byRow<Row extends Whose>(rows: readonly Row[]): Map<bigint, Row[]> {
  return Map.groupBy(rows, ({ rowId }) => rowId)
}

/** The people that are asked for, with the payer's last period of the job. */
const mine = ({ jobId }: Place, people: readonly QueuedPerson[]) => sql`
  mine as (
    select q.row_id as whose, q.place, q.provider_id, y.last_period, r.id_hash, r.name
    from unnest(${people.map(({ providerId }) => providerId)}::int[], ${people.map(({ rowId }) => rowId)}::bigint[])
        with ordinality q (provider_id, row_id, place)
      join tax_year_payers y on y.job_id = ${BigInt(jobId)} and y.provider_id = q.provider_id
      join taxed_rows r on r.row_id = q.row_id)`

type Facts = Omit<PersonYear, 'bookings' | 'adjustments' | 'current'>

async function factsOf(tx: Tx, place: Place, people: readonly QueuedPerson[]): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    with ${mine(place, people)}
    select m.whose as "rowId", m.provider_id as "providerId", m.name, m.last_period as "lastPeriod", p.payer_name as "payerName",
      p.taxpayer_id as "taxpayerId"
    from mine m join tax_periods p on p.provider_id = m.provider_id and p.month = m.last_period order by m.place`.execute(
    tx,
  )
  return rows
}

/** What is alike is summed; in the order in which it was booked. */
async function bookingsOf(tx: Tx, place: Place, people: readonly QueuedPerson[]) {
  const { year } = place
  const { rows } = await sql<Whose & YearBooking>`
    with ${mine(place, people)}
    select m.whose as "rowId", e.payment_month as month, p.month as period, e.kind, r.withholds_tax as withholds, r.tax_method as method,
      r.gap_rule as "gapRule", r.tax_counting as counting,
      sum(e.income_fen)::bigint as "incomeFen", sum(e.tax_fen)::bigint as "taxFen"
    from mine m join taxed_rows r on r.id_hash = m.id_hash and r.provider_id = m.provider_id
      join tax_entries e on e.row_id = r.row_id join tax_periods p on p.tax_id = e.tax_id
    where e.payment_month between ${`${year}-01`} and ${`${year}-12`} and p.month <= m.last_period
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by p.month, max(e.row_id), e.kind`.execute(tx)
  return rows
}

/**
 * From the people to their rows to the statements, one step after the other: in one join a table without statistics is read whole for
 * every person.
 */
async function currentOf(tx: Tx, place: Place, people: readonly QueuedPerson[]) {
  const { rows } = await sql<Whose & CurrentVersion>`
    with ${mine(place, people)},
    own as materialized (
      select m.whose, m.provider_id, r.row_id from mine m join taxed_rows r on r.id_hash = m.id_hash and r.provider_id = m.provider_id),
    told as materialized (select o.whose, s.* from own o join tax_year_statements s on s.row_id = o.row_id)
    select whose as "rowId", statement_id as "statementId", version, digest from told
    where year = ${place.year} and superseded_at is null`.execute(tx)
  return rows
}

/** Exempt income, other deductions and relief that closed periods book, in the month in which they count (ADR 35). */
async function adjustmentsOf(tx: Tx, place: Place, people: readonly QueuedPerson[]) {
  const { year } = place
  const { rows } = await sql<Whose & { month: Month; item: AdjustmentItem; fen: Fen }>`
    with ${mine(place, people)},
    known as materialized (select m.*, f.freelancer_id from mine m join person_ids f on f.id_hash = m.id_hash)
    select k.whose as "rowId", e.month, e.item, sum(e.amount_fen)::bigint as fen
    from known k join tax_adjustments a on a.freelancer_id = k.freelancer_id and a.provider_id = k.provider_id
      join tax_adjustment_entries e on e.adjustment_id = a.adjustment_id join tax_periods p on p.tax_id = e.tax_id
    where e.month between ${`${year}-01`} and ${`${year}-12`} and p.month <= k.last_period
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows.map(({ rowId, month, item, fen }): Whose & YearAdjustment => ({
    rowId,
    month,
    ...NO_TERMS,
    [termOf(item)]: fen,
  }))
}
