// What a month's declaration has of each person once it is known on which declaration its corrections are filed (docs/rules/tax.md).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import {
  correctedMonth,
  type FiledEntry,
  type FilingWay,
  filedMonth,
  filedSums,
} from '@paywages/domain/tax/correction-filing.ts'
import { sql } from 'kysely'
import type { Tx } from '../../adapters/postgres/database.ts'
import { type BookedSum, bookedSums } from '../adjustments/booked-store.ts'
import { DECLARED_FIRST, PLACE_COLUMNS, type PlacedEntry, placeOf } from './correction-store.ts'
import { figurePieces, type Period } from './figures-store.ts'
import { type Named, type PersonFigures, personLines, withheldAsOf } from './person-lines.ts'

export type AsFiled = {
  /** Up to which period's entries it is told; the month itself unless one asks for it as corrected since. */
  readonly asOf?: Month | undefined
  /** How corrections of that period are taken for which nobody has chosen yet; as booked unless one asks. */
  readonly undecided?: FilingWay | undefined
}

/**
 * Everyone on the declaration of a closed month. Where nothing was filed on an old month these are the figures as booked; else
 * those of the people concerned are summed again by the month that each entry is filed on.
 */
export async function* filedFigurePieces(
  tx: Tx,
  period: Period,
  { asOf = period.month, undecided = 'current' }: AsFiled = {},
): AsyncGenerator<PersonFigures[]> {
  const people = await peopleFiledElsewhere(tx, period, { asOf, undecided })
  const adjustments = await adjustmentsOf(tx, period, [...people.keys()])
  const done = new Set<string>()
  for await (const piece of figurePieces(tx, period))
    yield piece.flatMap((person) => {
      const entries = people.get(person.idHash)
      if (entries === undefined) return done.has(person.idHash) ? [] : [person]
      people.delete(person.idHash)
      done.add(person.idHash)
      return figuresFrom(entries, period.month, adjustments.get(person.idHash))
    })
  const others = [...people].flatMap(([idHash, entries]) =>
    figuresFrom(entries, period.month, adjustments.get(idHash)),
  )
  if (others.length > 0) yield others
}

/** The same for some people; no line where nothing of theirs stands on that declaration. */
export async function filedFiguresOf(
  tx: Tx,
  period: Period,
  idHashes: readonly string[],
  { asOf = period.month, undecided = 'current' }: AsFiled = {},
): Promise<ReadonlyMap<string, readonly PersonFigures[]>> {
  const people = await entriesOf(tx, period, idHashes, { asOf, undecided })
  const adjustments = await adjustmentsOf(tx, period, idHashes)
  return new Map(
    idHashes.map((one) => [one, figuresFrom(people.get(one) ?? [], period.month, adjustments.get(one))]),
  )
}

type Entry = FiledEntry & Named & { readonly rowId: bigint }

type Wanted = { readonly asOf: Month; readonly undecided: FilingWay }

/** Nobody, unless something of the year up to then is filed on another month than the one that booked it. */
async function peopleFiledElsewhere(
  tx: Tx,
  period: Period,
  wanted: Wanted,
): Promise<Map<string, readonly Entry[]>> {
  const filings = await waysOf(tx, period, wanted)
  if (wanted.undecided === 'current' && ![...filings.values()].includes('amended')) return new Map()
  const { rows } = await sql<PlacedEntry & { idHash: string }>`
    select distinct ${PLACE_COLUMNS}, r.id_hash as "idHash"
    from tax_periods p join tax_entries e on e.tax_id = p.tax_id and e.payment_month < p.month join taxed_rows r on r.row_id = e.row_id
      ${DECLARED_FIRST}
    where p.provider_id = ${period.providerId} and p.month between ${januaryOf(period.month)} and ${wanted.asOf} and r.withholds_tax`.execute(
    tx,
  )
  const moved = rows.filter((row) => wayOf(row, filings, wanted) === 'amended').map(({ idHash }) => idHash)
  return entriesOf(tx, period, [...new Set(moved)], wanted)
}

/** All that was booked of these people from the year's first month up to then, each with the month it is filed on. */
async function entriesOf(
  tx: Tx,
  period: Period,
  idHashes: readonly string[],
  wanted: Wanted,
): Promise<Map<string, Entry[]>> {
  const people = new Map<string, Entry[]>()
  if (idHashes.length === 0) return people
  const filings = await waysOf(tx, period, wanted)
  const { rows } = await sql<PlacedEntry & Omit<Entry, 'filedMonth'>>`
    select ${PLACE_COLUMNS}, e.row_id as "rowId", e.income_fen as "incomeFen", e.tax_fen as "taxFen", r.withholds_tax as withholds,
      r.id_hash as "idHash", r.name, r.sealed, r.tax_method as method, r.gap_rule as "gapRule", r.tax_counting as counting
    from taxed_rows r join tax_entries e on e.row_id = r.row_id join tax_periods p on p.tax_id = e.tax_id ${DECLARED_FIRST}
    where r.provider_id = ${period.providerId} and r.id_hash = any(${[...idHashes]}::uuid[])
      and p.month between ${januaryOf(period.month)} and ${wanted.asOf}
    order by e.row_id, e.kind`.execute(tx)
  for (const row of rows) {
    const way = row.withholds ? wayOf(row, filings, wanted) : undefined
    const entry: Entry = { ...row, filedMonth: filedMonth(placeOf(row), way) }
    const own = people.get(row.idHash)
    if (own === undefined) people.set(row.idHash, [entry])
    else own.push(entry)
  }
  return people
}

const januaryOf = (month: Month): Month => `${month.slice(0, 4)}-01`

const keyOf = (taxId: number, month: Month) => `${taxId} ${month}`

async function waysOf(tx: Tx, period: Period, { asOf }: Wanted): Promise<ReadonlyMap<string, FilingWay>> {
  const { rows } = await sql<{ taxId: number; month: Month; way: FilingWay }>`
    select f.tax_id as "taxId", f.month, f.way from tax_periods p join tax_correction_filings f using (tax_id)
    where p.provider_id = ${period.providerId} and p.month between ${januaryOf(period.month)} and ${asOf}`.execute(
    tx,
  )
  return new Map(rows.map(({ taxId, month, way }) => [keyOf(taxId, month), way]))
}

function wayOf(
  entry: PlacedEntry,
  filings: ReadonlyMap<string, FilingWay>,
  { asOf, undecided }: Wanted,
): FilingWay | undefined {
  const month = correctedMonth(placeOf(entry))
  if (month === undefined) return undefined
  return filings.get(keyOf(entry.taxId, month)) ?? (entry.bookedMonth === asOf ? undecided : 'current')
}

/**
 * As whom the last payout of the month's declaration names the person. Where none is left on it, nothing; unless the month books an
 * adjustment, which stands there without income.
 */
function figuresFrom(
  entries: readonly Entry[],
  month: Month,
  adjustments: readonly BookedSum[] = [],
): PersonFigures[] {
  const filed = entries.filter((entry) => entry.filedMonth === month)
  const isQuiet = filed.length === 0 && adjustments.some(({ own }) => own)
  const named = isQuiet ? entries.filter((entry) => entry.filedMonth < month) : filed
  const last = lastOf(named)
  if (last === undefined) return []
  const { idHash, name, sealed, method, withholds, counting } = last
  const cumulative = filed.filter((entry) => withheldAsOf(entry) === 'cumulative')
  const gapRule = (counting !== 'all' ? lastOf(cumulative) : undefined)?.gapRule ?? last.gapRule
  const isFirst = !entries.some((entry) => entry.withholds && entry.filedMonth < month)
  const waysOfEntries = (some: readonly Entry[]) => new Set(some.map(withheldAsOf))
  return personLines(
    { idHash, name, sealed, method, gapRule, withholds, counting },
    { year: waysOfEntries(entries), booked: waysOfEntries(filed), isFirst },
    (way) => {
      const sums = filedSums(
        way === undefined ? entries : entries.filter((entry) => withheldAsOf(entry) === way),
        month,
      )
      return isQuiet ? { ...sums, declared: withholds } : sums
    },
    adjustments,
  )
}

const lastOf = (entries: readonly Entry[]) =>
  entries.toSorted((one, other) => (one.rowId < other.rowId ? -1 : 1)).at(-1)

const adjustmentsOf = async (tx: Tx, period: Period, idHashes: readonly string[]) =>
  Map.groupBy(idHashes.length === 0 ? [] : await bookedSums(tx, period, idHashes), ({ idHash }) => idHash)
