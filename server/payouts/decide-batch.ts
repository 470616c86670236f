// Audits and reviews a batch: compare-and-set under lock, by the rules of domain/payouts/batch-status (D17, D18).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  type BatchState,
  type Decision,
  judgeDecision,
  judgeWithdrawal,
} from '@paywages/domain/payouts/batch-status.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { recordEntry } from '../audit/record-entry.ts'
import type { House } from '../house.ts'
import { Refused } from '../refused.ts'
import { approvalsOf, insertApproval } from './approval-store.ts'
import { type BatchRecord, findBatch, setBatchStatus } from './batch-store.ts'
import { contentHash, refuseChangedContent } from './content-hash.ts'

export type BatchDecision = Decision & {
  readonly reason: string
  readonly confirmedDuplicates: number | undefined
}

/** Money is moved by another slice, within this very transaction. */
export type StartBatch = (tx: Tx, house: House, by: Actor, batch: BatchRecord) => Promise<void>

async function takeBatch(tx: Tx, by: Actor, batchId: number) {
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

export async function decideBatch(
  house: House,
  by: Actor,
  batchId: number,
  decision: BatchDecision,
  start: StartBatch,
): Promise<void> {
  await house.database.transact(async (tx) => {
    const { batch, state } = await takeBatch(tx, by, batchId)
    const judged = judgeDecision(state, decision, by.person)
    if ('refusal' in judged) throw new Refused(judged.refusal)
    // A batch that was tampered with can still be rejected.
    if (decision.pass) await refuseChangedContent(tx, house, batch, judged.step)
    if (judged.step === 'start') return start(tx, house, by, batch)
    if (decision.pass) refuseUnconfirmedDuplicates(batch, decision.confirmedDuplicates)
    await setBatchStatus(tx, batchId, decision.to, false)
    await insertApproval(tx, batchId, {
      step: judged.step,
      accountId: by.person.accountId,
      passed: decision.pass,
      reason: decision.pass ? '' : decision.reason,
      at: by.at,
      contentHash: decision.pass ? await contentHash(tx, house, batch) : null,
      keyId: decision.pass ? house.keys.currentId : null,
    })
    await recordEntry(tx, by, {
      action: judged.step === 'audit' ? 'audit-batch' : 'review-batch',
      object: objectOf(batch),
      providerId: batch.providerId,
      reason: decision.pass ? '' : decision.reason,
      before: { status: batch.status },
      after: { status: decision.to },
    })
  })
}

/** An approver says how many likely duplicates they saw; another number means they saw another batch. */
function refuseUnconfirmedDuplicates(batch: BatchRecord, confirmed: number | undefined): void {
  const count = batch.warningCounts['likely-duplicate'] ?? 0
  if (count > 0 && confirmed !== count) throw new Refused('duplicates-unconfirmed', { count })
}

export async function withdrawBatch(house: House, by: Actor, batchId: number, reason: string): Promise<void> {
  await house.database.transact(async (tx) => {
    const { batch, state } = await takeBatch(tx, by, batchId)
    const judged = judgeWithdrawal(state, by.person)
    if ('refusal' in judged) throw new Refused(judged.refusal)
    await setBatchStatus(tx, batchId, judged.to, true)
    const approval = {
      step: 'withdraw',
      accountId: by.person.accountId,
      passed: false,
      reason,
      at: by.at,
      contentHash: null,
      keyId: null,
    } as const
    await insertApproval(tx, batchId, approval)
    await recordEntry(tx, by, {
      action: 'withdraw-batch',
      object: objectOf(batch),
      providerId: batch.providerId,
      reason,
      before: { status: batch.status },
      after: { status: judged.to, withdrawn: true },
    })
  })
}
