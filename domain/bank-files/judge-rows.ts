// Which rows a format cannot express, named before anything is started (ADR 80).

import { formatYuan } from '../money/fen.ts'
import type { BankFormat, FormatColumn, PaymentRow } from './bank-format.ts'
import { bytesIn, lackedBy } from './gbk.ts'

export type RowFault = {
  readonly rowNumber: number
  readonly heading: string
  readonly fault: 'missing' | 'too-long' | 'character' | 'separator' | 'formula'
  /** The character that the encoding lacks, the most bytes that the column holds, or the bank that no code is known of. */
  readonly detail: string
}

/** What stands in a column, before it is padded. */
export function cellOf(format: BankFormat, column: FormatColumn, row: PaymentRow, position: number): string {
  switch (column.field) {
    case 'position':
      return String(position)
    case 'amount':
      return formatYuan(row.amountFen)
    case 'amountFen':
      return String(row.amountFen)
    case 'purpose':
      return format.purpose
    case 'constant':
      return column.text ?? ''
    default:
      return row[column.field]
  }
}

/** Programs run what begins so; a bank's reader would not find the name. */
const FORMULA = /^[=+\-@＝＋－＠]/

/** What is wrong with a text in a column; undefined where it can stand there. */
export function textFault(
  format: BankFormat,
  column: FormatColumn,
  text: string,
): Omit<RowFault, 'rowNumber'> | undefined {
  const { heading } = column
  if (text.trim() === '') return column.required ? { heading, fault: 'missing', detail: '' } : undefined
  const lacked = lackedBy(format.encoding, text)
  if (lacked !== undefined) return { heading, fault: 'character', detail: lacked }
  // No encoding has a character of more than three bytes for one of ours.
  if (
    column.width !== undefined &&
    text.length * 3 > column.width &&
    bytesIn(format.encoding, text) > column.width
  )
    return { heading, fault: 'too-long', detail: String(column.width) }
  if (format.container === 'csv' && /["\r\n]/.test(text)) return { heading, fault: 'separator', detail: '"' }
  if (format.container === 'csv' && text.includes(format.separator ?? ','))
    return { heading, fault: 'separator', detail: format.separator ?? ',' }
  if (format.container !== 'pain.001' && FORMULA.test(text))
    return { heading, fault: 'formula', detail: text[0] ?? '' }
  return undefined
}

/** The cells of a row, or the first thing, in the order of the columns, that its format cannot express. */
export function cellsOf(format: BankFormat, row: PaymentRow, position: number): string[] | RowFault {
  const cells: string[] = []
  for (const column of format.columns) {
    const text = cellOf(format, column, row, position)
    const fault = textFault(format, column, text)
    if (fault)
      return {
        rowNumber: row.rowNumber,
        ...fault,
        ...(isLacking(column, fault) ? { detail: row.bankName } : {}),
      }
    cells.push(text)
  }
  return cells
}

/** At most one fault a row. */
export function judgeRows(format: BankFormat, rows: readonly PaymentRow[]): RowFault[] {
  return rows.flatMap((row, index) => {
    const found = cellsOf(format, row, index + 1)
    return Array.isArray(found) ? [] : [found]
  })
}

const isLacking = ({ field }: FormatColumn, { fault }: Pick<RowFault, 'fault'>): boolean =>
  field === 'cnaps' && fault === 'missing'
