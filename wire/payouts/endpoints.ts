// Payout batches: upload, list, rows, decisions, withdrawal, the cancel switch, export (spec §7, D13–D18).

import { FILE_RULES } from '@paywages/domain/files/file-kind.ts'
import { BATCH_CHANGES } from '@paywages/domain/payouts/batch-comparison.ts'
import { RISK_WORD } from '@paywages/domain/payouts/risks.ts'
import { SHOWN_WARNINGS } from '@paywages/domain/payouts/sheet-warnings.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listSumShape } from '../list-sums.ts'
import { paging } from '../paging.ts'
import { at, same, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { flag, idInQuery, instant, instantInQuery, shown, text, yuan } from '../values.ts'
import { payoutTexts } from './messages.ts'
import {
  batchHeadShape,
  batchId,
  batchIdInQuery,
  batchRowShape,
  batchStatus,
  batchStatusInQuery,
  comparedRowShape,
  comparisonShape,
  detailCountsShape,
  detailRowShape,
  payDetailShape,
  payoutRecordShape,
  riskShape,
  rowId,
  rowIdsInQuery,
  uploadResultShape,
} from './shapes.ts'

/** Made by the browser, so that it can ask how far its upload has come. */
const uploadKey = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, '上传编号不正确')

export const uploadSheet = endpoint({
  method: 'POST',
  path: '/excel/import',
  purpose: 'Uploads a payout sheet; every row is judged, and one bad row keeps all of it out.',
  right: 'pay',
  scope: { rule: 'own' },
  input: shape({
    fileName: at('fileName', z.string().max(4096).optional()),
    fileSize: at('fileSize', z.string().max(20).optional()),
    confirmDuplicate: at('confirmDuplicate', z.enum(['0', '1'], '参数格式不正确').optional()),
    /** JSON of columnAnswer (layout-endpoints.ts): which column is which, where the headings left it open. */
    columns: at('columns', z.string().max(4096).optional()),
    confirmTotals: at('confirmTotals', z.enum(['0', '1'], '参数格式不正确').optional()),
    uploadKey: at('uploadKey', uploadKey.optional()),
  }),
  upload: { field: 'file', maxFiles: 1, maxBytes: FILE_RULES['payout-sheet'].limitBytes },
  reply: { form: 'data', data: uploadResultShape },
  failure: payoutTexts.uploadFailed,
})

export const uploadProgress = endpoint({
  method: 'GET',
  path: '/excel/import/progress',
  purpose: 'Tells how far the caller’s upload of that key has come.',
  right: 'pay',
  scope: { rule: 'own' },
  input: shape(same({ uploadKey })),
  reply: {
    form: 'data',
    data: shape(
      same({
        stage: z.enum(['waiting', 'reading', 'judging', 'storing', 'done']),
        done: z.number(),
        total: z.number(),
        bad: z.number(),
      }),
    ),
  },
  failure: payoutTexts.generic,
  passive: true,
})

export const listBatches = endpoint({
  method: 'GET',
  path: '/excel/import',
  purpose: 'Lists the payout batches in scope, newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    providerId: at('providerId', idInQuery.optional()),
    from: at('beginTime', instantInQuery.optional()),
    to: at('endTime', instantInQuery.optional()),
    status: at('status', batchStatusInQuery.optional()),
    /** Part of the sheet's name. */
    fileName: at('excelName', text({ max: 100 }).optional()),
    ...sorting({ uploadedAt: 'opTime', fileName: 'excelName', grossFen: 'totalMoney', status: 'status' }),
    ...paging,
  }),
  reply: { form: 'list', row: batchRowShape, beside: listSumShape },
  failure: payoutTexts.listFailed,
})

export const batchHead = endpoint({
  method: 'GET',
  path: '/excel/batch',
  purpose: 'Gives a batch’s totals, warnings and approval history.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId', byHandler: true },
  input: shape({ batchId: at('opId', batchIdInQuery) }),
  reply: { form: 'data', data: batchHeadShape },
  failure: payoutTexts.detailFailed,
})

/** The row filters of list and export; payStatus 4 is "all" (spec §4). */
const rowFilters = {
  name: at('uname', text({ max: 30 }).optional()),
  providerName: at('uprovider', text({ max: 50 }).optional()),
  phone: at('uphone', text({ max: 20 }).optional()),
  status: at('payStatus', z.enum(['0', '1', '2', '3', '4'], '状态参数不正确').optional()),
  warning: at('warning', z.enum(['any', ...SHOWN_WARNINGS], '提醒参数不正确').optional()),
  level: at('level', z.enum(['high', 'notice'], '提醒级别参数不正确').optional()),
  /** Rows to be paid that are otherwise than in an earlier batch: one of compareBatch's choices, or the one that it takes. */
  change: at('change', z.enum(BATCH_CHANGES, '变化参数不正确').optional()),
  earlierId: at('earlierId', batchIdInQuery.optional()),
}

export const batchRows = endpoint({
  method: 'GET',
  path: '/excel/detail',
  purpose:
    'Lists the rows of a batch; in full for those who may decide it while it is under audit or review.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId', byHandler: true },
  input: shape({
    batchId: at('opId', batchIdInQuery),
    ...rowFilters,
    /** By level and then amount, or by amount; otherwise in the sheet's order. */
    /** Without it the sheet's order; by warnings the highest level comes first, then the largest amount. */
    ...sorting({ warnings: 'warnings', amount: 'amount' }),
    ...paging,
  }),
  reply: { form: 'list', row: detailRowShape, beside: shape({ withholdsTax: at('isPersonalTax', flag) }) },
  failure: payoutTexts.detailFailed,
})

export const exportBatch = endpoint({
  method: 'GET',
  path: '/excel/export',
  purpose: 'Downloads the rows of a batch as .xlsx, in full and audited.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  factor: 'again',
  input: shape({ batchId: at('opId', batchIdInQuery), ...rowFilters }),
  reply: { form: 'download' },
  failure: payoutTexts.exportFailed,
  reads: 'export',
})

const taxLines = z.array(z.object({ label: shown, value: shown }))

export const rowTax = endpoint({
  method: 'GET',
  path: '/excel/tax',
  purpose:
    'Explains the tax of one row, and the VAT that the person bears: a trial until the transfer starts.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({ rowId: at('tranId', rowId) }),
  reply: {
    form: 'data',
    data: shape({
      taxFen: at('personalTax', yuan()),
      lines: at('lines', taxLines),
      vatFen: at('vatMoney', yuan()),
      vatLines: at('vatLines', taxLines),
    }),
  },
  failure: payoutTexts.detailFailed,
})

const reason = text({ max: 100, tooLong: '原因最多 100 个字符' }).optional()

const riskWord = text({ max: RISK_WORD.max, tooLong: `核实说明最多 ${RISK_WORD.max} 个字符` }).min(
  RISK_WORD.min,
  `核实说明至少 ${RISK_WORD.min} 个字符`,
)
const riskCheck = z.object({ riskId: z.string('高风险编号不正确').max(64), word: riskWord })

export const batchRisks = endpoint({
  method: 'GET',
  path: '/excel/risks',
  purpose: 'Lists the high risks of a batch, which an approver checks one by one.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchIdInQuery) }),
  reply: { form: 'data', data: shape({ risks: at('risks', z.array(riskShape)) }) },
  failure: payoutTexts.detailFailed,
})

export const compareBatch = endpoint({
  method: 'GET',
  path: '/excel/compare',
  purpose: 'Compares a batch with an earlier one of its company: who is new, who is gone, what changed.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    batchId: at('opId', batchIdInQuery),
    /** One of the choices; without it the newest of the same series of sheets. */
    earlierId: at('earlierId', batchIdInQuery.optional()),
  }),
  reply: { form: 'data', data: comparisonShape },
  failure: payoutTexts.compareFailed,
})

export const compareRows = endpoint({
  method: 'GET',
  path: '/excel/compare/rows',
  purpose: 'Tells what the people of these rows were paid in an earlier batch, and are in this one.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    batchId: at('opId', batchIdInQuery),
    earlierId: at('earlierId', batchIdInQuery),
    rowIds: at('tranIds', rowIdsInQuery),
  }),
  reply: {
    form: 'data',
    data: shape({ rows: at('rows', z.array(comparedRowShape)) }),
  },
  failure: payoutTexts.compareFailed,
})

export const clearPairs = endpoint({
  method: 'POST',
  path: '/excel/pairs/clear',
  purpose: 'Notes what a manager found out about accounts behind a batch that may be one person’s.',
  right: 'manager',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    batchId: at('opId', batchId),
    word: at('word', riskWord),
  }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
  decides: true,
})

export const decideBatch = endpoint({
  method: 'POST',
  path: '/excel/enable',
  purpose: 'Audits, reviews or starts a batch: compare-and-set to the named status.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  factor: 'again',
  input: shape({
    batchId: at('opId', batchId),
    to: at('status', batchStatus),
    pass: at('ispass', flag),
    reason: at('reason', reason),
    /** The high risks of the batch, each ticked as checked with a word; none where it has none (D44). */
    checkedRisks: at('checkedRisks', z.array(riskCheck, '高风险核实参数不正确').max(200).optional()),
    /** At a start: the paying account that was shown, 0 for the direct channel; another default since then refuses it. */
    payingAccountId: at('payAccountId', z.int().min(0).max(2_147_483_647).optional()),
  }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
  decides: true,
})

export const askSignature = endpoint({
  method: 'POST',
  path: '/excel/enable/sign',
  purpose: 'Gives what a passkey is to sign before a batch is audited, reviewed or started.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({
    batchId: at('opId', batchId),
    to: at('status', batchStatus),
    pass: at('ispass', flag),
    /** The time that a start is set for. */
    dueAt: at('time', instant.optional()),
    /** The account that a start pays from; the default without it. */
    payingAccountId: at('payAccountId', z.int().min(0).max(2_147_483_647).optional()),
  }),
  reply: { form: 'data', data: shape({ options: at('options', shown) }) },
  failure: payoutTexts.generic,
})

export const scheduleBatch = endpoint({
  method: 'POST',
  path: '/excel/schedule',
  purpose:
    'Sets a time at which the worker starts an approved batch in the caller’s name; sets it anew where one is set.',
  right: 'pay',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  factor: 'again',
  input: shape({
    batchId: at('opId', batchId),
    dueAt: at('time', instant),
    /** Kept for the start; the default account without it, 0 for the direct channel. */
    payingAccountId: at('payAccountId', z.number().int().min(0).max(2_147_483_647).optional()),
  }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
  decides: true,
})

export const cancelSchedule = endpoint({
  method: 'POST',
  path: '/excel/schedule/cancel',
  purpose: 'Takes back the time that was set for a start, before it has come.',
  right: 'pay-or-manager',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchId), reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
})

export const withdrawBatch = endpoint({
  method: 'POST',
  path: '/excel/withdraw',
  purpose: 'Takes a batch back before any money moved.',
  right: 'pay-or-check',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchId), reason: at('reason', reason) }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
})

export const switchRows = endpoint({
  method: 'POST',
  path: '/pay/change/status',
  purpose: 'Cancels (1) or restores (0) rows of one batch under audit.',
  right: 'pay',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowIds' },
  input: shape({
    rowIds: at(
      'tranIds',
      z.array(rowId, { error: '请选择明细' }).min(1, '请选择明细').max(1_000, '一次最多 1000 条'),
    ),
    cancelled: at('status', flag),
  }),
  reply: { form: 'nothing' },
  failure: payoutTexts.generic,
})

export const exportFailedRows = endpoint({
  method: 'GET',
  path: '/excel/failed/export',
  purpose: 'Downloads the failed and returned rows of a batch as a filled template, to correct and upload.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  factor: 'again',
  input: shape({ batchId: at('opId', batchIdInQuery) }),
  reply: { form: 'download' },
  failure: payoutTexts.exportFailed,
  reads: 'export',
})

export const copyFailedRows = endpoint({
  method: 'POST',
  path: '/excel/failed/copy',
  purpose:
    'Copies the failed and returned rows of a batch, or one of them, into a new one, which needs fresh approvals.',
  right: 'pay',
  scope: { rule: 'record', kind: 'payout-batch', at: 'batchId' },
  input: shape({ batchId: at('opId', batchId), rowId: at('tranId', rowId.optional()) }),
  reply: { form: 'data', data: uploadResultShape },
  failure: payoutTexts.generic,
})

/** The filters of list, counts and download alike; payStatus 4 is "all" (spec §4). */
const detailFilters = {
  name: at('uname', text({ max: 30 }).optional()),
  idCardNo: at('cardid', text({ max: 18 }).optional()),
  providerId: at('providerId', idInQuery.optional()),
  status: at('payStatus', z.enum(['0', '1', '2', '4'], '状态参数不正确').optional()),
  from: at('beginTime', instantInQuery.optional()),
  to: at('endTime', instantInQuery.optional()),
}

export const payDetails = endpoint({
  method: 'GET',
  path: '/pay/detail',
  purpose: 'Lists the payouts of all started batches in scope, newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...detailFilters,
    ...sorting({
      payoutAt: 'payoutTime',
      name: 'uname',
      amountFen: 'umoney',
      taxFen: 'personalTax',
      status: 'payStatus',
    }),
    ...paging,
  }),
  reply: { form: 'list', row: payDetailShape },
  failure: payoutTexts.detailFailed,
})

export const payoutRecord = endpoint({
  method: 'GET',
  path: '/pay/detail/record',
  purpose: 'Gives one payout with its batch and its person, as the drawer beside a list shows it.',
  right: 'console',
  scope: { rule: 'record', kind: 'payout-row', at: 'rowId' },
  input: shape({ rowId: at('tranId', rowId) }),
  reply: { form: 'data', data: payoutRecordShape },
  failure: payoutTexts.detailFailed,
})

export const payDetailCounts = endpoint({
  method: 'GET',
  path: '/pay/detail/count',
  purpose: 'Counts the same payouts: all, succeeded, failed.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(detailFilters),
  reply: { form: 'data', data: detailCountsShape },
  failure: payoutTexts.detailFailed,
})

export const downloadDetails = endpoint({
  method: 'GET',
  path: '/pay/detail/download',
  purpose: 'Downloads the same payouts as .xlsx, in full; the export stands in the audit log.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  factor: 'again',
  input: shape(detailFilters),
  reply: { form: 'download' },
  failure: payoutTexts.exportFailed,
  reads: 'export',
})
