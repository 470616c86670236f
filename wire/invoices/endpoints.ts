// Invoice applications: apply, audit, enter the result, correct, withdraw, look up, export (spec §2, §5, §7, D30).

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listSumShape } from '../list-sums.ts'
import { paging } from '../paging.ts'
import { at, shape } from '../shape.ts'
import { sorting } from '../sorting.ts'
import { flag, id, idInQuery, requiredId, text, yuan } from '../values.ts'
import { invoiceType } from './invoice-type.ts'
import { invoiceTexts as texts } from './messages.ts'
import { applicationDetailShape, applicationRowShape, quotaShape } from './shapes.ts'

export const MAX_INVOICE_FILES = 10

/** Of list and export; 0 is "all" (spec §4). */
const filters = {
  applicationNo: at('invoiceApplyNo', text({ max: 30 }).optional()),
  type: at('invoiceType', z.enum(['0', '1', '2', '3', '4'], texts.statusWrong).optional()),
  status: at('invoiceApplyStatus', z.enum(['0', '1', '2', '3', '4'], texts.statusWrong).optional()),
  providerId: at('providerId', idInQuery.optional()),
}

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoice/list',
  purpose: 'Lists the invoice applications in scope, the newest first.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape({
    ...filters,
    ...sorting({ appliedAt: 'applyTime', amountFen: 'invoiceAmount', status: 'invoiceApplyStatus' }),
    ...paging,
  }),
  reply: { form: 'list', row: applicationRowShape, beside: listSumShape },
  failure: texts.listFailed,
})

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/invoice/export',
  purpose: 'Exports the invoice applications of the same filters.',
  right: 'console',
  scope: { rule: 'list', provider: 'providerId' },
  input: shape(filters),
  reply: { form: 'download' },
  failure: texts.downloadFailed,
})

export const invoiceDetail = endpoint({
  method: 'GET',
  path: '/invoice/detail',
  purpose: 'Gives one application with its files and its history.',
  right: 'console',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({ applicationId: at('invoiceApplyId', idInQuery) }),
  reply: { form: 'data', data: applicationDetailShape },
  failure: texts.listFailed,
})

export const invoiceQuota = endpoint({
  method: 'GET',
  path: '/invoice/quota',
  purpose: 'Tells what a provider may still have invoiced; without a provider, one’s own.',
  right: 'console',
  scope: { rule: 'record', kind: 'provider', at: 'providerId', optional: true },
  input: shape({ providerId: at('providerId', idInQuery.optional()) }),
  reply: { form: 'data', data: quotaShape },
  failure: texts.listFailed,
})

export const addInvoice = endpoint({
  method: 'POST',
  path: '/invoice/add',
  purpose: 'Applies for an invoice of the own provider, within what is invoiceable.',
  right: 'not-manager',
  scope: { rule: 'own' },
  input: shape({
    type: at('invoiceType', invoiceType),
    categoryId: at('invoiceClass', requiredId(texts.categoryMissing)),
    amountFen: at(
      'invoiceAmount',
      yuan(texts.amountMissing, texts.amountWrong)
        .refine((fen) => fen !== 0n, texts.amountMissing)
        .refine((fen) => fen >= 0n, texts.amountWrong),
    ),
    remark: at('applyRemark', text({ max: 100, tooLong: texts.remarkTooLong }).optional()),
  }),
  reply: { form: 'data', data: id },
  failure: texts.addFailed,
})

const applicationId = at('invoiceId', requiredId(texts.idWrong))

export const auditInvoice = endpoint({
  method: 'POST',
  path: '/invoice/manage/audit',
  purpose: 'Agrees (1) to a pending application or refuses it (0) with a reason.',
  right: 'manager',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({
    applicationId,
    agrees: at('auditStatus', flag),
    reason: at('refuseReason', text({ max: 100, tooLong: texts.reasonTooLong }).optional()),
  }),
  reply: { form: 'nothing' },
  failure: texts.auditFailed,
})

const fileIds = z
  .array(z.uuid(texts.filesMissing), { error: texts.filesMissing })
  .min(1, texts.filesMissing)
  .max(MAX_INVOICE_FILES, texts.filesTooMany)

const resultFields = {
  applicationId,
  trackingNo: at(
    'trickNo',
    text({ required: texts.trackingMissing, max: 30, tooLong: texts.trackingTooLong }),
  ),
  trackingNote: at('trickRemark', text({ max: 100, tooLong: texts.noteTooLong }).optional()),
  fileIds: at('invoiceFileIds', fileIds),
}

export const enterInvoiceResult = endpoint({
  method: 'POST',
  path: '/invoice/manage/trick',
  purpose: 'Enters tracking number and invoice files of an agreed application, which is invoiced then.',
  right: 'manager',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({
    ...resultFields,
    /** How many invoices were issued, for the stock; 1 where nobody says. */
    invoiceCount: at(
      'invoiceNum',
      z
        .number(texts.countWrong)
        .int(texts.countWrong)
        .min(1, texts.countWrong)
        .max(1_000, texts.countWrong)
        .optional(),
    ),
  }),
  reply: { form: 'nothing' },
  failure: texts.resultFailed,
})

export const correctInvoice = endpoint({
  method: 'POST',
  path: '/invoice/manage/correct',
  purpose:
    'Corrects tracking number, note and files of what was invoiced, with a reason; what stood before is kept.',
  right: 'manager',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({
    ...resultFields,
    reason: at(
      'reason',
      text({ required: texts.correctionReasonMissing, max: 100, tooLong: texts.reasonTooLong }),
    ),
  }),
  reply: { form: 'nothing' },
  failure: texts.resultFailed,
})

export const withdrawInvoice = endpoint({
  method: 'POST',
  path: '/invoice/withdraw',
  purpose: 'The applicant takes a pending application back.',
  right: 'console',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({ applicationId }),
  reply: { form: 'nothing' },
  failure: texts.resultFailed,
})

export const downloadInvoiceFiles = endpoint({
  method: 'GET',
  path: '/invoice/files',
  purpose: 'Gives all files of an application as a zip.',
  right: 'console',
  scope: { rule: 'record', kind: 'invoice-application', at: 'applicationId' },
  input: shape({ applicationId: at('invoiceApplyId', idInQuery) }),
  reply: { form: 'download' },
  failure: texts.downloadFailed,
})
