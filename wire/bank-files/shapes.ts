// Bank files, their results and paying accounts as they travel.

import { FILE_STATES, FILE_STEPS } from '@paywages/domain/bank-files/file-life.ts'
import { CONTRADICTIONS } from '@paywages/domain/bank-files/statement-evidence.ts'
import { TRANSFER_STATES } from '@paywages/domain/transfers/transfer-state.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, openWord, shown, yuan } from '../values.ts'

export const CHANNELS = ['direct', 'file'] as const

const sums = {
  succeededCount: at('sucNum', z.number()),
  succeededFen: at('sucMoney', yuan()),
  rejectedCount: at('failNum', z.number()),
  rejectedFen: at('failMoney', yuan()),
  returnedCount: at('backNum', z.number()),
  returnedFen: at('backMoney', yuan()),
  /** Between which days the bank says that it moved the money; null where it names none. */
  firstDay: at('firstDay', shown.nullable()),
  lastDay: at('lastDay', shown.nullable()),
}

const RESULT_KINDS = ['sheet', 'pain.002', 'camt.053', 'statement'] as const

/** What an uploaded result says, before or after it is kept. */
export const resultReadingShape = shape({
  name: at('fileName', shown),
  size: at('fileSize', z.number()),
  sha256: at('sha256', shown),
  kind: at('kind', openWord(RESULT_KINDS)),
  byReference: at('referenceNum', z.number()),
  ambiguous: at('ambiguousNum', z.number()),
  /** Of the ambiguous ones: those that a person assigns before it is confirmed. */
  toAssignCount: at('assignNum', z.number()),
  indefinite: at('indefiniteNum', z.number()),
  ...sums,
  unnamedCount: at('openNum', z.number()),
  unnamedFen: at('openMoney', yuan()),
})
export type ResultReading = z.output<typeof resultReadingShape>

const resultShape = shape({
  resultId: at('resultId', id),
  name: at('fileName', shown),
  sha256: at('sha256', shown),
  kind: at('kind', openWord(RESULT_KINDS)),
  state: at('state', z.enum(['waiting', 'confirmed', 'refused'])),
  byReference: at('referenceNum', z.number()),
  ambiguous: at('ambiguousNum', z.number()),
  indefinite: at('indefiniteNum', z.number()),
  /** Lines that could mean several transfers, how many of them are undecided, and how often they were assigned. */
  lineCount: at('lineNum', z.number()),
  undecidedCount: at('undecidedNum', z.number()),
  revision: at('revision', z.number()),
  ...sums,
  importerName: at('importName', shown),
  importedAt: at('importTime', instant),
  deciderName: at('decideName', shown.nullable()),
  decidedAt: at('decideTime', instant.nullable()),
  reason: at('reason', shown),
})
export type BankFileResult = z.output<typeof resultShape>

export const resultLinesShape = shape({
  revision: at('revision', z.number()),
  lines: at(
    'lines',
    z.array(
      shape({
        line: at('line', z.number()),
        status: at('status', openWord(['succeeded', 'rejected', 'returned'])),
        reason: at('reason', shown),
        serial: at('bankSerial', shown),
        day: at('day', shown.nullable()),
        /** The transfer that it was assigned to; null where undecided, or left in doubt. */
        position: at('position', z.number().nullable()),
        /** Null while nobody has decided. */
        assignerName: at('assignName', shown.nullable()),
        assignedAt: at('assignTime', instant.nullable()),
        candidates: at(
          'candidates',
          z.array(
            shape({
              position: at('position', z.number()),
              rowNumber: at('rowNumber', z.number()),
              name: at('uname', shown),
              cardNo: at('ubankcard', shown),
              netFen: at('money', yuan()),
              remark: at('remark', shown),
              reference: at('reference', shown),
              state: at('state', openWord(TRANSFER_STATES)),
            }),
          ),
        ),
      }),
    ),
  ),
})
export type ResultLines = z.output<typeof resultLinesShape>

const contradictionShape = shape({
  position: at('position', z.number()),
  what: at('what', openWord(CONTRADICTIONS)),
  statementId: at('statementId', z.number()),
  statementName: at('statementName', shown),
  foundAt: at('findTime', instant),
  /** Empty until a manager has looked into it. */
  lookerName: at('lookName', shown),
  word: at('word', shown),
})
export type BankFileContradiction = z.output<typeof contradictionShape>

export const bankFileShape = shape({
  bankFileId: at('bankFileId', id),
  group: at('group', z.enum(['all', 'own', 'other'])),
  part: at('part', z.number()),
  name: at('fileName', shown),
  sha256: at('sha256', shown),
  rowCount: at('rowNum', z.number()),
  sumFen: at('money', yuan()),
  state: at('state', openWord(FILE_STATES)),
  downloadCount: at('downloadNum', z.number()),
  madeAt: at('makeTime', instant),
  downloaderName: at('downloadName', shown.nullable()),
  downloadedAt: at('downloadTime', instant.nullable()),
  submitterName: at('submitName', shown.nullable()),
  submittedAt: at('submitTime', instant.nullable()),
  bankBatchNo: at('bankBatchNo', shown),
  /** Who asked for its withdrawal, while that waits. */
  askerName: at('withdrawAskName', shown.nullable()),
  withdrawalReason: at('withdrawReason', shown),
  withdrawerName: at('withdrawName', shown.nullable()),
  withdrawnAt: at('withdrawTime', instant.nullable()),
  settledAt: at('settleTime', instant.nullable()),
  /** What the caller may do with it now. */
  actions: at('actions', z.array(openWord(FILE_STEPS))),
  /** The caller submitted it, and so never confirms its result. */
  ownSubmission: at('ownSubmit', flag),
  results: at('results', z.array(resultShape)),
  /** How many of its rows statements bear out. */
  listedCount: at('listedNum', z.number()),
  /** What statements say against it, and still holds. */
  contradictions: at('contradictions', z.array(contradictionShape)),
  /** The caller may note what was found out about them. */
  mayLook: at('mayLook', flag),
  /** Two accounts behind it that may be one person's; high where it is confirmed with a word alone. */
  people: at('people', z.array(shape(same({ words: shown, high: flag })))),
  /** Another file that the waiting result fits as well, and nothing in it tells which: it is confirmed with a word alone. */
  alikeFile: at('alikeFile', shown),
})
export type BankFileRow = z.output<typeof bankFileShape>

export const batchFilesShape = shape({
  batchId: at('opId', z.number()),
  batchNo: at('batchNo', shown),
  fileName: at('sheetName', shown),
  /** All its transfers have ended. */
  ended: at('ended', flag),
  bankName: at('bankName', shown),
  accountTail: at('accountTail', shown),
  formatName: at('formatName', shown),
  formatKind: at('formatKind', shown),
  unproven: at('unproven', flag),
  /** The worker has made the files. */
  made: at('made', flag),
  paused: at('paused', flag),
  /** Held back after a restore until two managers have compared them with online banking. */
  held: at('held', flag),
  files: at('files', z.array(bankFileShape)),
})
export type BatchFiles = z.output<typeof batchFilesShape>

export const faultShape = shape(
  same({
    heading: shown,
    fault: z.enum(['missing', 'too-long', 'character', 'separator', 'formula']),
    detail: shown,
  }),
)

export const startPlanShape = shape({
  /** 0 on the direct channel. */
  payingAccountId: at('payAccountId', z.number()),
  channel: at('channel', z.enum(CHANNELS)),
  bankName: at('bankName', shown),
  accountTail: at('accountTail', shown),
  formatName: at('formatName', shown),
  unproven: at('unproven', flag),
  fileCount: at('fileNum', z.number()),
  rowCount: at('rowNum', z.number()),
  faultCount: at('faultNum', z.number()),
  /** The first of the rows that no file can hold. */
  faults: at('faults', z.array(z.object({ rowNumber: z.number(), what: faultShape }))),
  /** What the starter may choose from; only the one where the default is taken. */
  choices: at(
    'choices',
    z.array(
      shape({
        payingAccountId: at('payAccountId', z.number()),
        channel: at('channel', z.enum(CHANNELS)),
        bankName: at('bankName', shown),
        accountTail: at('accountTail', shown),
        isDefault: at('isDefault', flag),
      }),
    ),
  ),
})
export type StartPlan = z.output<typeof startPlanShape>

export const payingAccountShape = shape({
  payingAccountId: at('payAccountId', id),
  providerId: at('providerId', id),
  providerName: at('providerName', shown),
  holderName: at('holderName', shown),
  bankName: at('bankName', shown),
  accountTail: at('accountTail', shown),
  channel: at('channel', z.enum(CHANNELS)),
  formatKey: at('formatKey', shown),
  formatName: at('formatName', shown),
  isDefault: at('isDefault', flag),
  enabled: at('enabled', flag),
  /** Of the provider: whoever starts a batch chooses. */
  starterChooses: at('starterChooses', flag),
  /** Its provider's files are held back after a restore. */
  held: at('held', flag),
})
export type PayingAccountRow = z.output<typeof payingAccountShape>
