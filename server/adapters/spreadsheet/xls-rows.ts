// Reads the cells of one .xls worksheet from its records.

import { readText } from './biff-strings.ts'
import type { RowComments } from './row-comments.ts'
import { type RowSink, type SheetCell, UNCOMPUTED } from './row-sink.ts'
import { damaged } from './sheet-refused.ts'
import { type BiffRecord, RECORD, recordAt, type XlsWorkbook } from './xls-workbook.ts'

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}
const DAYS_TO_1904 = 1_462
const ROW_IS_HIDDEN = 0x20
const COLUMN_IS_HIDDEN = 0x01
/** Shared formulas, arrays and tables may stand between a formula and its text. */
const BETWEEN_FORMULA_AND_TEXT = new Set([0x04bc, 0x0221, 0x0236])

/** Yields after each row, so that its caller can wait for whoever takes the rows. */
export function* readXlsRows(
  workbook: XlsWorkbook,
  at: number,
  sink: RowSink,
  comments?: RowComments,
): Generator<void> {
  const { stream } = workbook
  const reader = new XlsRows(workbook, sink, comments)
  const begin = recordAt(stream, at)
  if (begin.id !== RECORD.BOF) throw damaged('a sheet has no begin mark')
  let depth = 1
  for (let record = recordAt(stream, begin.next); ; record = recordAt(stream, record.next)) {
    // Charts inside the sheet are streams of their own.
    if (record.id === RECORD.BOF) depth += 1
    else if (record.id === RECORD.EOF) depth -= 1
    else if (depth === 1 && reader.take(record)) yield
    if (depth === 0 || sink.isDone) break
  }
  reader.end()
}

class XlsRows {
  #book: XlsWorkbook
  #sink: RowSink
  #comments: RowComments | undefined
  #row = -1
  #column = -1
  #isOpen = false
  #hidden = new Set<number>()

  constructor(book: XlsWorkbook, sink: RowSink, comments: RowComments | undefined) {
    this.#comments = comments
    this.#book = book
    this.#sink = sink
  }

  /** True when the record ended the row before it. */
  take(record: BiffRecord): boolean {
    const { id, data } = record
    switch (id) {
      case RECORD.ROW:
        if (data.readUInt8(12) & ROW_IS_HIDDEN) this.#hidden.add(data.readUInt16LE(0))
        return false
      case RECORD.COLUMN_INFO:
        if (data.readUInt8(8) & COLUMN_IS_HIDDEN || data.readUInt16LE(4) === 0)
          this.#sink.hide?.(data.readUInt16LE(0), data.readUInt16LE(2))
        return false
      case RECORD.SHARED_LABEL:
        return this.#cell(data, 0, () => this.#sharedText(data.readUInt32LE(6)))
      case RECORD.LABEL:
      case RECORD.RICH_LABEL:
        return this.#cell(data, 0, () => readText(data, 6, 2))
      case RECORD.NUMBER:
        return this.#cell(data, 0, () => this.#number(data.readDoubleLE(6), data.readUInt16LE(4)))
      case RECORD.RK:
        return this.#cell(data, 0, () => this.#number(decodeRk(data.readInt32LE(6)), data.readUInt16LE(4)))
      case RECORD.MUL_RK:
        return this.#manyNumbers(data)
      case RECORD.BOOL_OR_ERROR:
        return this.#cell(data, 0, () => boolOrError(data.readUInt8(6), data.readUInt8(7) === 1))
      case RECORD.FORMULA:
        return this.#cell(data, 0, () => this.#formula(record))
      case RECORD.MERGED_CELLS:
        this.#merges(data)
        return false
      default:
        return false
    }
  }

  end(): void {
    if (this.#isOpen) {
      for (const text of this.#comments?.get(this.#row + 1) ?? []) this.#sink.comment?.(text)
      this.#sink.endRow(this.#row + 1, this.#hidden.has(this.#row))
    }
    this.#isOpen = false
  }

  #cell(data: Buffer, offset: number, value: () => SheetCell, formatAt = 4): boolean {
    const endedRow = this.#moveTo(data.readUInt16LE(0), data.readUInt16LE(2) + offset)
    if (!this.#sink.wants(this.#column)) return endedRow
    if (this.#book.struckFormats?.[data.readUInt16LE(formatAt)] === true) this.#sink.struck?.(this.#column)
    this.#put(value())
    return endedRow
  }

  #moveTo(row: number, column: number): boolean {
    const isNewRow = row !== this.#row
    // A cell told twice would be shown by one program and paid by another.
    const isLate = isNewRow ? row < this.#row : !this.#isOpen || column <= this.#column
    if (isLate) throw damaged('cells out of order')
    const endsRow = isNewRow && this.#isOpen
    if (endsRow) this.end()
    this.#row = row
    this.#column = column
    this.#isOpen = true
    return endsRow
  }

  #put(value: SheetCell): void {
    if (value !== '') this.#sink.cell(this.#column, value)
  }

  #sharedText(index: number): string {
    const text = this.#book.texts[index]
    if (text === undefined) throw damaged('a cell points at no shared text')
    return text
  }

  #number(value: number, format: number): SheetCell {
    const unit = this.#book.unitFormats[format]
    if (unit !== undefined) this.#sink.unit?.(this.#column, unit)
    if (this.#book.dateFormats[format] !== true) return value
    return { serial: this.#book.from1904 ? value + DAYS_TO_1904 : value }
  }

  #manyNumbers(data: Buffer): boolean {
    let endedRow = false
    for (let at = 4, offset = 0; at + 6 <= data.length - 2; at += 6, offset += 1) {
      const number = () => this.#number(decodeRk(data.readInt32LE(at + 2)), data.readUInt16LE(at))
      endedRow = this.#cell(data, offset, number, at) || endedRow
    }
    return endedRow
  }

  /** The stored result; a text follows in a record of its own. */
  #formula(record: BiffRecord): SheetCell {
    const { data } = record
    this.#sink.formula?.(this.#column)
    if (data.readUInt16LE(12) !== 0xffff) return this.#number(data.readDoubleLE(6), data.readUInt16LE(4))
    const kind = data.readUInt8(6)
    if (kind === 1) return boolOrError(data.readUInt8(8), false)
    if (kind === 2) return boolOrError(data.readUInt8(8), true)
    if (kind === 3) return ''
    let next = recordAt(this.#book.stream, record.next)
    while (BETWEEN_FORMULA_AND_TEXT.has(next.id)) next = recordAt(this.#book.stream, next.next)
    return next.id === RECORD.FORMULA_TEXT ? readText(next.data, 0, 2) : UNCOMPUTED
  }

  /** They follow the cells, so the last row is through. */
  #merges(data: Buffer): void {
    this.end()
    const count = data.readUInt16LE(0)
    for (let index = 0; index < count; index += 1) {
      const at = 2 + index * 8
      const [firstRow, lastRow] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
      const [firstColumn, lastColumn] = [data.readUInt16LE(at + 4), data.readUInt16LE(at + 6)]
      this.#sink.merged({ firstRow, lastRow, firstColumn, lastColumn })
    }
  }
}

function boolOrError(value: number, isError: boolean): string {
  if (isError) return ERRORS[value] ?? '#ERR!'
  return value === 0 ? 'FALSE' : 'TRUE'
}

/** Thirty bits of a number: a whole one or the upper half of a float, either perhaps in hundredths. */
function decodeRk(packed: number): number {
  const inHundredths = (packed & 1) !== 0
  const isWhole = (packed & 2) !== 0
  let value = packed >> 2
  if (!isWhole) {
    const view = Buffer.alloc(8)
    view.writeInt32LE(packed & ~3, 4)
    value = view.readDoubleLE(0)
  }
  return inHundredths ? value / 100 : value
}
