// Which fields of a payout sheet each row must have in a cell of its own, and which a merged cell may say of several rows (D13).

import type { OwnField, SheetField } from './sheet-row.ts'

const OWN: readonly SheetField[] = ['name', 'idCardNo', 'phone', 'cardNo', 'amount'] satisfies OwnField[]

/** What says who is paid how much is nobody's where it stands once for several; a month, a bank and a remark hold for all of them. */
export function isOwnField(field: SheetField): field is OwnField {
  return OWN.includes(field)
}
