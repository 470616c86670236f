// Four lines of invoice stock for tests: every type supported and enough, but for what the test says.

import { INVOICE_TYPES, type InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { EnteredLine } from '../invoice-stock/store.ts'

export function stockLines(
  changes: Readonly<Partial<Record<InvoiceType, Partial<EnteredLine>>>> = {},
): EnteredLine[] {
  return INVOICE_TYPES.map((type) => ({
    type,
    supported: true,
    sufficient: true,
    count: 10,
    amountFen: 100_000_00n,
    ...changes[type],
  }))
}
