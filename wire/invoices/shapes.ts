// Invoice applications as they travel (spec §3, D30).

import { APPLICATION_EVENTS, APPLICATION_STATUSES } from '@paywages/domain/invoices/application-status.ts'
import { z } from 'zod'
import { at, same, shape } from '../shape.ts'
import { flag, id, instant, openWord, shown, yuan } from '../values.ts'
import { invoiceType } from './invoice-type.ts'
import { invoiceTexts as texts } from './messages.ts'

/** The spec's numbers are the places in the list, counted from 1. */
export const applicationStatus = z.codec(
  z.literal([1, 2, 3, 4], { error: texts.statusWrong }),
  z.enum(APPLICATION_STATUSES),
  {
    decode: (number) => APPLICATION_STATUSES[(number - 1) as 0 | 1 | 2 | 3],
    encode: (status) => (APPLICATION_STATUSES.indexOf(status) + 1) as 1 | 2 | 3 | 4,
  },
)

const fileFields = {
  fileId: at('fileId', z.uuid()),
  fileName: at('fileName', shown),
  url: at('filePath', shown),
  size: at('fileSize', z.number()),
  /** png, jpg, gif, bmp, pdf or ofd, by content. */
  content: at('fileType', shown),
}
const fileShape = shape(fileFields)
export type InvoiceFile = z.output<typeof fileShape>

const rowFields = {
  applicationId: at('invoiceApplyId', id),
  applicationNo: at('invoiceApplyNo', shown),
  type: at('invoiceType', invoiceType),
  categoryId: at('invoiceClass', id),
  categoryName: at('invoiceClassName', shown),
  amountFen: at('invoiceAmount', yuan()),
  remark: at('applyRemark', shown),
  providerId: at('providerId', id),
  providerName: at('applyProviderName', shown),
  applicantId: at('applyAccountId', id),
  applicantName: at('applyAccountName', shown),
  appliedAt: at('applyTime', instant),
  status: at('invoiceApplyStatus', applicationStatus),
  withdrawn: at('withdrawn', flag),
  refuseReason: at('refuseReason', shown),
  auditedAt: at('auditTime', instant.nullable()),
  invoicedAt: at('comfirmInvoiceTime', instant.nullable()),
  trackingNo: at('trickNo', shown),
  trackingNote: at('trickRemark', shown),
  /** Those that stand, in their order (D43). */
  files: at('fileEntities', z.array(fileShape)),
}

export const applicationRowShape = shape(rowFields)
export type ApplicationRow = z.output<typeof applicationRowShape>

/** One field that a correction changed, in words for people. */
const changeShape = shape(same({ field: shown, before: shown, after: shown }))

const eventShape = shape({
  kind: at('kind', openWord(APPLICATION_EVENTS)),
  at: at('time', instant),
  account: at('account', shown),
  byName: at('accountName', shown),
  reason: at('reason', shown),
  changes: at('changes', z.array(changeShape)),
})
export type ApplicationHistoryEvent = z.output<typeof eventShape>

export const applicationDetailShape = shape({
  ...rowFields,
  invoiceCount: at('invoiceNum', z.number()),
  /** What corrections took out; its files stay readable. */
  removedFiles: at('removedFiles', z.array(shape({ ...fileFields, removedAt: at('removeTime', instant) }))),
  history: at('history', z.array(eventShape)),
  /** How many payouts it covers, and how much of it found one. */
  coveredRows: at('coverNum', z.number()),
  coveredFen: at('coverMoney', yuan()),
})
export type ApplicationDetail = z.output<typeof applicationDetailShape>

/** What may be invoiced, and what it is made of. */
export const quotaShape = shape({
  ...same({ providerId: id, providerName: shown }),
  grossFen: at('outcomeMoney', yuan()),
  feeFen: at('serviceCost', yuan()),
  invoicedFen: at('invoicedMoney', yuan()),
  appliedFen: at('applyMoney', yuan()),
  /** Below zero after returns. */
  invoiceableFen: at('availMoney', yuan()),
  /** What must be taken back by a red invoice; 0 where nothing must. */
  overInvoicedFen: at('redMoney', yuan()),
})
export type InvoiceQuota = z.output<typeof quotaShape>
