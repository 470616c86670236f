// Our books against the bank's own record: each reference executed at most once, and the totals equal (I3).

import { DAY_MS, type Day, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import { inPieces } from '../adapters/postgres/cursor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { type OtherPayee, otherPayees } from '../transfers/compare-payees.ts'
import { transfersNamed } from '../transfers/reference-store.ts'
import { addDay, byReference, openBankRecord, type Theirs } from './bank-record.ts'
import { differences, type Ours, sideBySide } from './compare-references.ts'
import { type Finding, type InvariantCheck, MAX_REPORTED } from './finding.ts'

/** What failed so long before may still turn out to be paid. */
const LATE_DAYS = 31

/**
 * From the first sending on, or only the last days. What is open now may be at either side. Both records are read in the order of their
 * references, side by side: memory does not grow with them.
 */
export async function bankAgrees(services: Services, tx: Tx, lastDays: number): Promise<Finding[]> {
  const now = services.clock.now()
  const from = new Date(now.getTime() - lastDays * DAY_MS)
  // Our moment is before the bank's: what it pays meanwhile is open in our books, and not the other way round.
  await sql`select 1`.execute(tx)
  const record = openBankRecord(services)
  try {
    const payees: OtherPayee[] = []
    for (const day of daysBetween(from, now))
      await addDay(services, record, day, async (lines) => {
        payees.push(...(await otherPayees(tx, services, lines)).slice(0, MAX_REPORTED - payees.length))
      })
    const different: string[] = []
    const unknown = openUnknown(services)
    for await (const pair of sideBySide(ourReferences(tx, from), byReference(record))) {
      if (different.length < MAX_REPORTED) different.push(...differences(pair))
      if (pair.ours === undefined && pair.theirs) await unknown.add(pair.theirs)
    }
    const told = different.map((what): Finding => ({ invariant: 'I3', what }))
    return [...[...told, ...comparePayees(payees)].slice(0, MAX_REPORTED), ...(await unknown.end())]
  } finally {
    await record.close()
  }
}

/** In the order in which text is compared here as well: by the bytes of characters that all are ASCII. */
async function* ourReferences(tx: Tx, from: Date): AsyncGenerator<Ours> {
  const late = new Date(from.getTime() - LATE_DAYS * DAY_MS)
  const pieces = inPieces(
    tx,
    sql<Ours>`
    select t.reference, t.state, t.amount_fen - t.tax_fen - t.vat_fen as "netFen", t.bank_serial = '' as "byPeople",
      exists (select 1 from transfer_resolutions s where s.transfer_id = t.transfer_id and s.outcome = 'returned' and s.status = 'confirmed') as "returnedByPeople"
    from row_transfers t where t.state <> 'reserved'
      and not exists (select 1 from transfer_queues q where q.batch_id = t.batch_id and q.channel <> 'direct')
      and (t.payout_at >= ${from} or (t.state = 'failed' and t.payout_at >= ${late}))
    order by t.reference collate "C"`,
  )
  for await (const piece of pieces) yield* piece
}

const LOOKED_UP = 1_000

/**
 * Debits that our books do not know. Looked up now and not at the moment of the other checks: what the bank was just seen to have
 * executed may have been started since. What two people explained, and what is told by `debitsAreKnown`, is left out.
 */
function openUnknown(services: Services) {
  const findings: Finding[] = []
  let waiting: Theirs[] = []
  async function lookUp(): Promise<void> {
    findings.push(...(await unknownAmong(services, waiting)).slice(0, MAX_REPORTED - findings.length))
    waiting = []
  }
  return {
    add: async (theirs: Theirs) => {
      if (theirs.debits === 0 || theirs.reference.includes('\0') || findings.length >= MAX_REPORTED) return
      waiting.push(theirs)
      if (waiting.length >= LOOKED_UP) await lookUp()
    },
    end: async () => {
      if (waiting.length > 0) await lookUp()
      return findings
    },
  }
}

async function unknownAmong(services: Services, debits: readonly Theirs[]): Promise<Finding[]> {
  const others = debits.map(({ reference }) => reference)
  const { rows } = await services.database.read(async (tx) => {
    const ours = await transfersNamed(tx, others)
    return sql<{ reference: string }>`
      select w.reference from unnest(${others.filter((reference) => !ours.has(reference))}::text[]) w(reference)
      where not exists (select 1 from unknown_debits d where d.reference = w.reference)
      limit ${MAX_REPORTED}`.execute(tx)
  })
  const unknown = new Set(rows.map(({ reference }) => reference))
  return debits.filter(({ reference }) => unknown.has(reference)).map(unknownDebit)
}

function unknownDebit({
  reference,
  serial,
  day,
  fen,
}: Pick<Theirs, 'reference' | 'serial' | 'day' | 'fen'>): Finding {
  const what = `the bank paid ${formatYuan(fen)} yuan on ${day} under ${reference} (serial ${serial}), which our books do not know`
  return { invariant: 'I3', what }
}

function unknownOrder({ reference, day, fen }: Pick<Theirs, 'reference' | 'day' | 'fen'>): Finding {
  const what = `the bank accepted ${formatYuan(fen)} yuan on ${day} under ${reference}, not executed yet, which our books do not know`
  return { invariant: 'I3', what }
}

/** Debits, executed or accepted only, that a reconciliation has found and nobody has explained yet: cheap, for the checks of every few minutes. */
export const debitsAreKnown: InvariantCheck = async (tx) => {
  const { rows } = await sql<{
    reference: string
    serial: string
    fen: Fen
    at: Date
    cause: string
    accepted: boolean
  }>`
    select coalesce(outcome = 'accepted', false) as accepted, reference, bank_serial as serial, amount_fen as fen, executed_at as at, cause from unknown_debits
    where outcome is null or outcome = 'accepted' order by executed_at limit ${MAX_REPORTED}`.execute(tx)
  return rows.map(({ at, cause, accepted, ...debit }) => {
    const told = { ...debit, day: shanghaiDay(at) }
    const { invariant, what } = accepted ? unknownOrder(told) : unknownDebit(told)
    return { invariant, what: `${what} (${cause})` }
  })
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
