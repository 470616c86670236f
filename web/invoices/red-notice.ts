// When a company is told about red invoices: more was invoiced than was paid out, or what is applied for would make it so (D30).

import type { InvoiceQuota } from '@paywages/wire/invoices/shapes.ts'

export type Red = { readonly kind: 'over' | 'negative'; readonly fen: bigint }

export function redOf({
  overInvoicedFen,
  invoiceableFen,
}: Pick<InvoiceQuota, 'overInvoicedFen' | 'invoiceableFen'>): Red | undefined {
  if (overInvoicedFen > 0n) return { kind: 'over', fen: overInvoicedFen }
  return invoiceableFen < 0n ? { kind: 'negative', fen: invoiceableFen } : undefined
}
