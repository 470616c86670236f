// Holds the bank's own record of a day against ours: what it paid is paid, and what it never paid raises an alarm.

import { DAY_MS, type Day, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { StatementLine } from '../adapters/bank/bank-port.ts'
import type { Services } from '../app-services.ts'
import { applyBankUpdates, MAX_AT_ONCE } from './apply-bank-updates.ts'
import { type OtherPayee, otherPayees } from './compare-payees.ts'
import { isForgotten, keepDebits, knownTransfers } from './debit-store.ts'
import { paidBetween } from './reconcile-store.ts'

export type Reconciled = {
  readonly lines: number
  /** Transfers the statement told us something new about. */
  readonly changed: number
  /** References that our books do not know, or know for another amount and never sent, and nobody has explained; kept (I3). */
  readonly unknown: readonly string[]
  /** Paid by our books on that day, and not by the bank's. */
  readonly missing: readonly string[]
  /** Paid to another name or card than our books say. */
  readonly otherPayees: readonly OtherPayee[]
  /** The newest serial of the day. */
  readonly lastSerial: string
  /** The bank's own clock, where it told it. */
  readonly saidAt: Date | undefined
}

export async function reconcileStatement(services: Services, day: Day): Promise<Reconciled> {
  const seen = new Set<string>()
  const unknown = new Set<string>()
  const payees: OtherPayee[] = []
  let [lines, changed, lastSerial] = [0, 0, '']
  let [after, saidAt]: [string | undefined, Date | undefined] = [undefined, undefined]
  do {
    const page = await services.bank.statement(day, after)
    saidAt = page.saidAt ?? saidAt
    lines += page.lines.length
    lastSerial = page.lines.at(-1)?.serial ?? lastSerial
    for (const { reference } of page.lines) seen.add(reference)
    for (let from = 0; from < page.lines.length; from += MAX_AT_ONCE) {
      const taken = await takeLines(services, page.lines.slice(from, from + MAX_AT_ONCE))
      changed += taken.changed
      for (const reference of taken.unknown) unknown.add(reference)
    }
    payees.push(...(await services.database.read((tx) => otherPayees(tx, services, page.lines))))
    after = page.next
  } while (after !== undefined)
  const paid = await services.database.read((tx) => paidBetween(tx, startOfDay(day), endOfDay(day)))
  const missing = paid.filter((reference) => !seen.has(reference))
  report(services, day, [...unknown], missing)
  reportOtherPayees(services, day, payees)
  return { lines, changed, unknown: [...unknown], missing, otherPayees: payees, lastSerial, saidAt }
}

/** Looked up only after the bank said it: what it executed by then was in our books before it was sent. */
async function takeLines(services: Services, lines: readonly StatementLine[]) {
  const known = await services.database.read((tx) =>
    knownTransfers(
      tx,
      lines.map(({ reference }) => reference),
    ),
  )
  const kinds = Map.groupBy(lines, ({ reference, amountFen }) => {
    const transfer = known.get(reference)
    if (isForgotten(transfer, amountFen)) return 'unknown'
    // Its sending was lost, as only a restore can do.
    return transfer?.unsent ? 'adopted' : 'listed'
  })
  const forgotten = kinds.get('unknown') ?? []
  const unknown =
    forgotten.length === 0
      ? []
      : await services.database.transact((tx) => keepDebits(tx, forgotten, services.clock.now()))
  const changed =
    (await applyBankUpdates(services, 'adopted', kinds.get('adopted') ?? [])) +
    (await applyBankUpdates(services, 'listed', kinds.get('listed') ?? []))
  return { changed, unknown }
}

function report(services: Services, day: Day, unknown: readonly string[], missing: readonly string[]): void {
  if (unknown.length > 0) services.metrics.transferAlarms.inc({ alarm: 'unknown-reference' }, unknown.length)
  if (missing.length > 0) services.metrics.transferAlarms.inc({ alarm: 'not-on-statement' }, missing.length)
  if (unknown.length + missing.length > 0)
    services.log.error(
      { day, unknown: unknown.slice(0, 20), missing: missing.slice(0, 20) },
      'the bank’s statement and ours differ',
    )
}

function reportOtherPayees(services: Services, day: Day, payees: readonly OtherPayee[]): void {
  if (payees.length === 0) return
  services.metrics.transferAlarms.inc({ alarm: 'payee-differs' }, payees.length)
  services.log.error({ day, payees: payees.slice(0, 20) }, 'the bank paid others than our books say')
}

export function reconcileYesterday(services: Services): Promise<Reconciled> {
  return reconcileStatement(services, shanghaiDay(new Date(services.clock.now().getTime() - DAY_MS)))
}
