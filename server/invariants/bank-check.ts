// Our books against the bank's own record: each reference executed at most once, and the totals equal (I3).

import { DAY_MS, type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { StatementLine } from '../adapters/bank/bank-port.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type OtherPayee, otherPayees } from '../transfers/compare-payees.ts'
import { transfersNamed } from '../transfers/reference-store.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

type Ours = {
  readonly reference: string
  readonly state: string
  readonly netFen: Fen
  readonly byPeople: boolean
}

/** What failed so long before may still turn out to be paid. */
const LATE_DAYS = 31

/** From the first sending on, or only the last days. What is open now may be at either side. */
export async function bankAgrees(services: Services, tx: Tx, lastDays: number): Promise<Finding[]> {
  const now = services.clock.now()
  const from = new Date(now.getTime() - lastDays * DAY_MS)
  const { rows: ours } = await sql<Ours>`
    select t.reference, t.state, t.amount_fen - t.tax_fen - t.vat_fen as "netFen", t.bank_serial = '' as "byPeople"
    from row_transfers t where t.state <> 'reserved'
      and not exists (select 1 from transfer_queues q where q.batch_id = t.batch_id and q.channel <> 'direct')
      and (t.payout_at >= ${from} or (t.state = 'failed' and t.payout_at >= ${new Date(from.getTime() - LATE_DAYS * DAY_MS)}))`.execute(
    tx,
  )
  const known = new Map(ours.map((one) => [one.reference, one]))
  const debits = new Map<string, Debits>()
  const returned = new Set<string>()
  const payees: OtherPayee[] = []
  for (const day of daysBetween(from, now))
    await readDay(services, day, debits, returned, async (lines) => {
      payees.push(...(await otherPayees(tx, services, lines)))
    })
  const findings = [...compare(known, debits, returned), ...comparePayees(payees)].slice(0, MAX_REPORTED)
  return [...findings, ...(await unknownAmong(services, known, debits))]
}

type Debits = {
  readonly count: number
  readonly fen: Fen
  readonly day: Day
  readonly serial: string
}

/**
 * Debits that our books do not know. Looked up now and not at the moment of the other checks: what the bank was just seen to have
 * executed may have been started since. What two people explained, and what is told by `debitsAreKnown`, is left out.
 */
async function unknownAmong(
  services: Services,
  known: ReadonlyMap<string, Ours>,
  debits: ReadonlyMap<string, Debits>,
): Promise<Finding[]> {
  const others = [...debits.keys()].filter((reference) => !known.has(reference) && !reference.includes('\0'))
  if (others.length === 0) return []
  const { rows } = await services.database.read(async (tx) => {
    const ours = await transfersNamed(tx, others)
    return sql<{ reference: string }>`
      select w.reference from unnest(${others.filter((reference) => !ours.has(reference))}::text[]) w(reference)
      where not exists (select 1 from unknown_debits d where d.reference = w.reference)
      limit ${MAX_REPORTED}`.execute(tx)
  })
  return rows.flatMap(({ reference }) => {
    const debit = debits.get(reference)
    return debit ? [unknownDebit({ reference, ...debit })] : []
  })
}

function unknownDebit({
  reference,
  serial,
  day,
  fen,
}: Omit<Debits, 'count'> & { reference: string }): Finding {
  const what = `the bank paid ${formatYuan(fen)} yuan on ${day} under ${reference} (serial ${serial}), which our books do not know`
  return { invariant: 'I3', what }
}

/** Debits that a reconciliation has found and nobody has explained yet: cheap, for the checks of every few minutes. */
export const debitsAreKnown: InvariantCheck = async (tx) => {
  const { rows } = await sql<{ reference: string; serial: string; fen: Fen; at: Date; cause: string }>`
    select reference, bank_serial as serial, amount_fen as fen, executed_at as at, cause from unknown_debits
    where outcome is null order by executed_at limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ at, cause, ...debit }) => {
    const { invariant, what } = unknownDebit({ ...debit, day: shanghaiDay(at) })
    return { invariant, what: `${what} (${cause})` }
  })
}

async function readDay(
  services: Services,
  day: Day,
  debits: Map<string, Debits>,
  returned: Set<string>,
  also: (lines: readonly StatementLine[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined
  do {
    const page = await services.bank.statement(day, after)
    for (const { reference, status, amountFen: fen = 0n, serial } of page.lines) {
      if (status === 'returned') returned.add(reference)
      else debits.set(reference, { count: (debits.get(reference)?.count ?? 0) + 1, fen, day, serial })
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
  debits: ReadonlyMap<string, Debits>,
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
