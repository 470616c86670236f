// Our books against the bank's own record: each reference executed at most once, and the totals equal (I3).

import { DAY_MS, type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { BankUpdate } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type OtherPayee, otherPayees } from '../transfers/compare-payees.ts'
import { type Finding, MAX_REPORTED } from './finding.ts'

type Ours = {
  readonly reference: string
  readonly state: string
  readonly netFen: Fen
  readonly byPeople: boolean
}

/** From the first sending on, or only the last days. What is open now may be at either side. */
export async function bankAgrees(services: Services, tx: Tx, lastDays: number): Promise<Finding[]> {
  const now = services.clock.now()
  const from = new Date(now.getTime() - lastDays * DAY_MS)
  const { rows: ours } = await sql<Ours>`
    select t.reference, t.state, t.amount_fen - t.tax_fen as "netFen", t.bank_serial = '' as "byPeople" from transfers t
    where t.first_sent_at >= ${from} or (t.first_sent_at is null and t.state <> 'reserved')`.execute(tx)
  const known = new Map(ours.map((one) => [one.reference, one]))
  const debits = new Map<string, { count: number; fen: Fen }>()
  const returned = new Set<string>()
  const payees: OtherPayee[] = []
  for (const day of daysBetween(from, now))
    await readDay(services, day, debits, returned, async (lines) => {
      payees.push(...(await otherPayees(tx, services, lines)))
    })
  return [...compare(known, debits, returned), ...comparePayees(payees)].slice(0, MAX_REPORTED)
}

async function readDay(
  services: Services,
  day: Day,
  debits: Map<string, { count: number; fen: Fen }>,
  returned: Set<string>,
  also: (lines: readonly BankUpdate[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined
  do {
    const page = await services.bank.statement(day, after)
    for (const { reference, status, amountFen = 0n } of page.lines) {
      if (status === 'returned') returned.add(reference)
      else debits.set(reference, { count: (debits.get(reference)?.count ?? 0) + 1, fen: amountFen })
    }
    await also(page.lines)
    after = page.next
  } while (after !== undefined)
}

function comparePayees(payees: readonly OtherPayee[]): Finding[] {
  return payees.map(({ reference, differs }) => ({
    invariant: 'I3',
    what: `the bank paid ${reference} to another ${differs} than our books say`,
  }))
}

function daysBetween(from: Date, to: Date): Day[] {
  const days: Day[] = []
  for (let at = from.getTime(); at < to.getTime() + DAY_MS; at += DAY_MS) {
    const day = shanghaiDay(new Date(Math.min(at, to.getTime())))
    if (days.at(-1) !== day) days.push(day)
  }
  return days
}

function* compare(
  known: ReadonlyMap<string, Ours>,
  debits: ReadonlyMap<string, { count: number; fen: Fen }>,
  returned: ReadonlySet<string>,
): Generator<Finding> {
  const reported = (what: string): Finding => ({ invariant: 'I3', what })
  for (const [reference, { count, fen }] of debits) {
    if (count > 1) yield reported(`the bank executed ${reference} ${count} times`)
    const ours = known.get(reference)
    if (!ours) continue
    if (ours.netFen !== fen)
      yield reported(`the bank paid ${fen} fen under ${reference}, we ordered ${ours.netFen}`)
    if (ours.state === 'failed' || ours.state === 'reserved')
      yield reported(`the bank paid ${reference}, our books say ${ours.state}`)
    if (ours.state === 'succeeded' && returned.has(reference))
      yield reported(`the bank took ${reference} back, our books say paid`)
  }
  for (const { reference, state, byPeople } of known.values()) {
    const paid = state === 'succeeded' || state === 'returned'
    // What two people resolved without the bank's answer stands on their evidence.
    if (paid && !byPeople && !debits.has(reference))
      yield reported(`our books paid ${reference}, the bank did not`)
    if (state === 'returned' && !returned.has(reference))
      yield reported(`our books took ${reference} back, the bank did not`)
  }
}
