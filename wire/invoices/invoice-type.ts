// The type of an invoice as it travels: the spec's numbers 1 to 4.

import { INVOICE_TYPES } from '@paywages/domain/invoices/invoice-type.ts'
import { z } from 'zod'

export const TYPE_MISSING = '请选择发票类型'

export const invoiceType = z.codec(z.literal([1, 2, 3, 4], { error: TYPE_MISSING }), z.enum(INVOICE_TYPES), {
  decode: (number) => INVOICE_TYPES[(number - 1) as 0 | 1 | 2 | 3],
  encode: (type) => (INVOICE_TYPES.indexOf(type) + 1) as 1 | 2 | 3 | 4,
})

export const invoiceTypeInQuery = z.codec(z.enum(['1', '2', '3', '4'], TYPE_MISSING), z.enum(INVOICE_TYPES), {
  decode: (text) => INVOICE_TYPES[(Number(text) - 1) as 0 | 1 | 2 | 3],
  encode: (type) => String(INVOICE_TYPES.indexOf(type) + 1) as '1' | '2' | '3' | '4',
})
