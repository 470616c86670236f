// Where invoice applications are opened: their list, with one of them open beside it.

import { ROW_IN_ADDRESS } from '../ui/list/use-row-address.ts'
import type { PageSearch } from '../ui/page/page-link.tsx'

export const INVOICES_PAGE = '/invoiceApply'

export function invoiceAddress(applicationId: number): PageSearch {
  return { [ROW_IN_ADDRESS]: String(applicationId) }
}
