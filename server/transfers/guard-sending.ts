// Keeps workers from sending on a database that may have lost commits, until the bank's record was held against it (ADR 27).

import {
  addDays,
  DAY_MS,
  type Day,
  daysFrom,
  shanghaiDay,
  startOfDay,
} from '@paywages/domain/calendar/shanghai.ts'
import {
  agreedUntil,
  comparedDays,
  type DaysKnown,
  firstHeld,
} from '@paywages/domain/transfers/compared-days.ts'
import {
  type DatabaseServer,
  type Gate,
  type GateEvent,
  isComparisonDue,
  moveGate,
  serverChange,
} from '@paywages/domain/transfers/sending-gate.ts'
import { BeyondRecord } from '../adapters/bank/bank-port.ts'
import { CLOCK_TOLERANCE_MS } from '../adapters/bank/signature.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { setUpAt } from '../adapters/postgres/set-up-at.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { adoptDebits, workerAt } from './adopt-debits.ts'
import { countOpenDebits } from './debit-store.ts'
import {
  acceptedUnaskedSince,
  type GateRecord,
  isLookedThrough,
  noteAcceptedAsked,
  readGate,
  recordComparison,
  writeGate,
} from './gate-store.ts'
import { lastKnownMoment } from './last-known.ts'
import { holdAfterChange, noteOlderLog } from './note-restore.ts'
import { askAccepted, reconcileAccepted } from './reconcile-accepted.ts'
import { type Reconciled, reconcileStatement } from './reconcile-statement.ts'
import { lastEndedAt } from './reconcile-store.ts'
import { takePlace } from './sending-server.ts'

/** So long an order that was signed may still be taken by the bank, whose clock may go ahead of ours or behind it. */
const ORDER_LIFE_MS = 2 * CLOCK_TOLERANCE_MS

/** At least, where nothing was ever compared and nothing ever sent. */
const FIRST_LOOK_DAYS = 3

export type NoteLost = (services: Services) => Promise<unknown>

/**
 * One round; `compare` reads the bank's record whether or not it is time for it, `adopt: false` leaves what could not be adopted
 * for another round. Returns how the gate stands then.
 */
export async function guardSending(
  services: Services,
  options: {
    readonly compare?: boolean
    readonly adopt?: boolean
    /** What else tells on a server that was started anew that commits are missing. */
    readonly noteLost?: NoteLost
  } = {},
): Promise<Gate> {
  const record = await services.database.query((tx) => readGate(tx))
  const change = serverChange(record.recorded, record.current)
  if (change !== 'none' && change !== 'compare') await move(services, { kind: 'seen', change })
  const place = await takePlace(services, record)
  if (place === 'superseded') return move(services, { kind: 'superseded' }, { server: record.current })
  // What the one before it still sends is on the record only after that.
  if (place === 'waits') return (await services.database.query((tx) => readGate(tx))).gate
  if (change !== 'none') await noteIfOlder(services, change === 'compare' ? noteOlderLog : undefined)
  const isDueNow = change !== 'none' || place === 'again' || isDue(record, services.clock.now())
  const compares = options.compare || isDueNow
  // Again with each comparison, where the file store was away.
  if (change !== 'none' || (compares && !isLookedThrough(record)))
    await noteIfOlder(services, options.noteLost)
  if (compares) return compareWithBank(services, record, place === 'again')
  const unknownDebits = await services.database.query((tx) => countOpenDebits(tx))
  if (unknownDebits === 0 && record.gate.state === 'open') return record.gate
  if (options.adopt !== false) {
    // Its debit is on the statement, and must be read there before anything else is concluded.
    if (await askAccepted(services)) return compareWithBank(services, record)
    await adoptDebits(services)
  }
  return move(services, 'reconciled')
}

/** Where the file store does not answer, nobody gets a file either, and the next anchor finds it out. */
async function noteIfOlder(services: Services, note: NoteLost | undefined): Promise<void> {
  try {
    await note?.(services)
  } catch (error) {
    services.log.warn(
      { err: error },
      'the database could not be held against what the file store knows of it',
    )
  }
}

function isDue({ comparedAt, restoredAt, current }: GateRecord, now: Date): boolean {
  const interruptions = restoredAt === null ? [current.startedAt] : [restoredAt, current.startedAt]
  return isComparisonDue({ comparedAt, interruptions }, now, ORDER_LIFE_MS)
}

/** Every day of the bank's record since the last common point, whatever our clock says; what we had forgotten is adopted. */
async function compareWithBank(services: Services, record: GateRecord, namedAgain = false): Promise<Gate> {
  const at = services.clock.now()
  const known = {
    commonDay: await lastCommonDay(services, record, at),
    lastKnown: await lastKnownMoment(services),
    now: at,
  }
  const { first } = comparedDays({ ...known, bankNow: undefined })
  const acceptedAsked = await reconcileAccepted(services, startOfDay(first))
  const { serial, bankNow, recordCut } = await readDays(services, known)
  await askAccepted(services)
  await adoptDebits(services)
  const commonDay = agreedUntil({ now: at, bankNow }, CLOCK_TOLERANCE_MS)
  const comparison = { commonDay, serial, at, acceptedAsked, recordCut }
  return move(services, 'reconciled', { server: record.current, comparison, namedAgain })
}

/** The bank tells its own clock with each of them, and so on which day it ends. */
async function readDays(services: Services, known: Omit<DaysKnown, 'bankNow'>) {
  const { recordDays } = services.settings.bank
  const { commonDay } = known
  let [serial, bankNow]: [string, Date | undefined] = ['', undefined]
  let isRefused = false
  const held = firstHeld({ ...known, bankNow }, recordDays)
  const { first } = comparedDays({ ...known, bankNow })
  // A clock that is years behind asks for nothing that the bank does not hold and our books agree with.
  const from = first < held ? (held < commonDay ? held : commonDay) : first
  for (let day = from; day <= comparedDays({ ...known, bankNow }).last; day = addDays(day, 1)) {
    const read = await readDay(services, day)
    isRefused ||= read === undefined && day >= commonDay
    serial = read?.lastSerial || serial
    bankNow = read?.saidAt ?? bankNow
  }
  // Some banks tell an empty day where they hold it no longer.
  return { serial, bankNow, recordCut: isRefused || commonDay < firstHeld({ ...known, bankNow }, recordDays) }
}

async function readDay(services: Services, day: Day): Promise<Reconciled | undefined> {
  try {
    return await reconcileStatement(services, day)
  } catch (error) {
    if (error instanceof BeyondRecord) return undefined
    throw error
  }
}

/** How many days of the bank's record, up to today, may hold what our books do not know; at least those of a first look, at most what the bank holds. */
export async function daysToCompare(services: Services): Promise<number> {
  const { commonDay } = await services.database.query((tx) => readGate(tx))
  const since = commonDay === null ? 0 : daysFrom(commonDay, shanghaiDay(services.clock.now()))
  return Math.min(Math.max(FIRST_LOOK_DAYS, since), services.settings.bank.recordDays)
}

async function lastCommonDay(services: Services, { commonDay }: GateRecord, now: Date): Promise<Day> {
  if (commonDay !== null) return commonDay
  const { last, setUp } = await services.database.query(async (tx) => ({
    last: await lastEndedAt(tx),
    setUp: await setUpAt(tx),
  }))
  if (last !== null) return shanghaiDay(new Date(last.getTime() - DAY_MS))
  // It may be a restore to before its first comparison, and all that was paid since be lost.
  const firstLook = now.getTime() - FIRST_LOOK_DAYS * DAY_MS
  return shanghaiDay(new Date(Math.min(firstLook, (setUp?.getTime() ?? firstLook) - DAY_MS)))
}

type Comparison = {
  readonly commonDay: Day
  readonly serial: string
  readonly at: Date
  readonly acceptedAsked: boolean
  /** Some of the days are no longer held by the bank. */
  readonly recordCut: boolean
}

/** What was found out of which server; of the one that was compared last, where none is told. */
type Found = {
  readonly server?: DatabaseServer
  readonly comparison?: Comparison
  readonly namedAgain?: boolean
}

async function move(
  services: Services,
  event: Exclude<GateEvent, { kind: 'reconciled' }> | 'reconciled',
  { server, comparison, namedAgain = false }: Found = {},
): Promise<Gate> {
  const now = services.clock.now()
  return services.database.transact(async (tx) => {
    const { gate, recorded, current, haltedAt } = await readGate(tx, 'update')
    const isSeen = event !== 'reconciled' && event.kind === 'seen'
    // What was found out of another server than this one proves nothing, nor what another worker has compared meanwhile.
    const isStale = isSeen
      ? serverChange(recorded, current) !== event.change
      : serverChange(server ?? recorded, current) !== 'none'
    if (isStale) return gate
    if (comparison) await recordComparison(tx, comparison)
    if (comparison?.acceptedAsked) await noteAcceptedAsked(tx)
    // Whether sending is halted already or not.
    if (isSeen) await holdAfterChange(tx, services, current)
    const recordCut = comparison?.recordCut ?? false
    const next = moveGate(
      gate,
      event === 'reconciled' ? { kind: event, recordCut, namedAgain, ...(await leftOpen(tx)) } : event,
    )
    // Another cut asks for another comparison by people, which its moment names.
    if (next.state === gate.state && reasonOf(next) === reasonOf(gate) && !recordCut) return next
    await writeGate(tx, next, now, recordCut)
    await tell(tx, services, { gate, next, haltedAt }, now)
    return next
  })
}

/** Two people have compared what the bank's record no longer tells; what else keeps sending back goes on doing so. */
export async function liftCut(tx: Tx, services: Services, now: Date): Promise<void> {
  const { gate, haltedAt } = await readGate(tx, 'update')
  const next = moveGate(gate, { kind: 'released', ...(await leftOpen(tx)) })
  await writeGate(tx, next, now)
  await tell(tx, services, { gate, next, haltedAt }, now)
}

const reasonOf = (gate: Gate) => (gate.state === 'halted' ? gate.reason : '')

async function leftOpen(tx: Tx) {
  return {
    unknownDebits: await countOpenDebits(tx),
    acceptedUnasked: (await acceptedUnaskedSince(tx)) !== undefined,
  }
}

async function tell(
  tx: Tx,
  services: Services,
  { gate, next, haltedAt }: { gate: Gate; next: Gate; haltedAt: Date | null },
  now: Date,
): Promise<void> {
  const reason = reasonOf(next) || reasonOf(gate)
  await recordAnonymousEntry(tx, workerAt(now), {
    action: next.state === 'halted' ? 'halt-sending' : 'resume-sending',
    object: { kind: 'sending', id: reason },
    providerId: null,
    before: { state: gate.state, ...(haltedAt === null ? {} : { since: haltedAt.toISOString() }) },
    after: { state: next.state },
  })
  if (next.state === 'halted' && next.reason === 'superseded')
    services.log.error({ reason }, 'another database server sends; nothing is sent from this one')
  else if (next.state === 'halted')
    services.log.error({ reason }, 'nothing is sent until a reconciliation has passed')
  else services.log.warn({ reason }, 'the reconciliation has passed; transfers are sent again')
}
