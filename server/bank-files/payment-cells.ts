// Writes the cells of payments as bytes, from those that they came as, and judges them on the way: what a format cannot say is never written (ADR 148).

import { Buffer } from 'node:buffer'
import type { BankFormat, FormatColumn } from '@paywages/domain/bank-files/bank-format.ts'
import { cellOf, textFault } from '@paywages/domain/bank-files/judge-rows.ts'
import { inexpressible } from '@paywages/domain/bank-files/lay-out.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import type { CellWriter, WritingRow } from '../adapters/spreadsheet/write-xlsx.ts'
import { isPlainText, writeWhole } from '../adapters/spreadsheet/xml-bytes.ts'
import type { LyingField, Payments } from './payments.ts'

type WriteCell = (place: number, position: number, cells: CellWriter) => void
type Judge = (text: string, place: number) => string

/** The payments at these places one after the other, each in the place of the one before. */
export function* paymentRows(
  format: BankFormat,
  payments: Payments,
  places: readonly number[],
): Generator<WritingRow> {
  const columns = format.columns.map((column) => cellWriter(format, column, payments))
  let index = 0
  const row: WritingRow = {
    writeCells: (cells) => {
      const place = places[index] as number
      for (const write of columns) write(place, index + 1, cells)
    },
  }
  for (; index < places.length; index += 1) yield row
}

function cellWriter(format: BankFormat, column: FormatColumn, payments: Payments): WriteCell {
  const judge = judgeOf(format, column, payments)
  const plain = plainOf(format, column)
  switch (column.field) {
    case 'name':
    case 'cardNo':
      return lyingCell(column.field, payments, plain, judge)
    case 'position':
      return madeCell(plain, judge, (bytes, _, position) => writeWhole(bytes, 0, position))
    case 'amount':
      return madeCell(plain, judge, (bytes, place) => writeYuan(bytes, payments.amountFenAt(place)))
    case 'reference':
      return madeCell(plain, judge, (bytes, place) => payments.writeReference(bytes, place))
    case 'bankName':
      return (place, _, cells) => cells.text(judge(payments.bankNameAt(place), place))
    case 'purpose':
    case 'constant': {
      let text: string | undefined
      return (place, position, cells) => {
        text ??= judge(cellOf(format, column, payments.rowAt(place), position), place)
        cells.text(text)
      }
    }
    default:
      return (place, position, cells) =>
        cells.text(judge(cellOf(format, column, payments.rowAt(place), position), place))
  }
}

/** The text itself where it can stand in the column; the same text again is not judged again. */
function judgeOf(format: BankFormat, column: FormatColumn, payments: Payments): Judge {
  let sound: string | undefined
  return (text, place) => {
    if (text === sound) return text
    const fault = textFault(format, column, text)
    if (fault) throw inexpressible(payments.rowNumberAt(place), fault)
    sound = text
    return text
  }
}

type IsPlain = (bytes: Uint8Array, start: number, end: number) => boolean

/** Whether it is seen at a glance that a text can stand in the column: in UTF-8 nothing is lacking, and its bytes are counted already. */
function plainOf({ encoding }: BankFormat, { width = Number.POSITIVE_INFINITY }: FormatColumn): IsPlain {
  if (encoding !== 'utf-8') return () => false
  return (bytes, start, end) => end - start <= width && isPlainText(bytes, start, end)
}

function lyingCell(field: LyingField, payments: Payments, isPlain: IsPlain, judge: Judge): WriteCell {
  return (place, _, cells) => {
    const { texts } = payments
    const start = payments.startOf(place, field)
    const end = payments.endOf(place, field)
    if (!isPlain(texts, start, end)) judge(payments.textAt(place, field), place)
    cells.utf8(texts, start, end)
  }
}

/** Longer than any of the texts that are made here. */
const MADE_BYTES = 256

function madeCell(
  isPlain: IsPlain,
  judge: Judge,
  make: (bytes: Buffer, place: number, position: number) => number,
): WriteCell {
  const bytes = Buffer.alloc(MADE_BYTES)
  return (place, position, cells) => {
    const end = make(bytes, place, position)
    if (!isPlain(bytes, 0, end)) judge(bytes.toString('utf8', 0, end), place)
    cells.utf8(bytes, 0, end)
  }
}

const ZERO = 0x30
const POINT = 0x2e

/** As formatYuan writes it; a net amount is never negative. */
function writeYuan(bytes: Buffer, fen: bigint): number {
  const whole = Number(fen)
  if (!Number.isSafeInteger(whole) || whole < 0) return bytes.write(formatYuan(fen))
  const yuan = Math.floor(whole / 100)
  const cents = whole - yuan * 100
  const at = writeWhole(bytes, 0, yuan)
  bytes[at] = POINT
  bytes[at + 1] = ZERO + Math.floor(cents / 10)
  bytes[at + 2] = ZERO + (cents % 10)
  return at + 3
}
