// The export of invoice applications: what the filters of the page find (spec §2).

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { invoiceTypeWords } from '@paywages/wire/invoices/invoice-type.ts'
import type { ListExport } from '../exports/export-list.ts'
import { countColumn, moneyColumn, type SheetDefinition, textColumn } from '../exports/sheet-definition.ts'
import { INVOICE_SHEET, invoicesName, STATUS_WORDS, INVOICE_TITLES as t, WITHDRAWN_WORD } from './labels.ts'
import { type ApplicationFilter, type ApplicationRecord, applicationPieces } from './list-store.ts'

const time = (at: Date | null) => (at === null ? '' : shanghaiSecond(at))

const sheet: SheetDefinition<ApplicationFilter, ApplicationRecord> = {
  sheetName: INVOICE_SHEET,
  columns: () => [
    textColumn(t.applicationNo, 20, (row) => row.applicationNo),
    textColumn(t.type, 24, (row) => invoiceTypeWords[row.type]),
    textColumn(t.category, 20, (row) => row.categoryName),
    moneyColumn(t.amount, (row) => row.amountFen),
    textColumn(t.company, 24, (row) => row.providerName),
    textColumn(t.applicant, 12, (row) => row.applicantName),
    textColumn(t.remark, 30, (row) => row.remark),
    textColumn(t.appliedAt, 20, (row) => time(row.appliedAt)),
    textColumn(t.status, 10, (row) => (row.withdrawn ? WITHDRAWN_WORD : STATUS_WORDS[row.status])),
    textColumn(t.refuseReason, 24, (row) => row.refuseReason),
    textColumn(t.auditedAt, 20, (row) => time(row.auditedAt)),
    textColumn(t.invoicedAt, 20, (row) => time(row.invoicedAt)),
    textColumn(t.trackingNo, 20, (row) => row.trackingNo),
    textColumn(t.trackingNote, 24, (row) => row.trackingNote),
    countColumn(t.invoiceCount, (row) => row.invoiceCount),
  ],
  pieces: (tx, _cipher, filter) => applicationPieces(tx, filter),
}

export const invoiceExport: ListExport<ApplicationFilter, ApplicationRecord> = {
  action: 'export-invoices',
  list: 'invoice-applications',
  fileName: invoicesName,
  sheet,
}
