// Audits and reviews a batch: compare-and-set under lock, by the rules of domain/payouts/batch-status (D17, D18).

import { scopeOf } from '@paywages/domain/accounts/rights.ts'
import {
  type BatchState,
  type Decision,
  validateDecision,
  validateWithdrawal,
} from '@paywages/domain/payouts/batch-status.ts'
import type { RiskCheck } from '@paywages/domain/payouts/risks.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import { Refused } from '../refused.ts'
import { requireSpace } from '../require-space.ts'
import { findPairs, handsOf, notePairs } from './account-pairs.ts'
import { approvalsOf, attachSignature, insertApproval } from './approval-store.ts'
import { type BatchRecord, findBatch, setBatchStatus } from './batch-store.ts'
import { checkedInWords, checkRisks } from './check-risks.ts'
import { approvedContent } from './content-hash.ts'
import { findBrokenSeal } from './find-broken-seal.ts'
import { refreshVat } from './refresh-vat.ts'
import { endSchedule } from './schedule-store.ts'
import { type ChooseAccount, requireSignature } from './signed-decision.ts'

export type BatchDecision = Decision & {
  readonly reason: string
  readonly checkedRisks: readonly RiskCheck[]
  /** The account that the start page showed; 0 for the direct channel. */
  readonly payingAccountId?: number | undefined
}

/** Money is moved by another slice, within this very transaction; it holds the content against the approval itself, under lock. */
export type StartBatch = {
  (
    tx: Tx,
    services: Services,
    by: Actor,
    batch: BatchRecord,
    payingAccountId?: number | undefined,
    /** The account was chosen when a time was set for the start. */
    kept?: 'kept',
  ): Promise<void>
  /** The same start, with what takes long and needs no lock done before its transaction. */
  readonly prepared?: (services: Services, batchId: number) => Promise<StartBatch>
  /** Without it there is the direct channel alone. */
  readonly chooseAccount?: ChooseAccount
}

async function lockBatch(tx: Tx, by: Actor, batchId: number) {
  const batch = await findBatch(tx, scopeOf(by.person), batchId, 'lock')
  if (!batch) throw new Refused('not-found')
  const history = await approvalsOf(tx, batchId)
  const state: BatchState = { ...batch, history }
  return { batch, state, history }
}

const objectOf = (batch: BatchRecord) => ({
  kind: 'payout-batch',
  id: batch.batchId,
  name: `${batch.batchNo} ${batch.fileName}`,
})

export async function decideBatch(
  services: Services,
  by: Actor,
  batchId: number,
  decision: BatchDecision,
  start: StartBatch,
): Promise<void> {
  const isStart = decision.to === 'transferring'
  if (isStart) await requireSpace(services)
  const startPrepared = (isStart && (await start.prepared?.(services, batchId))) || start
  await services.database.transact(async (tx) => {
    const { batch, state, history } = await lockBatch(tx, by, batchId)
    const validated = validateDecision(state, decision, by.person)
    if ('refusal' in validated) throw new Refused(validated.refusal)
    // A batch that was tampered with can still be rejected.
    const { step, leadsTo } = validated
    const payingAccountId =
      step === 'start'
        ? await start.chooseAccount?.(tx, batch.providerId, decision.payingAccountId)
        : undefined
    const signed = decision.pass
      ? await requireSignature(tx, by, batch, step, { payingAccountId })
      : undefined
    const pairs = decision.pass ? await findPairs(tx, handsOf(history, state, by), by.at) : []
    await notePairs(tx, by, batch, pairs)
    if (step === 'start') {
      await startPrepared(tx, services, by, batch, payingAccountId)
      if (signed !== undefined) await attachSignature(tx, batchId, step, signed)
      // Started by hand, it needs no other start.
      await endSchedule(tx, batchId, { state: 'cancelled', at: by.at, by: by.person.accountId })
      return
    }
    const approved = decision.pass ? await approvedContent(tx, services, batch, step) : null
    if (step === 'audit' && decision.pass) await requireSeals(tx, services, batchId)
    const checkedRisks = decision.pass ? await checkRisks(tx, batch, pairs, decision.checkedRisks) : []
    // Whoever decides next sees what other companies paid meanwhile.
    if (decision.pass) await refreshVat(tx, services, batch, by.at)
    const asManager = by.person.manager || by.person.superManager
    await setBatchStatus(tx, batchId, leadsTo, false)
    await insertApproval(tx, batchId, {
      step,
      accountId: by.person.accountId,
      passed: decision.pass,
      reason: decision.pass ? '' : decision.reason,
      at: by.at,
      contentHash: approved?.hash ?? null,
      keyId: decision.pass ? services.keys.currentId : null,
      checkedRisks,
      asManager,
    })
    if (signed !== undefined) await attachSignature(tx, batchId, step, signed)
    await recordEntry(tx, by, {
      action: step === 'audit' ? 'audit-batch' : 'review-batch',
      object: objectOf(batch),
      providerId: batch.providerId,
      reason: decision.pass ? '' : decision.reason,
      before: { status: batch.status },
      after: {
        status: leadsTo,
        ...(step === 'review' && asManager ? { asManager } : {}),
        ...(checkedRisks.length === 0 ? {} : { checkedRisks: checkedRisks.map(checkedInWords) }),
      },
    })
  }, 'long')
}

/** Before anybody vouches for the rows: from here on the content hash holds every seal in its place (ADR 169). */
async function requireSeals(tx: Tx, services: Services, batchId: number): Promise<void> {
  const row = await findBrokenSeal(tx, services, batchId)
  if (row !== undefined) throw new Refused('seal-broken', { row })
}

export async function withdrawBatch(
  services: Services,
  by: Actor,
  batchId: number,
  reason: string,
): Promise<void> {
  await services.database.transact(async (tx) => {
    const { batch, state } = await lockBatch(tx, by, batchId)
    const validated = validateWithdrawal(state, by.person)
    if ('refusal' in validated) throw new Refused(validated.refusal)
    await setBatchStatus(tx, batchId, validated.to, true)
    await endSchedule(tx, batchId, { state: 'cancelled', at: by.at, by: by.person.accountId })
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
      after: { status: validated.to, withdrawn: true },
    })
  })
}
