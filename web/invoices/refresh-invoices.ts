// After anything that changes an application: lists, details, what may still be invoiced, and the stock it was drawn from.

import { stockAnswer } from '@paywages/wire/invoice-stock/endpoints.ts'
import { invoiceDetail, invoiceQuota, listInvoices } from '@paywages/wire/invoices/endpoints.ts'
import { refresh } from '../api/queries.ts'

export function refreshInvoices(): Promise<void> {
  return refresh(listInvoices, invoiceDetail, invoiceQuota, stockAnswer)
}
