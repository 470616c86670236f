// Whose personal data is still to be collected in the tax client, and with which month it was handed in.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type CorrectionEntry, correctionEntries, filingsOf } from '../periods/correction-store.ts'
import type { Period } from '../periods/figures-store.ts'

export type NewPerson = {
  readonly rowId: bigint
  readonly name: string
  readonly sealed: string
  /** When the person's first payout of the period began. */
  readonly firstAt: Date
  readonly userId: number | null
}

/**
 * Declared in this period and handed in with no other. A period that was marked gives the same people for ever: those marked
 * before it stay left out, and those marked after it were not among its people.
 */
const newPeople = ({ taxId, providerId }: Period): RawBuilder<NewPerson> => sql<NewPerson>`
  with mine as (
    select r.id_hash, max(r.row_id) as last_row, min(r.started_at) as first_at
    from tax_entries e join taxed_rows r using (row_id)
    where e.tax_id = ${taxId} group by 1 having bool_or(r.withholds_tax)),
  collected as (
    select distinct r.id_hash from tax_periods p join tax_collected_people t using (tax_id) join taxed_rows r using (row_id)
    where p.provider_id = ${providerId} and p.tax_id <> ${taxId})
  select l.row_id as "rowId", l.name, l.sealed, m.first_at as "firstAt", k.freelancer_id as "userId"
  from mine m join taxed_rows l on l.row_id = m.last_row
    left join collected b on b.id_hash = m.id_hash
    left join known_people k on k.provider_id = ${providerId} and k.id_hash = m.id_hash
  where b.id_hash is null`

export function newPeoplePieces(tx: Tx, period: Period): AsyncGenerator<NewPerson[]> {
  return inPieces(tx, sql<NewPerson>`select * from (${newPeople(period)}) n order by name, "rowId"`)
}

export async function countNewPeople(tx: Tx, period: Period): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${newPeople(period)}) n`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export type PeopleCollection = {
  readonly peopleCount: number
  readonly markedAt: Date
  readonly markedBy: string
}

export async function findPeopleCollection(tx: Tx, taxId: number): Promise<PeopleCollection | undefined> {
  const { rows } = await sql<PeopleCollection>`
    select t.people_count as "peopleCount", t.marked_at as "markedAt", coalesce(a.real_name, '') as "markedBy"
    from tax_people_collections t left join account_names a on a.account_id = t.marked_by where t.tax_id = ${taxId}`.execute(
    tx,
  )
  return rows[0]
}

/** Once, and under the lock of the provider's periods: two months marked at once would both claim the same people. */
export async function insertPeopleCollection(
  tx: Tx,
  period: Period,
  mark: { readonly at: Date; readonly by: number; readonly people: number },
): Promise<void> {
  await tx
    .insertInto('tax_people_collections')
    .values({ tax_id: period.taxId, people_count: mark.people, marked_at: mark.at, marked_by: mark.by })
    .execute()
  await sql`
    insert into tax_collected_people (tax_id, row_id)
    select ${period.taxId}::int, "rowId" from (${newPeople(period)}) n order by 2`.execute(tx)
}

/** The platform's own numbers of everyone registered with a provider: what the client calls 工号. */
export async function userIdsOf(tx: Tx, providerId: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ idHash: string; userId: number }>`
    select id_hash as "idHash", freelancer_id as "userId" from known_people
    where provider_id = ${providerId}`.execute(tx)
  return new Map(rows.map(({ idHash, userId }) => [idHash, userId]))
}

/** The returns of this period that correct an old month for which nobody has chosen a way, by person. */
export async function openReturns(
  tx: Tx,
  taxId: number,
): Promise<ReadonlyMap<string, readonly CorrectionEntry[]>> {
  const filings = await filingsOf(tx, taxId)
  const open = (await correctionEntries(tx, taxId)).filter(
    ({ kind, month }) => kind === 'reversed' && !filings.has(month),
  )
  return Map.groupBy(open, ({ idHash }) => idHash)
}

/**
 * What the declaration of the period adds up to: payouts that withheld, without corrections that were filed on the month they correct;
 * of a month that was filed again with what corrects it, up to the period that one asks for.
 */
export async function declaredIncomeOf(
  tx: Tx,
  { taxId, providerId, month }: Period,
  bookedIn: Month = month,
): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(e.income_fen), 0)::bigint as fen from tax_entries e join taxed_rows r using (row_id)
    where e.tax_id = ${taxId} and r.withholds_tax`.execute(tx)
  const filings = await filingsOf(tx, taxId)
  const goneFen = await correctedIncome(tx, taxId, (one) => filings.get(one)?.way === 'amended')
  let fen = (rows[0]?.fen ?? 0n) - goneFen
  const { rows: amended } = await sql<{ taxId: number }>`
    select p.tax_id as "taxId" from tax_periods p join tax_correction_filings f using (tax_id)
    where p.provider_id = ${providerId} and f.month = ${month} and f.way = 'amended' and p.month <= ${bookedIn}`.execute(
    tx,
  )
  for (const period of amended) fen += await correctedIncome(tx, period.taxId, (one) => one === month)
  return fen
}

/** Of a period's corrections, those of the months that are asked for. */
const correctedIncome = async (tx: Tx, taxId: number, isOf: (month: Month) => boolean): Promise<Fen> =>
  (await correctionEntries(tx, taxId))
    .filter(({ month }) => isOf(month))
    .reduce((sum, { incomeFen }) => sum + incomeFen, 0n)
