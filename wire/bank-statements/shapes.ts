// Bank statements, their lines and what the lines were linked to, as they travel.

import { LINE_RESULTS } from '@paywages/domain/bank-statements/line-result.ts'
import { TOTAL_KINDS } from '@paywages/domain/bank-statements/printed-totals.ts'
import { UNREAD_REASONS } from '@paywages/domain/bank-statements/statement-lines.ts'
import { z } from 'zod'
import { fileUrl } from '../files/file-url.ts'
import { batchId, rowId, rowStatus } from '../payouts/shapes.ts'
import { at, shape } from '../shape.ts'
import { flag, instant, shown, yuan } from '../values.ts'

export const lineResult = z.enum(LINE_RESULTS)

const counts = {
  lineCount: at('lineNum', z.number()),
  /** Linked by this statement, by its reading or by hand. */
  linkedCount: at('linkedNum', z.number()),
  /** Their rows were linked to another line, as a rule of an earlier statement. */
  knownCount: at('knownNum', z.number()),
  ambiguousCount: at('ambiguousNum', z.number()),
  missingCount: at('missingNum', z.number()),
  /** Rows of the statement's table that are no lines, as they were not understood. */
  unreadCount: at('unreadNum', z.number()),
} as const

export const statementShape = shape({
  statementId: at('statementId', z.number()),
  providerId: at('providerId', z.number()),
  providerName: at('providerName', shown),
  fileName: at('fileName', shown),
  fileId: at('fileUrl', fileUrl('')),
  uploaderName: at('accountName', shown),
  uploadedAt: at('uploadTime', instant),
  pageCount: at('pageNum', z.number()),
  /** The first and the last day of its lines, YYYY-MM-DD. */
  firstDay: at('beginDate', shown),
  lastDay: at('endDate', shown),
  ...counts,
  /** What the statement prints of itself, beside what its lines come to: counts as they are, sums in fen. */
  totals: at(
    'totals',
    z.array(z.object({ kind: z.enum(TOTAL_KINDS), printed: z.string(), read: z.string() })),
  ),
})
export type StatementHead = z.output<typeof statementShape>

/** A payout that a line is linked to, or could be. */
export const linkedRowShape = shape({
  rowId: at('tranId', rowId),
  batchId: at('opId', batchId),
  batchNo: at('batchNo', shown),
  name: at('uname', shown),
  bank: at('ubank', shown),
  /** Masked: lists never show a number in full (D33). */
  cardNo: at('ubankcard', shown),
  /** What the bank was sent: gross less tax. */
  netFen: at('money', yuan()),
  status: at('payStatus', rowStatus),
  /** Paid, and came back (退票): failed in the end, yet rightly on a statement. */
  returned: at('returned', flag),
  payoutAt: at('payoutTime', instant),
  reference: at('reference', shown),
})
export type LinkedRow = z.output<typeof linkedRowShape>

/** A payout that a person may choose, or whole batches by their first payout: `netFen` is then the sum of all. */
export const candidateShape = shape({
  ...linkedRowShape.fields,
  rowCount: at('rowNum', z.number()),
  batchCount: at('batchNum', z.number()),
})
export type CandidateRow = z.output<typeof candidateShape>

/** How the payouts of a whole batch stand today, but for those that succeeded. */
const batchStates = z.object({ failed: z.number(), returned: z.number(), open: z.number() })
export type BatchStates = z.output<typeof batchStates>

export const statementLineShape = shape({
  lineId: at('lineId', z.number()),
  /** Counted through the whole document. */
  lineNumber: at('lineNo', z.number()),
  page: at('page', z.number()),
  day: at('date', shown),
  /** Money that went out to a person, or that came back (退票). */
  kind: at('kind', z.enum(['debit', 'return'])),
  name: at('uname', shown),
  /** Masked; empty where the statement has no such column. */
  cardNo: at('ubankcard', shown),
  amountFen: at('money', yuan()),
  reference: at('reference', shown),
  remark: at('remark', shown),
  result: at('result', lineResult),
  /** Whether a person chose the row. */
  byHand: at('byHand', flag),
  row: at('row', linkedRowShape.nullable()),
  /** The statement does not say which way the money went. */
  unclear: at('unclear', flag),
  /** How many payouts it pays, or would pay where a person has to confirm it; `row` is the first of them. */
  rowCount: at('rowNum', z.number()),
  /** Of a line that pays a whole batch, else null. */
  batchStates: at('batchStates', batchStates.nullable()),
  /** How many rows fit an ambiguous line. */
  candidateCount: at('candidateNum', z.number()),
})
export type StatementLine = z.output<typeof statementLineShape>

/** What became of one uploaded file, in the order in which they were sent. */
export const uploadedStatementShape = shape({
  fileName: at('fileName', shown),
  /** Null where the file was refused; `refusal` then says why. */
  statementId: at('statementId', z.number().nullable()),
  refusal: at('refusal', shown),
  ...counts,
  /** Every line of it (D32). */
  lines: at(
    'lines',
    z.array(
      shape({
        lineNumber: at('lineNo', z.number()),
        page: at('page', z.number()),
        result: at('result', lineResult),
        rowId: at('tranId', rowId.nullable()),
      }),
    ),
  ),
})
export type UploadedStatement = z.output<typeof uploadedStatementShape>

/** What became of the open lines of a statement that were decided again. */
export const relinkedStatementShape = shape({
  /** Open before, linked now. */
  linkedCount: at('linkedNum', z.number()),
  /** Open before; now their rows turn out to be linked to another line. */
  knownCount: at('knownNum', z.number()),
  /** Not found before; now several rows fit. */
  newlyAmbiguousCount: at('newAmbiguousNum', z.number()),
  /** Open still, all of the statement. */
  ambiguousCount: at('ambiguousNum', z.number()),
  missingCount: at('missingNum', z.number()),
})
export type RelinkedStatement = z.output<typeof relinkedStatementShape>

/** A row of the statement's table that was not understood, as printed but for card and ID numbers. */
export const unreadLineShape = shape({
  position: at('position', z.number()),
  page: at('page', z.number()),
  /** Of the row on its page. */
  place: at('place', z.number()),
  why: at('reason', z.enum(UNREAD_REASONS)),
  text: at('text', shown),
})
export type UnreadLine = z.output<typeof unreadLineShape>
