// Makes the statements of a year in the background, some people at a time; a piece is one transaction, so that a killed worker loses nothing (ADR 38).

import { isGivenUp } from '@paywages/domain/tax/year-job.ts'
import { throughMonth, yearMonths, yearSums } from '@paywages/domain/tax/year-statement.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { isDiskFull } from '../../adapters/postgres/explain-connection.ts'
import type { Services } from '../../app-services.ts'
import { recordAnonymousEntry } from '../../audit-log/record-entry.ts'
import { type PersonYear, readPeopleYears } from './year-figures-store.ts'
import {
  advanceJob,
  endJob,
  lockJob,
  lockNextJob,
  noteAttempt,
  queuePeople,
  takeQueued,
  type YearJobRecord,
} from './year-job-store.ts'
import { digestOfMonths, storedMonth } from './year-months-json.ts'
import { insertYearStatements, lockPayers, type NewStatement } from './year-statement-store.ts'
import { NEWEST_TEXT } from './year-text.ts'

/** People of one transaction: some tenths of a second, and some hundred kilobytes. */
const PIECE = 200
/** A worker that is told to stop waits for one round only. */
const MAX_PIECES = 50
const EVERYTHING = { of: 'everything' } as const

export type Round = { readonly piece?: number; readonly pieces?: number }

/** Any number of workers may call it at once: each job is in one hand at a time. Returns how many people were looked at. */
export async function makeYearStatements(services: Services, round: Round = {}): Promise<number> {
  let people = 0
  for (let pieces = 0; pieces < (round.pieces ?? MAX_PIECES); pieces += 1) {
    const worked = await workOnce(services, round.piece ?? PIECE)
    if (worked === undefined) return people
    people += worked
  }
  return people
}

/** Undefined where nothing waits. */
async function workOnce(services: Services, most: number): Promise<number | undefined> {
  let inHand: number | undefined
  try {
    return await services.database.transact(async (tx) => {
      const job = await lockNextJob(tx)
      if (!job) return undefined
      inHand = job.jobId
      return job.total === null ? listPeople(services, tx, job) : makePiece(services, tx, job, most)
    }, 'long')
  } catch (error) {
    if (inHand === undefined) throw error
    services.log.error({ job: inHand, err: error }, 'year statements could not be made')
    await noteFailure(services, inHand, error)
    return 0
  }
}

async function listPeople(services: Services, tx: Tx, job: YearJobRecord): Promise<number> {
  if ((await queuePeople(tx, job)) === 0) await finish(services, tx, job)
  return 0
}

async function makePiece(services: Services, tx: Tx, job: YearJobRecord, most: number): Promise<number> {
  const queued = await takeQueued(tx, job.jobId, most)
  await lockPayers(
    tx,
    queued.map(({ providerId }) => providerId),
  )
  const people = await readPeopleYears(tx, job, queued)
  if (people.length !== queued.length) throw new Error('a queued person has no period or no payout')
  const changed = people
    .map((person) => statementOf(services, job, person))
    .filter(({ digest, current }) => digest !== current?.digest)
  const at = services.clock.now()
  await insertYearStatements(tx, { ...job, at, textVersion: NEWEST_TEXT.version }, changed)
  await advanceJob(tx, job.jobId, { done: queued.length, made: changed.length })
  const done = { ...job, done: job.done + queued.length, made: job.made + changed.length }
  if (queued.length < most || done.done === job.total) await finish(services, tx, done)
  return queued.length
}

function statementOf(
  { taxTables }: Services,
  { year }: YearJobRecord,
  { bookings, adjustments, lastPeriod, ...person }: PersonYear,
): NewStatement {
  const months = yearMonths(bookings, year, { adjustments, tables: taxTables })
  const { incomeFen, taxFen } = yearSums(months)
  const through = throughMonth(year, lastPeriod)
  const stored = months.map(storedMonth)
  return {
    ...person,
    throughMonth: through,
    incomeFen,
    taxFen,
    months: stored,
    digest: digestOfMonths(stored, through),
  }
}

async function finish({ clock }: Services, tx: Tx, job: YearJobRecord): Promise<void> {
  const at = clock.now()
  await endJob(tx, job.jobId, { state: 'done', at })
  const origin = { at, address: 'worker', requestId: 'make-year-statements', hostname: '' }
  await recordAnonymousEntry(tx, origin, {
    action: 'finish-year-statements',
    object: { kind: 'tax-year-job', id: job.jobId, name: job.year },
    after: { year: job.year, people: job.done, made: job.made },
  })
}

/** Tried again from where it stood; what fails several times without anything done in between ends the job and says so. */
async function noteFailure(services: Services, jobId: number, error: unknown): Promise<void> {
  await services.database.transact(async (tx) => {
    const job = await lockJob(tx, EVERYTHING, jobId)
    // Cancelled, or taken on by another worker, meanwhile.
    if (job?.state !== 'waiting' && job?.state !== 'running') return
    await noteAttempt(tx, jobId)
    if (!isGivenUp(job.attempts + 1)) return
    const reason = isDiskFull(error) ? 'storage' : 'broken'
    await endJob(tx, jobId, { state: 'failed', at: services.clock.now(), reason })
  })
}
