// The payouts' calls.

import { hasRight, type Scope } from '@paywages/domain/accounts/rights.ts'
import { actionsFor } from '@paywages/domain/payouts/batch-status.ts'
import { frozenTierInWords } from '@paywages/wire/approvals/messages.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { sheetNotes } from '@paywages/wire/payouts/sheet-notes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { recordEntry } from '../audit-log/record-entry.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { clearPairs, describePairs, findPairs, handsOf } from './account-pairs.ts'
import { approvalsOf } from './approval-store.ts'
import { type ListedBatch, listBatches } from './batch-list-store.ts'
import { type BatchRecord, findBatch } from './batch-store.ts'
import { listRisks } from './check-risks.ts'
import { compareBatch, compareRows } from './compare-batches.ts'
import { copyFailedRows } from './copy-failed-rows.ts'
import { decideBatch, type StartBatch, withdrawBatch } from './decide-batch.ts'
import { explainRow } from './explain-row.ts'
import { exportBatch } from './export-batch.ts'
import { exportFailedRows } from './export-failed-rows.ts'
import { listLayouts } from './layout-store.ts'
import { netChangesOf } from './net-changes.ts'
import { netsOf } from './net-store.ts'
import { peopleNotes } from './people-notes.ts'
import { readProgress } from './progress-store.ts'
import type { StartedHistory } from './provisional-tax.ts'
import { receiveSheet } from './receive-sheet.ts'
import { asksForAll, filterOf, orderOf } from './row-filter.ts'
import { listRows, type RowRecord, rowsByPlace } from './row-store.ts'
import { cancelSchedule, scheduleStart } from './schedule-start.ts'
import { lastSchedule, type ScheduleRecord } from './schedule-store.ts'
import { sharersOf } from './shared-card-store.ts'
import { askColumns, forgetLayout, shownLayout } from './sheet-layouts.ts'
import { shownRow } from './shown-row.ts'
import { askSignature, type ChooseAccount } from './signed-decision.ts'
import { switchBatchRows } from './switch-rows.ts'
import { warningsOfBatch } from './warning-counts.ts'

type PayoutCalls =
  | 'uploadSheet'
  | 'uploadProgress'
  | 'askColumns'
  | 'listLayouts'
  | 'deleteLayout'
  | 'listBatches'
  | 'batchHead'
  | 'batchRows'
  | 'exportBatch'
  | 'batchRisks'
  | 'compareBatch'
  | 'compareRows'
  | 'clearPairs'
  | 'decideBatch'
  | 'askSignature'
  | 'withdrawBatch'
  | 'scheduleBatch'
  | 'cancelSchedule'
  | 'switchRows'
  | 'rowTax'
  | 'copyFailedRows'
  | 'exportFailedRows'

export function payoutRoutes(
  services: Services,
  start: StartBatch,
  started: StartedHistory,
  choose: ChooseAccount,
): Pick<Handlers, PayoutCalls> {
  const { database } = services
  return {
    uploadSheet: ({ input, by, files, signal }) => receiveSheet(services, by, files, input, signal),
    askColumns: ({ input, by, files, signal }) => askColumns(services, by, files, input, signal),
    listLayouts: ({ input, scope }) =>
      database.query(async (tx) => {
        const { rows, count } = await listLayouts(tx, scope, input.providerId, pageOf(input))
        return { rows: rows.map(shownLayout), count }
      }),
    deleteLayout: async ({ input, by }) => {
      await forgetLayout(services, by, input.layoutId)
      return undefined
    },
    uploadProgress: ({ input, by }) =>
      database.query((tx) => readProgress(tx, by.person.accountId, input.uploadKey)),
    listBatches: ({ input, by, scope }) =>
      database.query(async (tx) => {
        const { rows, count, beside } = await listBatches(tx, scope, input, pageOf(input), input.sort)
        return { rows: rows.map((row) => listed(row, by)), count, beside }
      }),
    batchHead: ({ input, scope, by }) =>
      database.query((tx) => headOf(tx, services, scope, input.batchId, by)),
    batchRows: async ({ input, by, scope }) => {
      const { batch, full, early } = await database.query(async (tx) => {
        const [found, byPlace] = await Promise.all([
          findBatch(tx, scope, input.batchId),
          asksForAll(input) ? rowsByPlace(tx, input.batchId, pageOf(input)) : undefined,
        ])
        if (found === undefined) throw new Refused('not-found')
        return { batch: found, full: await showsInFull(tx, found, by), early: byPlace?.(found) }
      })
      const find = async (tx: Tx) => {
        const filter = await filterOf(tx, services, batch, input)
        return listRows(tx, batch, filter, await orderOf(tx, batch, input.sort), pageOf(input))
      }
      // What is shown in full is written down in the transaction that reads it, or not shown.
      const { rows, count } = full
        ? await database.transact(async (tx) => {
            const found = await find(tx)
            if (found.rows.length > 0) await noteFullRead(tx, by, batch, found.rows)
            return found
          })
        : (early ?? (await database.query(find)))
      const nets = batch.sheetReading?.isNet
        ? await database.query((tx) =>
            netsOf(
              tx,
              rows.map(({ rowId }) => rowId),
            ),
          )
        : undefined
      const sharers = await database.query((tx) => sharersOf(tx, batch, rows))
      const seesSums = full || hasRight(by.person, 'manager')
      const shown = rows.map((row) => ({
        ...shownRow(services, { ...row, providerName: batch.providerName }, full, sharers.get(row.rowId)),
        netAskedFen: nets?.get(row.rowId) ?? null,
        aboveVat: row.platformPaidFen !== null,
        platformPaidFen: seesSums ? row.platformPaidFen : null,
      }))
      return { rows: shown, count, beside: { withholdsTax: batch.withholdsTax } }
    },
    exportBatch: async ({ input, by, scope }) => {
      const { batch, filter } = await database.read(async (tx) => {
        const found = await require(findBatch(tx, scope, input.batchId))
        return { batch: found, filter: await filterOf(tx, services, found, input) }
      })
      return exportBatch(services, by, batch, filter)
    },
    batchRisks: ({ input, scope, by }) =>
      database.query(async (tx) => {
        const batch = await require(findBatch(tx, scope, input.batchId))
        const pairs = await pairsBehind(tx, batch, await approvalsOf(tx, batch.batchId), by)
        return { risks: await listRisks(tx, services, batch, pairs) }
      }),
    compareBatch: ({ input, scope }) =>
      database.query(async (tx) =>
        compareBatch(tx, await require(findBatch(tx, scope, input.batchId)), input.earlierId),
      ),
    compareRows: ({ input, scope }) =>
      database.query(async (tx) => ({
        rows: await compareRows(
          tx,
          await require(findBatch(tx, scope, input.batchId)),
          input.earlierId,
          input.rowIds,
        ),
      })),
    clearPairs: async ({ input, by }) => {
      await clearPairs(services, by, input.batchId, input.word)
      return undefined
    },
    decideBatch: async ({ input, by }) => {
      const { to, pass, reason = '', checkedRisks = [], payingAccountId } = input
      const decision = { to, pass, reason, checkedRisks, payingAccountId }
      await decideBatch(services, by, input.batchId, decision, start)
      return undefined
    },
    askSignature: ({ input, by }) => askSignature(services, by, input.batchId, input, input, choose),
    scheduleBatch: async ({ input, by }) => {
      const { batchId, dueAt, payingAccountId: wantedId } = input
      await scheduleStart(services, by, batchId, dueAt, { wantedId, choose })
      return undefined
    },
    cancelSchedule: async ({ input, by }) => {
      await cancelSchedule(services, by, input.batchId, input.reason ?? '')
      return undefined
    },
    withdrawBatch: async ({ input, by }) => {
      await withdrawBatch(services, by, input.batchId, input.reason ?? '')
      return undefined
    },
    switchRows: async ({ input, by }) => {
      await switchBatchRows(services, by, input.rowIds, input.cancelled)
      return undefined
    },
    copyFailedRows: ({ input, by }) => copyFailedRows(services, by, input.batchId, input.rowId),
    exportFailedRows: async ({ input, by, scope }) => {
      const batch = await require(database.read((tx) => findBatch(tx, scope, input.batchId)))
      return exportFailedRows(services, by, batch)
    },
    rowTax: ({ input, by, scope }) =>
      database.read((tx) => explainRow(tx, services, { rowId: input.rowId, scope, by, started })),
  }
}

async function require<T>(found: Promise<T | undefined>): Promise<T> {
  const value = await found
  if (value === undefined) throw new Refused('not-found')
  return value
}

/** Counts of success and failure exist only once transfers run (spec §4). */
function listed(batch: ListedBatch, by: Actor) {
  const running = batch.status === 'transferring'
  return {
    ...batch,
    succeededCount: running ? batch.succeededCount : 0,
    failedCount: running ? batch.failedCount : 0,
    processingCount: running ? batch.payableCount - batch.succeededCount - batch.failedCount : 0,
    signed: batch.unsignedCount === 0,
    own: batch.providerId === by.person.providerId,
  }
}

type Approvals = Awaited<ReturnType<typeof approvalsOf>>

const pairsBehind = (tx: Tx, batch: BatchRecord, history: Approvals, by: Actor) =>
  findPairs(tx, handsOf(history, { ...batch, history }, by), by.at)

async function headOf(tx: Tx, services: Services, scope: Scope, batchId: number, by: Actor) {
  const batch = await require(findBatch(tx, scope, batchId))
  const history = await approvalsOf(tx, batchId)
  const { warnedCount, warningCounts, once, levelCounts, noticeKinds } = await warningsOfBatch(tx, batch)
  return {
    ...batch,
    warnedCount,
    warningCounts,
    highCount: levelCounts.high,
    noticeCount: levelCounts.notice,
    noticeKinds,
    saidOnce: [...once],
    sheetNotes: batch.sheetReading === null ? [] : sheetNotes(batch.sheetReading),
    signed: batch.unsignedCount === 0,
    duplicateCount: batch.warningCounts['likely-duplicate'] ?? 0,
    netChanges: await netChangesOf(tx, services, batch, by.at),
    schedule: shownSchedule(await lastSchedule(tx, batchId)),
    tierWords: batch.tier === null ? '' : frozenTierInWords(batch.tier),
    history,
    peopleNotes: await peopleNotes(tx, history),
    ...(await describePairs(tx, by, batch.providerId, await pairsBehind(tx, batch, history, by))),
  }
}

/** Only what waits, or was not started; what was taken back or started says nothing more. */
function shownSchedule(schedule: ScheduleRecord | undefined) {
  if (schedule?.state !== 'waiting' && schedule?.state !== 'failed') return null
  const { state, dueAt, realName, account, failureWords } = schedule
  return { state, dueAt, byName: realName || account, failureWords }
}

/** In full for those who may decide the batch now, while it is under audit or review (D33). */
async function showsInFull(tx: Tx, batch: BatchRecord, by: Actor): Promise<boolean> {
  if (batch.status !== 'auditing' && batch.status !== 'reviewing') return false
  const history = await approvalsOf(tx, batch.batchId)
  const actions = actionsFor({ ...batch, history }, by.person)
  return actions.some((action) => action === 'reject-audit' || action === 'reject-review')
}

async function noteFullRead(
  tx: Tx,
  by: Actor,
  batch: BatchRecord,
  rows: readonly RowRecord[],
): Promise<void> {
  await recordEntry(tx, by, {
    action: 'read-personal-data',
    object: { kind: 'payout-batch', id: batch.batchId, name: `${batch.batchNo} ${batch.fileName}` },
    providerId: batch.providerId,
    after: { rows: rows.map((row) => row.rowNumber) },
  })
}
