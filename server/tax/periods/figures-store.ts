// What is declared of each person in a closed period, read from the sums of its entries: the source of statements and filing packs.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { type TaxCounting, WITHHELD_AS, type WithheldAs } from '@paywages/domain/tax/counted-history.ts'
import type { GapRule } from '@paywages/domain/tax/gap-rule.ts'
import type { MonthSoFar } from '@paywages/domain/tax/month-so-far.ts'
import type { TaxMethod } from '@paywages/domain/tax/tax-table.ts'
import { type RawBuilder, sql } from 'kysely'
import type { CopiedRow } from '../../adapters/postgres/copied-row.ts'
import { copyOut } from '../../adapters/postgres/copy-out.ts'
import { inPieces } from '../../adapters/postgres/cursor.ts'
import { canCopy, type Tx } from '../../adapters/postgres/database.ts'
import { type BookedSum, bookedSums } from '../adjustments/booked-store.ts'
import { type PersonFigures, personLines } from './person-lines.ts'

/** Months as text: a fraction of what JSON costs the database. Of the year "c2026-01 3000000 57000,…" in no order, a month more than once; first how they were withheld. */
type Line = Pick<PersonFigures, 'idHash' | 'name' | 'sealed' | 'method' | 'gapRule' | 'counting'> & {
  /** 1 or 0. */
  readonly withholds: number
  readonly months: string
  /** "c2026-01 3000000 57000 1 1 1 3000000,…": entries, payments, entries and income that were declared; null where there is none. */
  readonly booked: string | null
}

export type Period = { readonly taxId: number; readonly providerId: number; readonly month: Month }

/** Everyone with an entry in the period, by name; or some of them, by any of their rows in it. */
export async function periodFigures(
  tx: Tx,
  period: Period,
  rowIds?: readonly bigint[],
): Promise<PersonFigures[]> {
  const { rows } = await linesOf(period, rowIds).execute(tx)
  const hashes = rows.map(({ idHash }) => idHash)
  const booked = bySomebody(await bookedSums(tx, period, hashes))
  return rows.flatMap((line) => figuresOf(period, line, booked.get(line.idHash)))
}

/**
 * Everyone, as they are read: a period may hold a hundred thousand people. At the end those of whom it books an adjustment and no payout,
 * where an earlier period of the year has declared any.
 */
export async function* figurePieces(tx: Tx, period: Period): AsyncGenerator<PersonFigures[]> {
  const booked = bySomebody(await bookedSums(tx, period))
  const quiet = new Set([...booked].filter(([, sums]) => sums.some(({ own }) => own)).map(([hash]) => hash))
  for await (const piece of linePieces(tx, linesOf(period))) {
    for (const { idHash } of piece) quiet.delete(idHash)
    yield piece.flatMap((line) => figuresOf(period, line, booked.get(line.idHash)))
  }
  if (quiet.size === 0) return
  const { rows } = await quietLines(period, [...quiet]).execute(tx)
  yield rows.flatMap((line) => figuresOf(period, line, booked.get(line.idHash)))
}

/** As bytes for a file, which takes half of what texts take. */
const linePieces = (tx: Tx, lines: RawBuilder<Line>): AsyncGenerator<Line[]> =>
  canCopy(tx) ? copyOut(tx, lines, lineOf) : inPieces(tx, lines)

/** By the columns of `sums`. */
const lineOf = (row: CopiedRow): Line => ({
  idHash: row.text(0),
  name: row.text(1),
  sealed: row.text(2),
  method: row.repeatedText(3) as TaxMethod,
  gapRule: row.repeatedText(4) as GapRule,
  withholds: row.int4(5),
  months: row.text(6),
  booked: row.isNull(7) ? null : row.text(7),
  counting: row.repeatedText(8) as TaxCounting,
})

const bySomebody = (sums: readonly BookedSum[]) => Map.groupBy(sums, ({ idHash }) => idHash)

function linesOf(period: Period, rowIds?: readonly bigint[]): RawBuilder<Line> {
  const { taxId, providerId } = period
  const people =
    rowIds === undefined
      ? sql`select id_hash from tax_person_months where tax_id = ${taxId}`
      : sql`select id_hash from row_payees where provider_id = ${providerId} and row_id = any(${[...rowIds]}::bigint[])`
  return sums(period, people, sql`max(row_id) filter (where tax_id = ${taxId})`)
}

/** People without a payout in the period, by what earlier periods of its year declare of them. */
function quietLines(period: Period, idHashes: readonly string[]): RawBuilder<Line> {
  return sums(period, sql`select unnest(${[...idHashes]}::uuid[])`, sql`max(row_id)`)
}

/** One pass over the sums that the year's closings left, and a payout for each person's name and seal. */
function sums(
  { taxId, providerId, month }: Period,
  people: RawBuilder<unknown>,
  lastRow: RawBuilder<unknown>,
): RawBuilder<Line> {
  return sql<Line>`
    with people as (
      select id_hash, ${lastRow} as last_row, max(row_id) filter (where tax_id = ${taxId} and withheld_as = 'cumulative') as last_cumulative,
        string_agg(left(withheld_as, 1) || payment_month || ' ' || income_fen || ' ' || tax_fen, ',') as months,
        string_agg(concat_ws(' ', left(withheld_as, 1) || payment_month, income_fen, tax_fen, entries, payments, declared_entries, declared_income_fen), ',')
          filter (where tax_id = ${taxId}) as booked
      from tax_person_months
      where tax_id = any(array(select tax_id from tax_periods where provider_id = ${providerId} and month between ${`${month.slice(0, 4)}-01`} and ${month}))
        and id_hash in (${people})
      group by 1)
    select p.id_hash::text as "idHash", l.name, l.sealed, l.tax_method as method,
      case when l.tax_counting <> 'all' and p.last_cumulative <> p.last_row
        then (select gap_rule from taxed_rows where row_id = p.last_cumulative) else l.gap_rule end as "gapRule",
      l.withholds_tax::int4 as withholds, p.months, p.booked, l.tax_counting as counting
    from people p join taxed_rows l on l.row_id = p.last_row order by l.name, p.last_row`
}

function figuresOf(
  period: Period,
  { withholds, months, booked, ...named }: Line,
  adjustments?: readonly BookedSum[],
): PersonFigures[] {
  return personLines(
    { ...named, withholds: withholds === 1 },
    {
      year: waysIn(months),
      booked: waysIn(booked ?? ''),
      // Only adjustments ask for it.
      isFirst: adjustments !== undefined && declaredSums(months) === declaredSums(booked ?? ''),
    },
    (way) => ({
      ...(booked === null ? { ...NOTHING, declared: withholds === 1 } : ofPeriod(period, booked, way)),
      months: monthsOf(months, way),
      booked: monthsOf(booked ?? '', way),
    }),
    adjustments,
  )
}

/** By the letter that stands before each month. */
const LETTERS: Readonly<Record<string, WithheldAs>> = Object.fromEntries(
  WITHHELD_AS.map((way) => [way.charAt(0), way]),
)

/** How many of these sums were withheld: of the year so far as many as of the period where no earlier period declared any. */
const declaredSums = (text: string): number =>
  text.split(',').filter((one) => one !== '' && LETTERS[one.charAt(0)] !== 'none').length

function waysIn(text: string): ReadonlySet<WithheldAs> {
  const ways = new Set<WithheldAs>()
  for (let from = 0; from < text.length; from = endOf(text, ',', from) + 1) {
    const way = LETTERS[text.charAt(from)]
    if (way === undefined) throw new Error(`nobody withholds so: ${text.slice(from, from + 8)}`)
    ways.add(way)
  }
  return ways
}

const NOTHING = {
  incomeFen: 0n,
  taxFen: 0n,
  payments: 0,
  corrections: 0,
  correctedIncomeFen: 0n,
  correctedTaxFen: 0n,
  declared: false,
  declaredIncomeFen: 0n,
}

function ofPeriod({ month: period }: Period, booked: string, way?: WithheldAs): typeof NOTHING {
  const sums = { ...NOTHING }
  for (const one of booked.split(',')) {
    if (way !== undefined && one.charAt(0) !== way.charAt(0)) continue
    const [
      letterAndMonth = '',
      income = '',
      tax = '',
      entries,
      payments,
      declaredEntries,
      declaredIncome = '',
    ] = one.split(' ')
    sums.incomeFen += BigInt(income)
    sums.taxFen += BigInt(tax)
    sums.payments += Number(payments)
    sums.declared ||= Number(declaredEntries) > 0
    sums.declaredIncomeFen += BigInt(declaredIncome)
    if (letterAndMonth.slice(1) === period) continue
    // What is taken back was declared in a period before this one, so it is of another month as well.
    sums.corrections += Number(entries)
    sums.correctedIncomeFen += BigInt(income)
    sums.correctedTaxFen += BigInt(tax)
  }
  return sums
}

/** A few places in the text instead of its pieces: of ten thousand people a hundred thousand months are read. */
function monthsOf(text: string, way?: WithheldAs): MonthSoFar[] {
  const months: { month: Month; incomeFen: Fen; withheldFen: Fen }[] = []
  const letter = way?.charAt(0)
  for (let place = 0, end = 0; place < text.length; place = end + 1) {
    end = endOf(text, ',', place)
    if (letter !== undefined && text.charAt(place) !== letter) continue
    const from = place + 1
    const incomeEnd = text.indexOf(' ', from + MONTH_LENGTH + 1)
    const taxEnd = Math.min(endOf(text, ' ', incomeEnd + 1), end)
    const month = text.slice(from, from + MONTH_LENGTH)
    const incomeFen = BigInt(text.slice(from + MONTH_LENGTH + 1, incomeEnd))
    const withheldFen = BigInt(text.slice(incomeEnd + 1, taxEnd))
    const known = months.find((one) => one.month === month)
    if (known === undefined) months.push({ month, incomeFen, withheldFen })
    else {
      known.incomeFen += incomeFen
      known.withheldFen += withheldFen
    }
  }
  return months.sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** Of "2026-01". */
const MONTH_LENGTH = 7

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at
}

/** The ledger's own sum of what a period declares: postings of the entries' transfers (I13), each looked up by its own, as a join would read all that was ever posted. */
export async function ledgerTaxOf(tx: Tx, taxId: number): Promise<Fen> {
  const { rows } = await sql<{ fen: Fen }>`
    select coalesce(sum(case when e.kind = 'paid' and l.phase in ('settle-tax', 'late-tax') then l.amount_fen
      when e.kind = 'reversed' and l.phase = 'return-tax' then -l.amount_fen else 0 end), 0)::bigint as fen
    from tax_entries e cross join lateral (select phase, amount_fen from tax_postings where row_id = e.row_id offset 0) l where e.tax_id = ${taxId}`.execute(
    tx,
  )
  return rows[0]?.fen ?? 0n
}
