// The bytes of a bank file, as its format wants them.

import { buffer } from 'node:stream/consumers'
import type { BankFormat, PaymentRow } from '@paywages/domain/bank-files/bank-format.ts'
import { layOutLines, layOutText } from '@paywages/domain/bank-files/lay-out.ts'
import { type Debtor, writePain001 } from '@paywages/domain/bank-files/pain001.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { FileContent } from '@paywages/domain/files/file-content.ts'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { writeXls } from '../adapters/spreadsheet/write-xls.ts'
import { writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'

const SHEET_NAME = '代发'

export type FileToWrite = {
  readonly format: BankFormat
  readonly messageId: string
  readonly debtor: Debtor
  readonly at: Date
  readonly rows: readonly PaymentRow[]
}

export async function writeBankFile(file: FileToWrite): Promise<{ bytes: Uint8Array; content: FileContent }> {
  const { format, rows } = file
  if (format.container === 'pain.001') {
    const { messageId, debtor, at } = file
    const createdAt = `${at.toISOString().slice(0, 19)}Z`
    const message = writePain001(format, { messageId, createdAt, day: shanghaiDay(at), debtor, rows })
    return { bytes: new TextEncoder().encode(message), content: 'xml' }
  }
  if (format.container === 'xlsx') {
    return { bytes: await workbookOf(layOutLines(format, rows, shanghaiDay(file.at))), content: 'xlsx' }
  }
  if (format.container === 'xls') {
    const { lines } = layOutLines(format, rows, shanghaiDay(file.at))
    return { bytes: writeXls(lines, SHEET_NAME), content: 'xls' }
  }
  const text = layOutText(format, rows, shanghaiDay(file.at))
  // What GBK lacks was refused before: what is left is the same in both.
  return {
    bytes: format.encoding === 'gbk' ? encodeGb18030(text) : new TextEncoder().encode(text),
    content: 'csv',
  }
}

/** Every cell a text: a card number or amount that a program takes for a number loses digits. */
function workbookOf({ lines, headingAt = 0 }: ReturnType<typeof layOutLines>): Promise<Buffer> {
  const headings = lines[headingAt] ?? []
  const width = lines.reduce((most, cells) => Math.max(most, cells.length), 0)
  const columns = Array.from({ length: width }, (_, index) => ({
    title: headings[index] ?? '',
    kind: 'text' as const,
  }))
  return buffer(
    writeXlsx(lines.slice(headingAt + 1), {
      sheetName: SHEET_NAME,
      columns,
      leadingRows: lines.slice(0, headingAt),
    }),
  )
}
