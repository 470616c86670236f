// The bank files' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { DIRECT } from '@paywages/domain/bank-files/choose-account.ts'
import { fileActions } from '@paywages/domain/bank-files/file-life.ts'
import { formatKind } from '@paywages/wire/bank-files/format-words.ts'
import type { StartPlan } from '@paywages/wire/bank-files/shapes.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { Refused } from '../refused.ts'
import { queueOf } from '../transfers/history-store.ts'
import { type Accounts, accountFor, accountsOf, proposeChoice } from './account-choice.ts'
import { listPayingAccounts } from './account-store.ts'
import { alikeBehind } from './alike-file.ts'
import { assignResultLines, linesOfResult } from './assign-lines.ts'
import { proposeAccount } from './change-account.ts'
import { proposeFormat, withdrawVersion } from './change-format.ts'
import { decideResult } from './decide-result.ts'
import { holdOf, holdsOf, proposeRelease } from './file-hold.ts'
import { askWithdrawal, decideWithdrawal, downloadBankFile, submitBankFile } from './file-steps.ts'
import { type BankFile, filesOfBatch, findFileBatch } from './file-store.ts'
import { findFormat, formatName } from './format-store.ts'
import { importResult } from './import-result.ts'
import { formatRows } from './list-formats.ts'
import { evidenceOfFiles, lookIntoContradictions } from './look-into.ts'
import { peopleBehind } from './people-behind.ts'
import { previewFormat } from './preview-format.ts'
import { readTemplate } from './read-template.ts'
import { resultsOfFiles } from './result-store.ts'
import { judgeBatch } from './start-on-account.ts'
import { testFile } from './test-file.ts'

type BankFileCalls =
  | 'startPlan'
  | 'batchBankFiles'
  | 'downloadBankFile'
  | 'submitBankFile'
  | 'importBankResult'
  | 'bankResultLines'
  | 'assignResultLines'
  | 'decideBankResult'
  | 'askFileWithdrawal'
  | 'decideFileWithdrawal'
  | 'lookIntoContradictions'
  | 'listPayingAccounts'
  | 'listBankFormats'
  | 'changePayingAccount'
  | 'changeAccountChoice'
  | 'releaseBankFiles'
  | 'readBankTemplate'
  | 'testBankFormat'
  | 'previewBankFormat'
  | 'proposeBankFormat'
  | 'withdrawBankFormat'

export function bankFileRoutes(services: Services): Pick<Handlers, BankFileCalls> {
  const { database } = services
  return {
    startPlan: ({ input, scope }) => database.read((tx) => planOf(tx, services, scope, input)),
    batchBankFiles: ({ input, scope, by }) => database.read((tx) => filesOf(tx, scope, by, input.batchId)),
    downloadBankFile: ({ input, by }) => downloadBankFile(services, by, input.bankFileId, input.reason ?? ''),
    submitBankFile: async ({ input, by }) => {
      await submitBankFile(services, by, input.bankFileId, input.bankBatchNo ?? '')
      return undefined
    },
    importBankResult: ({ input, by, files, signal }) =>
      importResult(services, by, { ...input, files, signal }),
    bankResultLines: ({ input, by }) => database.read((tx) => linesOfResult(tx, services, by, input)),
    assignResultLines: async ({ input, by }) => {
      await assignResultLines(services, by, input)
      return undefined
    },
    decideBankResult: async ({ input, by }) => {
      await decideResult(services, by, {
        ...input,
        revision: input.revision ?? 0,
        reason: input.reason ?? '',
      })
      return undefined
    },
    askFileWithdrawal: async ({ input, by }) => {
      await askWithdrawal(services, by, input.bankFileId, input.reason ?? '')
      return undefined
    },
    decideFileWithdrawal: async ({ input, by }) => {
      await decideWithdrawal(services, by, input.bankFileId, input.confirms, input.reason)
      return undefined
    },
    lookIntoContradictions: async ({ input, by }) => {
      await lookIntoContradictions(services, by, input.bankFileId, input.word)
      return undefined
    },
    listPayingAccounts: async ({ input, scope }) => {
      const rows = await database.read(async (tx) => {
        const found = await listPayingAccounts(tx, scope, input.providerId)
        const names = new Map<string, string>()
        for (const key of new Set(found.map(({ formatKey }) => formatKey)))
          names.set(key, await formatName(tx, key))
        const held = await holdsOf(
          tx,
          found.flatMap(({ channel, providerId }) => (channel === 'file' ? [providerId] : [])),
        )
        return found.map(({ sealedAccount: _, ...account }) => ({
          ...account,
          formatName: names.get(account.formatKey) ?? '',
          held: held.has(account.providerId),
        }))
      })
      return { rows, count: rows.length }
    },
    listBankFormats: async ({ input, scope, by }) => {
      const rows = await database.read((tx) => formatRows(tx, scope, input.providerId, by.at))
      return { rows, count: rows.length }
    },
    changeAccountChoice: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeChoice(services, by, input.providerId, input.starterChooses),
    }),
    releaseBankFiles: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeRelease(services, by, input),
    }),
    readBankTemplate: ({ by, files }) => readTemplate(services, by, files),
    testBankFormat: ({ input }) => testFile(services, input.draft),
    previewBankFormat: ({ input }) => previewFormat(services, input.batchId, input.draft),
    proposeBankFormat: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeFormat(services, by, input),
    }),
    withdrawBankFormat: async ({ input, by }) => {
      await withdrawVersion(services, by, input.bankFormatId, input.reason ?? '')
      return undefined
    },
    changePayingAccount: async ({ input, by }) => ({
      data: undefined,
      waiting: await proposeAccount(services, by, input),
    }),
  }
}

const MAX_FAULTS = 20

const DIRECT_PLAN: Omit<StartPlan, 'choices'> = {
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

async function planOf(
  tx: Tx,
  services: Services,
  scope: Scope,
  { batchId, payingAccountId }: { readonly batchId: number; readonly payingAccountId?: number | undefined },
): Promise<StartPlan> {
  const batch = await findBatch(tx, scope, batchId)
  if (!batch) throw new Refused('not-found')
  const { providerId } = batch
  const account = await accountFor(tx, providerId, { accountId: payingAccountId, kept: false })
  const choices = choicesOf(await accountsOf(tx, providerId))
  if (account?.channel !== 'file') return { ...DIRECT_PLAN, choices }
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
    choices,
  }
}

/** The direct channel stands once, however many accounts go by it. */
function choicesOf({ accounts, usableIds, defaultId, starterChooses }: Accounts): StartPlan['choices'] {
  return usableIds
    .filter((accountId) => starterChooses || accountId === defaultId)
    .map((payingAccountId) => {
      const account = accounts.find((one) => one.payingAccountId === payingAccountId)
      return {
        payingAccountId,
        channel: payingAccountId === DIRECT ? 'direct' : 'file',
        bankName: account?.bankName ?? '',
        accountTail: account?.accountTail ?? '',
        isDefault: payingAccountId === defaultId,
      }
    })
}

async function filesOf(tx: Tx, scope: Scope, by: Actor, batchId: number) {
  const batch = await findBatch(tx, scope, batchId)
  const own = batch && (await findFileBatch(tx, batchId))
  if (!batch || !own) throw new Refused('not-found')
  const format = await findFormat(tx, own.formatKey, own.formatVersion)
  const files = await filesOfBatch(tx, scope, batchId)
  const results = Map.groupBy(
    await resultsOfFiles(
      tx,
      files.map(({ bankFileId }) => bankFileId),
    ),
    ({ bankFileId }) => bankFileId,
  )
  const evidenceOf = await evidenceOfFiles(tx, files)
  return {
    batchId,
    batchNo: batch.batchNo,
    fileName: batch.fileName,
    ended: batch.endedAt !== null,
    bankName: own.account.bankName,
    accountTail: own.account.accountTail,
    formatName: format?.name ?? own.formatKey,
    formatKind: format ? formatKind(format) : '',
    unproven: format?.unproven === true,
    made: own.madeAt !== null,
    paused: (await queueOf(tx, batchId)).paused,
    held: (await holdOf(tx, batch.providerId)) !== undefined,
    files: await Promise.all(
      files.map(async (file) => ({
        ...shown(file, by, results.get(file.bankFileId) ?? []),
        ...evidenceOf(file, by),
        people: await peopleBehind(tx, by, file),
        alikeFile: await alikeBehind(tx, by, file),
      })),
    ),
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
