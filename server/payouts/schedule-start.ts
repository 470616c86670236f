// Sets a start for a later time, and takes it back (ADR 70): under the batch's lock, by the rules of domain/payouts/schedule.

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMinute } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchState } from '@paywages/domain/payouts/batch-status.ts'
import {
  MAX_AHEAD_DAYS,
  validateSchedule,
  validateScheduleCancel,
} from '@paywages/domain/payouts/schedule.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { approvalsOf } from './approval-store.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import { endSchedule, insertSchedule, lastSchedule } from './schedule-store.ts'
import { type ChooseAccount, requireSignature } from './signed-decision.ts'

async function lockBatch(tx: Tx, by: Actor, batchId: number) {
  const batch = await findBatch(tx, scopeOf(by.person), batchId, 'lock')
  if (!batch) throw new Refused('not-found')
  const state: BatchState = { ...batch, history: await approvalsOf(tx, batchId) }
  return { batch, state }
}

const objectOf = (batch: BatchRecord) => ({
  kind: 'payout-batch',
  id: batch.batchId,
  name: `${batch.batchNo} ${batch.fileName}`,
})

/** One that waits already is set anew; whoever did it last is the starter of record. */
export async function scheduleStart(
  services: Services,
  by: Actor,
  batchId: number,
  dueAt: Date,
  account?: { readonly wantedId: number | undefined; readonly choose: ChooseAccount },
): Promise<void> {
  const { accountId } = by.person
  await services.database.transact(async (tx) => {
    const { batch, state } = await lockBatch(tx, by, batchId)
    const refusal = validateSchedule(state, by.person, dueAt, by.at)
    if (refusal !== undefined) throw new Refused(refusal, { days: MAX_AHEAD_DAYS })
    const { providerId } = batch
    const payingAccountId = await account?.choose(tx, providerId, account.wantedId)
    const signatureId = await requireSignature(tx, by, batch, 'start', { dueAt, payingAccountId })
    const before = await lastSchedule(tx, batchId)
    const replaced = await endSchedule(tx, batchId, { state: 'cancelled', at: by.at, by: accountId })
    await insertSchedule(tx, {
      ...{ batchId, providerId, accountId, setAt: by.at, dueAt, signatureId },
      payingAccountId,
    })
    await recordEntry(tx, by, {
      action: 'schedule-batch',
      object: objectOf(batch),
      providerId,
      ...(replaced && before ? { before: { dueAt: shanghaiMinute(before.dueAt) } } : {}),
      after: { dueAt: shanghaiMinute(dueAt) },
    })
  }, 'long')
}

export async function cancelSchedule(
  services: Services,
  by: Actor,
  batchId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const { batch, state } = await lockBatch(tx, by, batchId)
    const schedule = await lastSchedule(tx, batchId)
    const refusal = validateScheduleCancel(state, schedule?.state, by.person)
    if (refusal !== undefined || schedule === undefined) throw new Refused(refusal ?? 'schedule-ended')
    await endSchedule(tx, batchId, { state: 'cancelled', at: by.at, by: by.person.accountId })
    await recordEntry(tx, by, {
      action: 'cancel-schedule',
      object: objectOf(batch),
      providerId: batch.providerId,
      reason,
      before: { dueAt: shanghaiMinute(schedule.dueAt) },
    })
  })
}
