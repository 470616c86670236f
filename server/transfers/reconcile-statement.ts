// Holds the bank's own record of a day against ours: what it paid is paid, and what it never paid raises an alarm.

import { DAY_MS, type Day, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { House } from '../house.ts'
import { hearBank, MOST_AT_ONCE } from './hear-bank.ts'
import { knownReferences, paidBetween } from './reconcile-store.ts'

export type Reconciled = {
  readonly lines: number
  /** Transfers the statement told us something new about. */
  readonly changed: number
  /** References we never used. */
  readonly unknown: readonly string[]
  /** Paid by our books on that day, and not by the bank's. */
  readonly missing: readonly string[]
}

export async function reconcileStatement(house: House, day: Day): Promise<Reconciled> {
  const seen = new Set<string>()
  const unknown: string[] = []
  let [lines, changed] = [0, 0]
  let after: string | undefined
  do {
    const page = await house.bank.statement(day, after)
    lines += page.lines.length
    const known = await house.database.read((tx) =>
      knownReferences(
        tx,
        page.lines.map(({ reference }) => reference),
      ),
    )
    for (let from = 0; from < page.lines.length; from += MOST_AT_ONCE)
      changed += await hearBank(house, 'listed', page.lines.slice(from, from + MOST_AT_ONCE))
    for (const { reference } of page.lines) {
      seen.add(reference)
      if (!known.has(reference)) unknown.push(reference)
    }
    after = page.next
  } while (after !== undefined)
  const paid = await house.database.read((tx) => paidBetween(tx, startOfDay(day), endOfDay(day)))
  const missing = paid.filter((reference) => !seen.has(reference))
  if (unknown.length > 0) house.metrics.transferAlarms.inc({ alarm: 'unknown-reference' }, unknown.length)
  if (missing.length > 0) house.metrics.transferAlarms.inc({ alarm: 'not-on-statement' }, missing.length)
  if (unknown.length + missing.length > 0)
    house.log.error(
      { day, unknown: unknown.slice(0, 20), missing: missing.slice(0, 20) },
      'the bank’s statement and ours differ',
    )
  return { lines, changed, unknown, missing }
}

export function reconcileYesterday(house: House): Promise<Reconciled> {
  return reconcileStatement(house, shanghaiDay(new Date(house.clock.now().getTime() - DAY_MS)))
}
