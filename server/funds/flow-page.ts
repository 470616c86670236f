// What one page of the fund flow needs of the days before it: sums of all of them by the database, and of the days that it shows their own.

import {
  type AccountBalance,
  addStandings,
  EMPTY_ACCOUNT,
  flowPhases,
  flowSideOf,
  type PhaseSum,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { ShownParts } from './flow-lines.ts'
import {
  balanceAt,
  cutAtMidnights,
  type DaySum,
  type FlowPart,
  type FlowRange,
  linesIn,
  moveOf,
  partsOfDays,
  type WholeDays,
  withinDays,
} from './flow-parts.ts'

export type FlowPage = ShownParts & {
  readonly opening: AccountBalance
  readonly closing: AccountBalance
  /** Of the whole range. */
  readonly sums: readonly PhaseSum[]
  /** How many lines of these phases the range has. */
  readonly count: number
}

export async function readFlowPage(
  tx: Tx,
  range: FlowRange,
  phases: readonly Phase[],
  { index, size }: { readonly index: number; readonly size: number },
  near = NEAR,
): Promise<FlowPage> {
  const opening = range.from === undefined ? EMPTY_ACCOUNT : await balanceAt(tx, range.providerId, range.from)
  const { older, days, newer } = await cutAtMidnights(tx, range)
  const skipped = index * size
  const ahead = newer.reduce((lines, { sums }) => lines + linesIn(sums, phases), 0)
  const { whole, shown, newerLines, newerFen } =
    days === undefined
      ? NO_DAYS
      : await readDays(tx, days, phases, { skip: skipped - ahead, take: size }, near)
  const sums = [...older, { sums: whole }, ...newer].flatMap((part) => part.sums)
  const closing = addStandings(opening, moveOf(sums))
  const daysLines = linesIn(whole, phases)
  const before = { opening, closing, sums, count: linesIn(sums, phases), take: size }
  if (skipped < ahead)
    return { ...before, parts: [...older, ...shown, ...newer], closingFen: closing.balanceFen, skip: skipped }
  const closingFen = closing.balanceFen - moveOf(newer.flatMap((part) => part.sums)).balanceFen
  if (skipped - ahead < daysLines)
    return {
      ...before,
      parts: [...older, ...shown],
      closingFen: closingFen - newerFen,
      skip: skipped - ahead - newerLines,
    }
  return {
    ...before,
    parts: older,
    closingFen: closingFen - moveOf(whole).balanceFen,
    skip: skipped - ahead - daysLines,
  }
}

type ReadDays = {
  readonly whole: readonly PhaseSum[]
  readonly shown: readonly FlowPart[]
  /** How many lines are newer than the newest shown day, and what the days after it moved. */
  readonly newerLines: number
  readonly newerFen: Fen
}

const NO_DAYS: ReadDays = { whole: [], shown: [], newerLines: 0, newerFen: 0n }
const BRINGING_IN = flowPhases().filter((phase) => flowSideOf(phase) === 'in')
const TAKING_OUT = flowPhases().filter((phase) => flowSideOf(phase) === 'out')

/** So many sums of days from either end are read before all days are gone through: a page near an end needs no more. */
const NEAR = 40

/** Pages before so many lines are taken to be near the newest. */
const FIRST = 10

async function readDays(
  tx: Tx,
  days: WholeDays,
  phases: readonly Phase[],
  { skip, take }: Lines,
  near: number,
): Promise<ReadDays> {
  // Both asked at once where it is plain which end is nearer.
  const isFirst = skip < FIRST
  const [whole, newest] = await Promise.all([sumDays(tx, days), isFirst ? nearest(tx, days, true, near) : []])
  const lines = linesIn(whole, phases)
  const isNewer = isFirst || skip + take / 2 < lines / 2
  const shown = partsOfDays(isFirst ? newest : await nearest(tx, days, isNewer, near))
  const shownLines = linesIn(
    shown.flatMap(({ sums }) => sums),
    phases,
  )
  if (isNewer && shownLines >= Math.min(lines, skip + take))
    return { whole, shown, newerLines: 0, newerFen: 0n }
  const newerLines = lines - shownLines
  if (isNewer || newerLines > Math.max(0, skip))
    return { whole, ...(await findDays(tx, days, phases, { skip, take })) }
  const newerFen = moveOf(whole).balanceFen - moveOf(shown.flatMap(({ sums }) => sums)).balanceFen
  return { whole, shown, newerLines, newerFen }
}

async function sumDays(tx: Tx, days: WholeDays): Promise<PhaseSum[]> {
  const { rows } = await sql<PhaseSum>`
    select phase, sum(lines)::int as lines, sum(amount_fen)::bigint as "amountFen" from ledger_days
    where ${withinDays(days)} group by phase`.execute(tx)
  return rows
}

type Lines = { readonly skip: number; readonly take: number }

/** The oldest first, whichever end they are from; a day that may have more sums than were read is left out. */
async function nearest(tx: Tx, days: WholeDays, isNewer: boolean, near: number): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select day::text as day, phase, lines, amount_fen as "amountFen" from ledger_days
    where ${withinDays(days)} order by day ${isNewer ? sql`desc` : sql`asc`} limit ${near}`.execute(tx)
  const cut = rows.length < near ? undefined : rows.at(-1)?.day
  const complete = rows.filter(({ day }) => day !== cut)
  return isNewer ? complete.toReversed() : complete
}

/** Days without a line between shown ones are shown too: other phases may have moved the balance on them. */
async function findDays(
  tx: Tx,
  days: WholeDays,
  phases: readonly Phase[],
  { skip, take }: Lines,
): Promise<Omit<ReadDays, 'whole'>> {
  const { rows } = await sql<DaySum & { before: number; newerFen: Fen }>`
    with days as materialized (select day, phase, lines, amount_fen from ledger_days where ${withinDays(days)}),
    placed as (
      select day, held, sum(held) over newest - held as before, sum(fen) over newest - fen as newer_fen from (
        select day, coalesce(sum(lines) filter (where phase = any(${[...phases]}::text[])), 0) as held,
          coalesce(sum(amount_fen) filter (where phase = any(${BRINGING_IN}::text[])), 0)
          - coalesce(sum(amount_fen) filter (where phase = any(${TAKING_OUT}::text[])), 0) as fen
        from days group by day) moved
      window newest as (order by day desc))
    select d.day::text as day, d.phase, d.lines, d.amount_fen as "amountFen", p.before::int as before, p.newer_fen::bigint as "newerFen"
    from placed p join days d on d.day = p.day where p.before < ${skip + take} and p.before + p.held > ${skip} order by d.day`.execute(
    tx,
  )
  const newest = rows.at(-1)
  return {
    shown: partsOfDays(rows.map(({ before: _, newerFen: __, ...sum }) => sum)),
    newerLines: newest?.before ?? 0,
    newerFen: newest?.newerFen ?? 0n,
  }
}
