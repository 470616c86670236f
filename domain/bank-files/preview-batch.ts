// How the first file of a real batch would look in a format that nobody uses yet: cards and names masked, everything else as it will be.

import { maskBankCardNo } from '../personal/mask.ts'
import type { BankFormat, PaymentRow } from './bank-format.ts'
import { judgeRows, type RowFault } from './judge-rows.ts'
import { layOutLines } from './lay-out.ts'
import { countFiles, splitFiles } from './split-files.ts'

export type BatchPreview = {
  readonly lines: readonly (readonly string[])[]
  readonly fileName: string
  readonly fileCount: number
  readonly faults: readonly RowFault[]
}

const SHOWN_ROWS = 5

/** The first character is enough to find the row again. */
const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(rest.length)
}

const masked = (row: PaymentRow): PaymentRow => ({
  ...row,
  cardNo: maskBankCardNo(row.cardNo),
  name: maskName(row.name),
})

/** Lines above the rows, the first of the rows, and a total below, all of them those of the whole file. */
export function previewBatch(
  format: BankFormat,
  batchNo: string,
  rows: readonly PaymentRow[],
  day: string,
): BatchPreview {
  const faults = judgeRows(format, rows)
  const lacking = new Set(faults.map(({ rowNumber }) => rowNumber))
  const sound = rows.filter(({ rowNumber }) => !lacking.has(rowNumber))
  const [part] = splitFiles(format, batchNo, sound, day)
  const fileCount = countFiles(format, sound)
  if (!part) return { lines: [], fileName: '', fileCount, faults }
  const { lines } = layOutLines(format, part.rows.map(masked), day)
  const below = format.totals && format.totalsAt === 'last' ? 1 : 0
  const above = lines.length - part.rows.length - below
  return {
    lines: [
      ...lines.slice(0, above + Math.min(SHOWN_ROWS, part.rows.length)),
      ...lines.slice(lines.length - below),
    ],
    fileName: part.name,
    fileCount,
    faults,
  }
}
