// The transfers' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskBankCardNo } from '@paywages/domain/personal/mask.ts'
import type { ResolutionOutcome } from '@paywages/domain/transfers/resolution.ts'
import { DOUBT_SHOWS_AFTER_MS } from '@paywages/domain/transfers/retry-policy.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { approvalsOf } from '../payouts/approval-store.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { openRow } from '../payouts/seal-row.ts'
import { Refused } from '../refused.ts'
import { eventsOf } from './event-store.ts'
import { decideDebit, proposeDebit } from './explain-debit.ts'
import { listDebits } from './explained-debit-store.ts'
import { haltOf } from './gate-store.ts'
import { bankFileOfRow, findRowTransfer, manualOf, postingsOfTransfer, queueOf } from './history-store.ts'
import { tellHold } from './read-sending.ts'
import { proposeSendingRelease } from './release-sending.ts'
import { listPending } from './resolution-store.ts'
import { decideResolution, proposeResolution } from './resolve-transfer.ts'

type TransferCalls =
  | 'batchProgress'
  | 'transferHistory'
  | 'pendingTransfers'
  | 'proposeResolution'
  | 'decideResolution'
  | 'unknownDebits'
  | 'acceptedOrdersHold'
  | 'releaseSending'
  | 'proposeDebit'
  | 'decideDebit'

export function transferRoutes(services: Services): Pick<Handlers, TransferCalls> {
  const { database, cipher } = services
  return {
    batchProgress: ({ input, scope }) => database.read((tx) => progressOf(tx, scope, input.batchId)),
    transferHistory: ({ input, scope }) => database.read((tx) => historyOf(services, tx, scope, input.rowId)),
    pendingTransfers: ({ input, scope, by }) =>
      database.query(async (tx) => {
        const doubtedBefore = new Date(by.at.getTime() - DOUBT_SHOWS_AFTER_MS)
        const { rows, count } = await listPending(tx, scope, input, doubtedBefore, pageOf(input))
        const shown = rows.map(({ sealed, ...row }) => ({
          ...row,
          cardNo: maskBankCardNo(openRow(cipher, sealed).cardNo),
          proposal: proposalOf(row),
        }))
        return { rows: shown, count }
      }),
    proposeResolution: ({ input, by }) => proposeResolution(services, by, input),
    decideResolution: async ({ input, by }) => {
      await decideResolution(services, by, { ...input, reason: input.reason ?? '' })
      return undefined
    },
    unknownDebits: ({ input, scope }) =>
      database.query((tx) => listDebits(tx, scope, input.providerId, pageOf(input))),
    acceptedOrdersHold: () =>
      database.query(async (tx) => {
        const hold = await tellHold(tx)
        return { since: hold?.since ?? null, reason: hold?.reason ?? null }
      }),
    releaseSending: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeSendingRelease(services, by, input.word),
    }),
    proposeDebit: async ({ input, by }) => {
      await proposeDebit(services, by, input)
      return undefined
    },
    decideDebit: async ({ input, by }) => {
      await decideDebit(services, by, { ...input, reason: input.reason ?? '' })
      return undefined
    },
  }
}

type PendingRow = Awaited<ReturnType<typeof listPending>>['rows'][number]

function proposalOf(row: Omit<PendingRow, 'sealed'>) {
  const { resolutionId, outcome, reason, evidenceFileId, proposedBy, proposedAt, proposerName } = row
  if (resolutionId === null || evidenceFileId === null || proposedBy === null || proposedAt === null)
    return null
  return {
    resolutionId,
    outcome: outcome as ResolutionOutcome,
    reason: reason ?? '',
    evidenceFileId,
    proposerId: proposedBy,
    proposerName: proposerName ?? '',
    at: proposedAt,
  }
}

async function progressOf(tx: Tx, scope: Scope, batchId: number) {
  const batch = await findBatch(tx, scope, batchId)
  if (!batch) throw new Refused('not-found')
  const start = (await approvalsOf(tx, batchId)).find(({ step }) => step === 'start')
  const { waiting: waitingCount, paused, channel } = await queueOf(tx, batchId)
  const open = batch.payableCount - batch.succeededCount - batch.failedCount
  const atBankCount = batch.status === 'transferring' ? open - waitingCount : 0
  return {
    ...batch,
    waitingCount,
    paused,
    channel,
    halted: waitingCount > 0 && (await haltOf(tx)) !== undefined,
    atBankCount,
    manualCount: atBankCount === 0 ? 0 : await manualOf(tx, batch),
    starter: start?.account ?? '',
    starterName: start?.realName ?? '',
  }
}

async function historyOf(services: Services, tx: Tx, scope: Scope, rowId: number) {
  const row = await findRowTransfer(tx, scope, rowId)
  if (!row) throw new Refused('not-found')
  const batch = await findBatch(tx, scope, row.batchId)
  const start = (await approvalsOf(tx, row.batchId)).find(({ step }) => step === 'start')
  const { sealed, transferId, error, ...rest } = row
  return {
    ...rest,
    reason: error,
    cardNo: maskBankCardNo(openRow(services.cipher, sealed).cardNo),
    startedAt: batch?.startedAt ?? null,
    starterName: start?.realName ?? '',
    bankFile: (await bankFileOfRow(tx, BigInt(row.rowId))) ?? null,
    events: transferId === null ? [] : await eventsOf(tx, BigInt(row.rowId)),
    postings: transferId === null ? [] : await postingsOfTransfer(tx, transferId),
  }
}
