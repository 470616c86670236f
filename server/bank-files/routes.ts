// The bank files' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { BankFormat } from '@paywages/domain/bank-files/bank-format.ts'
import { fileActions } from '@paywages/domain/bank-files/file-life.ts'
import { formatOf, SHIPPED_FORMATS } from '@paywages/domain/bank-files/shipped-formats.ts'
import type { StartPlan } from '@paywages/wire/bank-files/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { Refused } from '../refused.ts'
import { queueOf } from '../transfers/history-store.ts'
import { defaultAccount, findPayingAccount, listPayingAccounts } from './account-store.ts'
import { proposeAccount } from './change-account.ts'
import { decideResult } from './decide-result.ts'
import { askWithdrawal, decideWithdrawal, downloadBankFile, submitBankFile } from './file-steps.ts'
import { type BankFile, filesOfBatch, findFileBatch } from './file-store.ts'
import { importResult } from './import-result.ts'
import { resultsOfFiles } from './result-store.ts'
import { DIRECT, judgeBatch } from './start-on-account.ts'

type BankFileCalls =
  | 'startPlan'
  | 'batchBankFiles'
  | 'downloadBankFile'
  | 'submitBankFile'
  | 'importBankResult'
  | 'decideBankResult'
  | 'askFileWithdrawal'
  | 'decideFileWithdrawal'
  | 'listPayingAccounts'
  | 'listBankFormats'
  | 'changePayingAccount'

export function bankFileRoutes(services: Services): Pick<Handlers, BankFileCalls> {
  const { database } = services
  return {
    startPlan: ({ input, scope }) => database.read((tx) => planOf(tx, services, scope, input.batchId)),
    batchBankFiles: ({ input, scope, by }) => database.read((tx) => filesOf(tx, scope, by, input.batchId)),
    downloadBankFile: ({ input, by }) => downloadBankFile(services, by, input.bankFileId, input.reason ?? ''),
    submitBankFile: async ({ input, by }) => {
      await submitBankFile(services, by, input.bankFileId, input.bankBatchNo ?? '')
      return undefined
    },
    importBankResult: ({ input, by, files }) => importResult(services, by, { ...input, files }),
    decideBankResult: async ({ input, by }) => {
      await decideResult(services, by, { ...input, reason: input.reason ?? '' })
      return undefined
    },
    askFileWithdrawal: async ({ input, by }) => {
      await askWithdrawal(services, by, input.bankFileId, input.reason ?? '')
      return undefined
    },
    decideFileWithdrawal: async ({ input, by }) => {
      await decideWithdrawal(services, by, input.bankFileId, input.confirms)
      return undefined
    },
    listPayingAccounts: async ({ input, scope }) => {
      const found = await database.query((tx) => listPayingAccounts(tx, scope, input.providerId))
      const rows = found.map(({ sealedAccount: _, ...account }) => ({
        ...account,
        formatName: formatOf(account.formatKey)?.name ?? '',
      }))
      return { rows, count: rows.length }
    },
    listBankFormats: async () => {
      const rows = SHIPPED_FORMATS.map((format) => ({
        key: format.key,
        name: format.name,
        kind: kindOf(format),
        unproven: format.unproven === true,
      }))
      return { rows, count: rows.length }
    },
    changePayingAccount: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeAccount(services, by, input),
    }),
  }
}

const kindOf = ({ container, encoding }: BankFormat): string => {
  const ending = { xlsx: '.xlsx', csv: '.csv', fixed: '.txt', 'pain.001': '.xml' }[container]
  return container === 'xlsx' ? ending : `${ending} · ${encoding.toUpperCase()}`
}

const MAX_FAULTS = 20

const DIRECT_PLAN: StartPlan = {
  payingAccountId: DIRECT,
  channel: 'direct',
  bankName: '',
  accountTail: '',
  formatName: '',
  unproven: false,
  fileCount: 0,
  rowCount: 0,
  faultCount: 0,
  faults: [],
}

async function planOf(tx: Tx, services: Services, scope: Scope, batchId: number): Promise<StartPlan> {
  const batch = await findBatch(tx, scope, batchId)
  if (!batch) throw new Refused('not-found')
  const account = await defaultAccount(tx, batch.providerId)
  if (account?.channel !== 'file') return DIRECT_PLAN
  const { format, faults, rowCount, fileCount } = await judgeBatch(tx, services, batchId, account)
  return {
    payingAccountId: account.payingAccountId,
    channel: 'file',
    bankName: account.bankName,
    accountTail: account.accountTail,
    formatName: format.name,
    unproven: format.unproven === true,
    fileCount,
    rowCount,
    faultCount: faults.length,
    faults: faults.slice(0, MAX_FAULTS).map(({ rowNumber, ...what }) => ({ rowNumber, what })),
  }
}

async function filesOf(tx: Tx, scope: Scope, by: Actor, batchId: number) {
  const batch = await findBatch(tx, scope, batchId)
  const own = batch && (await findFileBatch(tx, batchId))
  if (!batch || !own) throw new Refused('not-found')
  const account = await findPayingAccount(tx, own.payingAccountId)
  const format = formatOf(own.formatKey, own.formatVersion)
  const files = await filesOfBatch(tx, scope, batchId)
  const results = Map.groupBy(
    await resultsOfFiles(
      tx,
      files.map(({ bankFileId }) => bankFileId),
    ),
    ({ bankFileId }) => bankFileId,
  )
  return {
    batchId,
    batchNo: batch.batchNo,
    fileName: batch.fileName,
    ended: batch.endedAt !== null,
    bankName: account?.bankName ?? '',
    accountTail: account?.accountTail ?? '',
    formatName: format?.name ?? own.formatKey,
    formatKind: format ? kindOf(format) : '',
    unproven: format?.unproven === true,
    made: own.madeAt !== null,
    paused: (await queueOf(tx, batchId)).paused,
    files: files.map((file) => shown(file, by, results.get(file.bankFileId) ?? [])),
  }
}

function shown(file: BankFile, by: Actor, results: Awaited<ReturnType<typeof resultsOfFiles>>) {
  const { batchId: _, storeFileId: __, messageId: ___, ...rest } = file
  return {
    ...rest,
    actions: fileActions(file, by.person),
    ownSubmission: file.submittedBy === by.person.accountId,
    results,
  }
}
