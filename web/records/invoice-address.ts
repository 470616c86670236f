// Where invoice applications are opened; the query's name comes from the wire.

import { invoiceDetail } from '@paywages/wire/invoices/endpoints.ts'
import { recordNumber } from '../ui/page/address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const INVOICES_PAGE = '/invoiceApply'

const APPLICATION = invoiceDetail.input.fields.applicationId.wire

export function invoiceAddress(applicationId: number): PageSearch {
  return { [APPLICATION]: String(applicationId) }
}

export function applicationIdIn(search: PageSearch): number | undefined {
  return recordNumber(search[APPLICATION])
}

/** The same address, of the list alone. */
export function withoutApplication(search: PageSearch): PageSearch {
  return { ...search, [APPLICATION]: undefined }
}
