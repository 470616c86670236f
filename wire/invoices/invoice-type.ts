// The type of an invoice as it travels: the spec's numbers 1 to 4.

import { INVOICE_TYPES, type InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { z } from 'zod'

export const TYPE_MISSING = '请选择发票类型'

/** As people call them, on pages and in sheets. */
export const invoiceTypeWords: Readonly<Record<InvoiceType, string>> = {
  'special-paper': '增值税专用发票（纸质）',
  'special-electronic': '增值税专用发票（电子）',
  'ordinary-paper': '增值税普通发票（纸质）',
  'ordinary-electronic': '增值税普通发票（电子）',
}

export const invoiceType = z.codec(z.literal([1, 2, 3, 4], { error: TYPE_MISSING }), z.enum(INVOICE_TYPES), {
  decode: (number) => INVOICE_TYPES[(number - 1) as 0 | 1 | 2 | 3],
  encode: (type) => (INVOICE_TYPES.indexOf(type) + 1) as 1 | 2 | 3 | 4,
})

export const invoiceTypeInQuery = z.codec(z.enum(['1', '2', '3', '4'], TYPE_MISSING), z.enum(INVOICE_TYPES), {
  decode: (text) => INVOICE_TYPES[(Number(text) - 1) as 0 | 1 | 2 | 3],
  encode: (type) => String(INVOICE_TYPES.indexOf(type) + 1) as '1' | '2' | '3' | '4',
})
