// What moved on a provider's account between two moments, day by day: whole days as they are kept, parts of days by their lines.

import {
  type Day,
  endOfDay,
  firstWholeDay,
  shanghaiDay,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import {
  type AccountBalance,
  addStandings,
  balanceMove,
  EMPTY_ACCOUNT,
  type PhaseSum,
} from '@paywages/domain/ledger/fund-flow.ts'
import type { Phase } from '@paywages/domain/ledger/postings.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Half-open; what is left out has no bound. */
export type FlowRange = {
  readonly providerId: number
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** A stretch of time within one Shanghai day, and what each phase moved in it. */
export type FlowPart = { readonly from: Date; readonly to: Date; readonly sums: readonly PhaseSum[] }

export type FlowParts = {
  readonly opening: AccountBalance
  /** From the oldest to the newest; those in which nothing moved are left out. */
  readonly parts: readonly FlowPart[]
  readonly closing: AccountBalance
}

export async function readFlowParts(tx: Tx, range: FlowRange): Promise<FlowParts> {
  const opening = range.from === undefined ? EMPTY_ACCOUNT : await balanceAt(tx, range.providerId, range.from)
  const parts = (await partsOf(tx, range)).filter(({ sums }) => sums.length > 0)
  return { opening, parts, closing: addStandings(opening, moveOf(parts.flatMap(({ sums }) => sums))) }
}

/** The account at a moment, before anything of that very moment. */
export async function balanceAt(tx: Tx, providerId: number, at: Date): Promise<AccountBalance> {
  const day = shanghaiDay(at)
  const { rows } = await sql<PhaseSum>`
    select phase, sum(lines)::int as lines, sum(amount_fen)::bigint as "amountFen"
    from ledger_days where provider_id = ${providerId} and day < ${day} group by phase`.execute(tx)
  const part = startOfDay(day) < at ? await sumLines(tx, providerId, startOfDay(day), at) : []
  return moveOf([...rows, ...part])
}

export function moveOf(sums: readonly PhaseSum[]): AccountBalance {
  return sums.reduce(
    (standing, { phase, amountFen }) => addStandings(standing, balanceMove(phase, amountFen)),
    EMPTY_ACCOUNT,
  )
}

/** How many lines of these phases there are among all. */
export function linesIn(sums: readonly PhaseSum[], phases: readonly Phase[]): number {
  return sums.reduce((lines, sum) => lines + (phases.includes(sum.phase) ? sum.lines : 0), 0)
}

async function partsOf(tx: Tx, range: FlowRange): Promise<FlowPart[]> {
  const { older, days, newer } = await cutAtMidnights(tx, range)
  return [...older, ...(days === undefined ? [] : await wholeDays(tx, days)), ...newer]
}

/** Parts of days, and the whole days between them. */
type CutRange = {
  readonly older: readonly FlowPart[]
  readonly days: WholeDays | undefined
  readonly newer: readonly FlowPart[]
}

/** Half-open, by days. */
export type WholeDays = {
  readonly providerId: number
  readonly first: Day | undefined
  readonly end: Day | undefined
}

export async function cutAtMidnights(tx: Tx, { providerId, from, to }: FlowRange): Promise<CutRange> {
  if (from !== undefined && to !== undefined && from >= to) return { older: [], days: undefined, newer: [] }
  const first = from === undefined ? undefined : firstWholeDay(from)
  const end = to === undefined ? undefined : shanghaiDay(to)
  const part = async (since: Date, until: Date): Promise<FlowPart> => ({
    from: since,
    to: until,
    sums: await sumLines(tx, providerId, since, until),
  })
  // The whole range may lie inside one day.
  if (from !== undefined && to !== undefined && shanghaiDay(from) === end && from > startOfDay(end))
    return { older: [await part(from, to)], days: undefined, newer: [] }
  return {
    older:
      from !== undefined && first !== undefined && from < startOfDay(first)
        ? [await part(from, startOfDay(first))]
        : [],
    days: { providerId, first, end },
    newer:
      to !== undefined && end !== undefined && to > startOfDay(end) ? [await part(startOfDay(end), to)] : [],
  }
}

/** As a condition on `ledger_days`. */
export function withinDays({ providerId, first, end }: WholeDays): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`provider_id = ${providerId}`]
  if (first !== undefined) conditions.push(sql`day >= ${first}`)
  if (end !== undefined) conditions.push(sql`day < ${end}`)
  return sql.join(conditions, sql` and `)
}

async function wholeDays(tx: Tx, days: WholeDays): Promise<FlowPart[]> {
  const { rows } = await sql<DaySum>`
    select day::text as day, phase, lines, amount_fen as "amountFen" from ledger_days
    where ${withinDays(days)} order by day`.execute(tx)
  return partsOfDays(rows)
}

export type DaySum = PhaseSum & { readonly day: Day }

/** In the order of the days. */
export function partsOfDays(sums: readonly DaySum[]): FlowPart[] {
  return [...Map.groupBy(sums, ({ day }) => day)].map(([day, own]) => ({
    from: startOfDay(day),
    to: endOfDay(day),
    sums: own.map(({ day: _, ...sum }) => sum),
  }))
}

async function sumLines(tx: Tx, providerId: number, from: Date, to: Date): Promise<PhaseSum[]> {
  const { rows } = await sql<{ phase: Phase; lines: number; amountFen: bigint }>`
    select phase, sum(lines)::int as lines, sum(fen)::bigint as "amountFen" from (
      select phase, count(*) as lines, sum(amount_fen) as fen from ledger_plain_lines
      where provider_id = ${providerId} and at >= ${from} and at < ${to} group by phase
      union all
      select v.phase, v.lines, v.fen from (
        select count(*) as nets, sum(net_fen) as net, count(fee_fen) as fees, sum(fee_fen) as fee, count(tax_fen) as taxes, sum(tax_fen) as tax,
          count(vat_fen) as vats, sum(vat_fen) as vat
        from ledger_settled_payouts where provider_id = ${providerId} and at >= ${from} and at < ${to}) s
      cross join lateral (values
        ('settle-net', s.nets, s.net), ('settle-fee', s.fees, s.fee), ('settle-tax', s.taxes, s.tax), ('settle-vat', s.vats, s.vat)) v(phase, lines, fen)
      where v.lines > 0) sums
    group by phase`.execute(tx)
  return rows
}

/** The day of a provider's first posting, if there is any. */
export async function firstDayOf(tx: Tx, providerId: number): Promise<Day | undefined> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(day)::text as day from ledger_days where provider_id = ${providerId}`.execute(tx)
  return rows[0]?.day ?? undefined
}
