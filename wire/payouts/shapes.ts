// Batches, rows and rejected rows as they travel (spec §3).

import { BATCH_STATUSES, type BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { ROW_STATUSES, type RowStatus } from '@paywages/domain/payouts/row-status.ts'
import { SHOWN_WARNINGS, WARNING_KINDS } from '@paywages/domain/payouts/sheet-warnings.ts'
import { RISK_KINDS } from '@paywages/domain/payouts/warning-levels.ts'
import { VAT_BEARERS } from '@paywages/domain/tax/vat-bearer.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { flag, instant, openWord, rate, shown, yuan } from '../values.ts'

/** The spec's numbers are the places in these lists. */
function numbered<const T extends readonly string[]>(names: T) {
  type Name = T[number]
  return z.codec(
    z
      .number()
      .int()
      .min(0)
      .max(names.length - 1),
    z.enum(names as unknown as [Name, ...Name[]]),
    {
      decode: (number) => names[number] as Name,
      encode: (name) => names.indexOf(name as string),
    },
  )
}

export const batchStatus = numbered(BATCH_STATUSES) as unknown as z.ZodType<BatchStatus, number>
export const batchStatusInQuery = z.codec(
  z.string().regex(/^[0-5]$/, '状态参数不正确'),
  z.enum(BATCH_STATUSES),
  {
    decode: (text) => BATCH_STATUSES[Number(text)] as BatchStatus,
    encode: (status) => String(BATCH_STATUSES.indexOf(status)),
  },
)
export const rowStatus = numbered(ROW_STATUSES) as unknown as z.ZodType<RowStatus, number>

export const batchId = z.number({ error: '批次号不正确' }).int().positive()
export const batchIdInQuery = z.codec(
  z.string({ error: '批次号不正确' }).regex(/^\d{1,15}$/, '批次号不正确'),
  z.number(),
  {
    decode: Number,
    encode: String,
  },
)

/** A row's transaction id: its number as text. */
export const rowId = z.codec(
  z.string({ error: '明细编号不正确' }).regex(/^\d{1,15}$/, '明细编号不正确'),
  z.number(),
  {
    decode: Number,
    encode: String,
  },
)

/** Those of a page, with commas between them. */
export const rowIdsInQuery = z.codec(
  z.string({ error: '明细编号不正确' }).regex(/^\d{1,15}(,\d{1,15}){0,99}$/, '明细编号不正确'),
  z.array(z.number()),
  { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
)

export const batchRowShape = shape({
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  providerName: at('providerName', shown),
  fileName: at('excelName', shown),
  fileSize: at('excelSize', z.number()),
  uploadedAt: at('opTime', instant),
  uploader: at('opName', shown),
  uploaderName: at('opRealName', shown),
  /** Payouts to be made, as the two below: a cancelled row is none of them. People are counted beside them (D42). */
  payableCount: at('totalNum', z.number()),
  peopleCount: at('peopleNum', z.number()),
  cancelledCount: at('cancelNum', z.number()),
  succeededCount: at('sucNum', z.number()),
  failedCount: at('failNum', z.number()),
  processingCount: at('processingNum', z.number()),
  grossFen: at('totalMoney', yuan()),
  status: at('status', batchStatus),
  withdrawn: at('withdrawn', flag),
  signed: at('isSign', flag),
  own: at('ownProvider', flag),
  /** By the tier of the approval policy, frozen at the upload (ADR 69). */
  reviewersNeeded: at('reviewNum', z.number()),
  managerReviews: at('managerReview', flag),
  /** How many have passed it while it is under review; 0 where one is enough. */
  reviewsDone: at('reviewedNum', z.number()),
  /** When it starts by itself (ADR 70); null where it does not. */
  dueAt: at('scheduleTime', instant.nullable()),
})
export type BatchRow = z.output<typeof batchRowShape>

const warning = z.object({
  kind: z.enum(WARNING_KINDS),
  about: z.string().optional(),
  /** With whom the card is shared: the first of them in the sheet, and how many they are. */
  others: z.object({ row: z.number(), name: shown, people: z.number() }).optional(),
})

const detailFields = {
  rowId: at('tranId', rowId),
  rowNumber: at('id', z.number()),
  name: at('uname', shown),
  providerName: at('uprovider', shown),
  status: at('payStatus', rowStatus),
  amountFen: at('umoney', yuan()),
  feeFen: at('serviceFee', yuan()),
  taxFen: at('personalTax', yuan()),
  /** Withheld as VAT and surcharges, where the person bears them. */
  vatFen: at('vatMoney', yuan()),
  idCardNo: at('ucardid', shown),
  phone: at('uphone', shown),
  bank: at('ubank', shown),
  cardNo: at('ubankcard', shown),
  month: at('umonth', shown),
  remark: at('remark', shown),
  error: at('errMsg', shown),
  paidAt: at('payTime', instant.nullable()),
  /** Where the bank's statement lists it: the file, and the page in it. */
  statementFile: at('bankAccountFile', shown),
  statementPage: at('bankAccountPage', z.number().nullable()),
  warnings: at('warnings', z.array(warning)),
  /** Where a row that is being processed stands: not started, in our queue, at the bank, or with people. */
  stage: at('stage', z.enum(['none', 'queued', 'sent', 'manual'])),
  /** True where ID, phone and card are masked; the eye asks for them one by one (D33). */
  masked: at('masked', flag),
} as const

export const detailRowShape = shape({
  ...detailFields,
  /** What the sheet asked to arrive, where its amounts were net. */
  netAskedFen: at('netAsked', yuan().nullable()),
  /** Brings the person's month over the platform's companies above the VAT threshold (ADR 39). */
  aboveVat: at('aboveVat', flag),
  /** What they paid already, in one sum; null for those who neither decide the batch now nor manage. */
  platformPaidFen: at('platformPaid', yuan().nullable()),
})
export type DetailRow = z.output<typeof detailRowShape>

/** A payout with the batch it stands in, for the query over all batches. */
export const payDetailShape = shape({
  ...detailFields,
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  /** Paid, or else started (D23). */
  payoutAt: at('payoutTime', instant),
})
export type PayDetail = z.output<typeof payDetailShape>

/** One payout by itself, started or not, with what leads on from it: its batch, its person. */
export const payoutRecordShape = shape({
  ...detailFields,
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  fileName: at('excelName', shown),
  batchStatus: at('status', batchStatus),
  withholdsTax: at('isPersonalTax', flag),
  /** Null before its batch is started. */
  payoutAt: at('payoutTime', instant.nullable()),
  providerId: at('providerId', z.number()),
  /** Null until the person is registered. */
  userId: at('userId', z.number().nullable()),
  /** The bank's own receipt of it was uploaded, and can be shown by itself. */
  hasReceipt: at('hasReceipt', flag),
  /** Which of the lines on its page of the statement; null where none lists it. */
  statementLine: at(
    'bankAccountLine',
    shape({ place: at('line', z.number()), pageLines: at('lines', z.number()) }).nullable(),
  ),
})
export type PayoutRecord = z.output<typeof payoutRecordShape>

/** Of a part of a name they are counted up to MAX_COUNTED_BY_NAME and one more: then the states are those of the counted ones, without sums (ADR 92). */
export const detailCountsShape = shape({
  total: at('totalNum', z.number()),
  succeeded: at('sucNum', z.number()),
  failed: at('failNum', z.number()),
  /** Gross, by state (D43). */
  totalFen: at('totalMoney', yuan().optional()),
  succeededFen: at('sucMoney', yuan().optional()),
  failedFen: at('failMoney', yuan().optional()),
})

/** A high risk that the approver ticked as checked, with a word (D44). */
const checkedRisk = shape({
  riskId: at('riskId', shown),
  kind: at('kind', openWord(RISK_KINDS)),
  /** The first of them. */
  rowNumbers: at('rows', z.array(z.number())),
  rowCount: at('rowNum', z.number()),
  amountFen: at('money', yuan()),
  word: at('word', shown),
})

const historyEntry = shape({
  step: at('step', z.enum(['upload', 'audit', 'review', 'start', 'withdraw'])),
  accountId: at('accountId', z.number()),
  account: at('account', shown),
  realName: at('accountName', shown),
  passed: at('passed', flag),
  reason: at('reason', shown),
  at: at('time', instant),
  checkedRisks: at('checkedRisks', z.array(checkedRisk)),
  /** Whoever took it was a manager then. */
  asManager: at('asManager', flag),
})

/** What two accounts share, in words, and what a manager found out about it. */
const accountPairShape = shape(same({ words: shown, high: flag, cleared: shown }))
export type ShownPair = z.output<typeof accountPairShape>

export const batchHeadShape = shape({
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  providerId: at('providerId', z.number()),
  providerName: at('providerName', shown),
  fileName: at('excelName', shown),
  uploadedAt: at('opTime', instant),
  status: at('status', batchStatus),
  withdrawn: at('withdrawn', flag),
  serviceRate: at('serviceRate', rate()),
  withholdsTax: at('isPersonalTax', flag),
  signed: at('isSign', flag),
  payableCount: at('totalNum', z.number()),
  cancelledCount: at('cancelNum', z.number()),
  /** All rows of the sheet, cancelled ones included. */
  rowCount: at('rowNum', z.number()),
  peopleCount: at('peopleNum', z.number()),
  warnedCount: at('warnNum', z.number()),
  duplicateCount: at('duplicateNum', z.number()),
  warningCounts: at('warnCounts', z.record(z.string(), z.number())),
  /** Rows to be paid by their highest level; hints count nowhere (D44). */
  highCount: at('highNum', z.number()),
  noticeCount: at('noticeNum', z.number()),
  /** What the rows counted there hold, by kind. */
  noticeKinds: at('noticeKinds', z.record(z.string(), z.number())),
  /** What holds for most of the rows, and is said once for the batch. */
  saidOnce: at('saidOnce', z.array(z.enum(SHOWN_WARNINGS))),
  grossFen: at('totalMoney', yuan()),
  feeFen: at('serviceFee', yuan()),
  taxFen: at('personalTax', yuan()),
  vatBearer: at('vatBearer', z.enum(VAT_BEARERS)),
  vatFen: at('vatMoney', yuan()),
  unsignedCount: at('unsignedNum', z.number()),
  /** By the tier of the approval policy, frozen at the upload (ADR 69). */
  reviewersNeeded: at('reviewNum', z.number()),
  managerReviews: at('managerReview', flag),
  /** The tier in words; empty where there is only one. */
  tierWords: at('tierWords', shown),
  batchCeilingFen: at('batchCeiling', yuan().nullable()),
  dayCeilingFen: at('dayCeiling', yuan().nullable()),
  /** A start that is set, or that was not made at its time (ADR 70). */
  schedule: at(
    'schedule',
    shape({
      state: at('state', z.enum(['waiting', 'failed'])),
      dueAt: at('time', instant),
      byName: at('byName', shown),
      failureWords: at('failure', shown),
    }).nullable(),
  ),
  history: at('history', z.array(historyEntry)),
  /** Who stands behind the accounts of those who took part. */
  peopleNotes: at('peopleNotes', z.array(shown)),
  /** Accounts behind the batch that may be one person's; the caller counts where the next step is theirs. */
  accountPairs: at('accountPairs', z.array(accountPairShape)),
  /** A manager is asked to look into one of them, and the caller may. */
  mayClearPairs: at('mayClearPairs', flag),
  /** Which rows and columns of the sheet were left out. */
  sheetNotes: at('sheetNotes', z.array(shown)),
  /** Of a sheet of net amounts: rows whose net would differ by now, as tax has changed since; null for any other sheet. */
  netChanges: at(
    'netChanges',
    shape({
      count: at('num', z.number()),
      lessFen: at('less', yuan()),
      moreFen: at('more', yuan()),
    }).nullable(),
  ),
})
export type BatchHead = z.output<typeof batchHeadShape>

const earlierBatchShape = shape({
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  fileName: at('excelName', shown),
  startedAt: at('startTime', instant),
})
export type EarlierBatch = z.output<typeof earlierBatchShape>

/** A batch beside an earlier one of its company; people count once, with the sum of their payouts. */
export const comparisonShape = shape({
  /** Null where the company has started none before; so are the figures. */
  earlier: at('earlier', earlierBatchShape.nullable()),
  /** What else it can be compared with, newest first. */
  choices: at('choices', z.array(earlierBatchShape)),
  figures: at(
    'figures',
    shape({
      lastFen: at('lastMoney', yuan()),
      nowFen: at('totalMoney', yuan()),
      addedPeople: at('addedNum', z.number()),
      addedFen: at('addedMoney', yuan()),
      removedPeople: at('removedNum', z.number()),
      removedFen: at('removedMoney', yuan()),
      changedFen: at('changedMoney', yuan()),
      cardPeople: at('cardNum', z.number()),
      risenPeople: at('risenNum', z.number()),
      steadyPeople: at('steadyNum', z.number()),
      /** Of the rows with a high risk. */
      highFen: at('highMoney', yuan()),
    }).nullable(),
  ),
})
export type Comparison = z.output<typeof comparisonShape>

export const comparedRowShape = shape({
  rowId: at('tranId', rowId),
  /** All that the person was paid there; null where they do not stand in it. */
  lastFen: at('lastMoney', yuan().nullable()),
  /** All that they are paid here. */
  nowFen: at('totalMoney', yuan()),
})
export type ComparedRow = z.output<typeof comparedRowShape>

export const riskShape = shape({
  riskId: at('riskId', shown),
  kind: at('kind', z.enum(RISK_KINDS)),
  /** The first of them; all are counted. */
  names: at('names', z.array(shown)),
  rowNumbers: at('rows', z.array(z.number())),
  rowCount: at('rowNum', z.number()),
  amountFen: at('money', yuan()),
  /** The other batch's number, the usual amount in fen, or the card's last digits, by kind; of a single risk only. */
  about: at('about', shown),
  /** What an earlier approver of the batch wrote beside it. */
  earlier: at('earlier', z.array(z.object({ name: shown, word: shown }))),
})
export type ListedRisk = z.output<typeof riskShape>

export const failedRowShape = shape({
  ...same({ phone: shown, reason: shown, fields: z.array(shown) }),
  rowNumber: at('id', z.number()),
  name: at('userName', shown),
  idCardNo: at('cardid', shown),
  cardNo: at('bankno', shown),
})
export type FailedRow = z.output<typeof failedRowShape>

export const uploadResultShape = shape({
  batchId: at('opId', batchId.nullable()),
  rowCount: at('totalNum', z.number()),
  peopleCount: at('peopleNum', z.number()),
  goodCount: at('sucNum', z.number()),
  badCount: at('failNum', z.number()),
  failedRows: at('failVOs', z.array(failedRowShape)),
  /** The sheet with a reason column, kept a day for its uploader (D14). */
  markedFileId: at('markedFileId', z.string().nullable()),
  batchNo: at('batchNo', z.string().nullable()),
  /** Which rows and columns of the sheet were left out; absent where none were. */
  sheetNotes: at('sheetNotes', z.array(shown).optional()),
})
export type UploadResult = z.output<typeof uploadResultShape>
