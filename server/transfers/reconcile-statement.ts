// Holds the bank's own record of a day against ours: what it paid is paid, and what it never paid raises an alarm.

import { DAY_MS, type Day, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Services } from '../app-services.ts'
import { applyBankUpdates, MAX_AT_ONCE } from './apply-bank-updates.ts'
import { type OtherPayee, otherPayees } from './compare-payees.ts'
import { knownReferences, paidBetween } from './reconcile-store.ts'

export type Reconciled = {
  readonly lines: number
  /** Transfers the statement told us something new about. */
  readonly changed: number
  /** References we never used. */
  readonly unknown: readonly string[]
  /** Paid by our books on that day, and not by the bank's. */
  readonly missing: readonly string[]
  /** Paid to another name or card than our books say. */
  readonly otherPayees: readonly OtherPayee[]
}

export async function reconcileStatement(services: Services, day: Day): Promise<Reconciled> {
  const seen = new Set<string>()
  const unknown: string[] = []
  const payees: OtherPayee[] = []
  let [lines, changed] = [0, 0]
  let after: string | undefined
  do {
    const page = await services.bank.statement(day, after)
    lines += page.lines.length
    const known = await services.database.read((tx) =>
      knownReferences(
        tx,
        page.lines.map(({ reference }) => reference),
      ),
    )
    for (let from = 0; from < page.lines.length; from += MAX_AT_ONCE)
      changed += await applyBankUpdates(services, 'listed', page.lines.slice(from, from + MAX_AT_ONCE))
    payees.push(...(await services.database.read((tx) => otherPayees(tx, services, page.lines))))
    for (const { reference } of page.lines) {
      seen.add(reference)
      if (!known.has(reference)) unknown.push(reference)
    }
    after = page.next
  } while (after !== undefined)
  const paid = await services.database.read((tx) => paidBetween(tx, startOfDay(day), endOfDay(day)))
  const missing = paid.filter((reference) => !seen.has(reference))
  if (unknown.length > 0) services.metrics.transferAlarms.inc({ alarm: 'unknown-reference' }, unknown.length)
  if (missing.length > 0) services.metrics.transferAlarms.inc({ alarm: 'not-on-statement' }, missing.length)
  if (unknown.length + missing.length > 0)
    services.log.error(
      { day, unknown: unknown.slice(0, 20), missing: missing.slice(0, 20) },
      'the bank’s statement and ours differ',
    )
  reportOtherPayees(services, day, payees)
  return { lines, changed, unknown, missing, otherPayees: payees }
}

function reportOtherPayees(services: Services, day: Day, payees: readonly OtherPayee[]): void {
  if (payees.length === 0) return
  services.metrics.transferAlarms.inc({ alarm: 'payee-differs' }, payees.length)
  services.log.error({ day, payees: payees.slice(0, 20) }, 'the bank paid others than our books say')
}

export function reconcileYesterday(services: Services): Promise<Reconciled> {
  return reconcileStatement(services, shanghaiDay(new Date(services.clock.now().getTime() - DAY_MS)))
}
