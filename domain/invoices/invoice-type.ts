// The four types of invoice (spec §4).

/** The spec's numbers are the places in this list, counted from 1. */
export const INVOICE_TYPES = [
  'special-paper',
  'special-electronic',
  'ordinary-paper',
  'ordinary-electronic',
] as const
export type InvoiceType = (typeof INVOICE_TYPES)[number]

/** Nothing is shipped: the tracking number is filled in beforehand (D30). */
export function isElectronic(type: InvoiceType): boolean {
  return type === 'special-electronic' || type === 'ordinary-electronic'
}
