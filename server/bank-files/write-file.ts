// The bytes of a bank file, as its format wants them.

import { buffer } from 'node:stream/consumers'
import type { BankFormat, Field } from '@paywages/domain/bank-files/bank-format.ts'
import { layOutFrame, layOutLines, layOutText } from '@paywages/domain/bank-files/lay-out.ts'
import { type Debtor, writePain001 } from '@paywages/domain/bank-files/pain001.ts'
import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { FileContent } from '@paywages/domain/files/file-content.ts'
import { encodeGb18030 } from '../adapters/spreadsheet/gb18030.ts'
import { writeXls } from '../adapters/spreadsheet/write-xls.ts'
import { type AnyRow, writeXlsx } from '../adapters/spreadsheet/write-xlsx.ts'
import { paymentRows } from './payment-cells.ts'
import type { Payments } from './payments.ts'

const SHEET_NAME = '代发'
const UNIQUE: ReadonlySet<Field> = new Set<Field>(['position', 'reference', 'name', 'cardNo'])

export type FileToWrite = {
  readonly format: BankFormat
  readonly messageId: string
  readonly debtor: Debtor
  readonly at: Date
  readonly payments: Payments
  /** Of those that stand in it, in their order, and what they come to. */
  readonly places: readonly number[]
  readonly sumFen: bigint
}

export async function writeBankFile(file: FileToWrite): Promise<{ bytes: Uint8Array; content: FileContent }> {
  const { format, payments, places } = file
  const day = shanghaiDay(file.at)
  if (format.container === 'xlsx' && format.hasHeading)
    return { bytes: await workbookOf(file, day), content: 'xlsx' }
  const rows = places.map((place) => payments.rowAt(place))
  if (format.container === 'pain.001') {
    const { messageId, debtor, at } = file
    const createdAt = `${at.toISOString().slice(0, 19)}Z`
    const message = writePain001(format, { messageId, createdAt, day, debtor, rows })
    return { bytes: new TextEncoder().encode(message), content: 'xml' }
  }
  if (format.container === 'xlsx') {
    const { lines } = layOutLines(format, rows, day)
    const table = { above: [], headings: lines[0] ?? [], unique: [], width: widest(lines) }
    return { bytes: await tableOf(table, lines.slice(1)), content: 'xlsx' }
  }
  if (format.container === 'xls')
    return { bytes: writeXls(layOutLines(format, rows, day).lines, SHEET_NAME), content: 'xls' }
  const text = layOutText(format, rows, day)
  // What GBK lacks was refused before: what is left is the same in both.
  return {
    bytes: format.encoding === 'gbk' ? encodeGb18030(text) : new TextEncoder().encode(text),
    content: 'csv',
  }
}

function workbookOf({ format, payments, places, sumFen }: FileToWrite, day: string): Promise<Buffer> {
  const { above, headings = [], below } = layOutFrame(format, { count: places.length, sumFen }, day)
  function* rows(): Generator<AnyRow> {
    yield* paymentRows(format, payments, places)
    yield* below
  }
  const unique = format.columns.map(({ field }) => UNIQUE.has(field))
  return tableOf({ above, headings, unique, width: widest([...above, headings, ...below]) }, rows())
}

const widest = (lines: readonly (readonly string[])[]): number =>
  lines.reduce((most, { length }) => Math.max(most, length), 0)

type TableToWrite = {
  readonly above: readonly (readonly string[])[]
  readonly headings: readonly string[]
  /** Of each column, whether its texts hardly repeat. */
  readonly unique: readonly boolean[]
  readonly width: number
}

/** Every cell a text: a card number or amount that a program takes for a number loses digits. */
function tableOf({ above, headings, unique, width }: TableToWrite, rows: Iterable<AnyRow>): Promise<Buffer> {
  const columns = Array.from({ length: width }, (_, index) => ({
    title: headings[index] ?? '',
    kind: 'text' as const,
    isUnique: unique[index] ?? false,
  }))
  return buffer(writeXlsx(rows, { sheetName: SHEET_NAME, columns, leadingRows: above }))
}
