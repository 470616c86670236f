// Starts batches whose set time has come (ADR 70): each wholly in one transaction or not at all, and whoever it concerns is told of one that was not.

import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import { NO_FACTOR } from '@paywages/domain/factors/factor-standing.ts'
import { validateDue } from '@paywages/domain/payouts/schedule.ts'
import { sentenceOf } from '@paywages/wire/refusals.ts'
import type { Actor, Origin } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntryAs } from '../audit-log/record-entry.ts'
import { eachByItself } from '../each-by-itself.ts'
import { insertNotices } from '../proposals/notice-store.ts'
import { concernedOf } from '../proposals/store.ts'
import { Refused } from '../refused.ts'
import { requireSpace } from '../require-space.ts'
import { approvalsOf, attachSignature } from './approval-store.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import type { StartBatch } from './decide-batch.ts'
import {
  dueBatches,
  endSchedule,
  lastSchedule,
  type ScheduleRecord,
  type SchedulerAccount,
  schedulerOf,
} from './schedule-store.ts'
import { holdSignature } from './signed-decision.ts'

export type ScheduledStarts = {
  readonly start: StartBatch
  /** While nothing is sent after a restore, nothing is started by itself. */
  readonly isHalted: (tx: Tx) => Promise<boolean>
}

/** Tells how many were started. What fails for a passing reason, such as an outage, is tried again in the next round. */
export async function startDueBatches(services: Services, starts: ScheduledStarts): Promise<number> {
  const due = await services.database.query((tx) => dueBatches(tx, services.clock.now()))
  let started = 0
  await eachByItself(services, due, 'a scheduled start', async (batchId) => {
    try {
      if (await startOne(services, starts, batchId)) started += 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await fail(services, batchId, error)
    }
  })
  return started
}

/** False where it was taken back, started or set anew meanwhile. */
async function startOne(services: Services, starts: ScheduledStarts, batchId: number): Promise<boolean> {
  await requireSpace(services)
  // Before its rows are opened: one that can never be opened is missed after its hour, as any other.
  if (!(await services.database.transact((tx) => holdStartable(tx, services, batchId)))) return false
  const start = (await starts.start.prepared?.(services, batchId)) ?? starts.start
  return services.database.transact(async (tx) => {
    const held = await holdStartable(tx, services, batchId)
    if (held === undefined) return false
    const { batch, schedule, scheduler, at } = held
    if (await starts.isHalted(tx)) throw new Refused('schedule-halted')
    const { signatureId } = schedule
    await holdSignature(tx, batch, scheduler.accountId, schedule)
    await start(tx, services, actorOf(scheduler, at), batch, schedule.payingAccountId ?? undefined, 'kept')
    if (signatureId !== null) await attachSignature(tx, batchId, 'start', signatureId)
    await endSchedule(tx, batchId, { state: 'started', at, by: null })
    return true
  }, 'long')
}

/** Held, and everything that its rows have no part in is right. */
async function holdStartable(tx: Tx, services: Services, batchId: number) {
  const held = await holdDue(tx, services, batchId)
  if (held === undefined) return undefined
  const { batch, schedule } = held
  const at = services.clock.now()
  const scheduler = await schedulerOf(tx, schedule.accountId)
  if (!scheduler) throw new Refused('scheduler-disabled')
  const state = { ...batch, history: await approvalsOf(tx, batchId) }
  const refusal = validateDue(state, scheduler, schedule.dueAt, at)
  if (refusal !== undefined) throw new Refused(refusal)
  return { batch, schedule, scheduler, at }
}

/** The batch is held first, as everywhere; another worker may have been faster. */
async function holdDue(tx: Tx, { clock }: Services, batchId: number) {
  const batch = await findBatch(tx, { of: 'everything' }, batchId, 'lock')
  const schedule = await lastSchedule(tx, batchId)
  if (!batch || schedule?.state !== 'waiting' || schedule.dueAt > clock.now()) return undefined
  return { batch, schedule }
}

/** It stays ready, and is not tried again by itself: a person starts it, or sets another time. */
async function fail(services: Services, batchId: number, refused: Refused): Promise<void> {
  await services.database.transact(async (tx) => {
    const held = await holdDue(tx, services, batchId)
    if (held === undefined) return
    const { batch, schedule } = held
    const at = services.clock.now()
    const words = sentenceOf(refused.code, refused.detail)
    await endSchedule(tx, batchId, { state: 'failed', at, by: null, failure: refused.code, words })
    await noteFailure(tx, batch, schedule, words, at)
  })
  services.log.warn({ batchId, refusal: refused.code }, 'a scheduled batch was not started')
}

async function noteFailure(
  tx: Tx,
  batch: BatchRecord,
  schedule: ScheduleRecord,
  words: string,
  at: Date,
): Promise<void> {
  const { accountId, account, realName, dueAt } = schedule
  const writer = { accountId, account, realName, providerId: batch.providerId }
  await recordEntryAs(tx, originAt(at), writer, {
    action: 'scheduled-start-failed',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    result: 'refused',
    reason: words,
    before: { dueAt: shanghaiMinute(dueAt) },
  })
  const told = [accountId, ...(await concernedOf(tx, batch.providerId))]
  await insertNotices(tx, told, {
    kind: 'schedule-failed',
    about: `${batch.fileName}：${words}`,
    byName: realName,
    at,
  })
}

const originAt = (at: Date): Origin => ({ at, address: '', requestId: 'schedule', hostname: '' })

/** In the name of whoever set it: the starter of record. */
function actorOf(scheduler: SchedulerAccount, at: Date): Actor {
  const { enabled: _, ...person } = scheduler
  return {
    ...originAt(at),
    person: {
      ...person,
      providerName: '',
      platformName: '',
      brand: 1,
      mustChangePassword: false,
      sessionToken: Buffer.alloc(0),
      factor: NO_FACTOR,
    },
  }
}
