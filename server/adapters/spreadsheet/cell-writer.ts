// Writes the cells of a row one after the other, as bytes: values at hand, or bytes that are a text already.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { type Cell, type CellKind, textXml } from './cell-xml.ts'
import { cellXml } from './placed-cell.ts'
import { columnName } from './row-sink.ts'
import type { SharedTexts, Sharing } from './shared-texts.ts'
import { styleOf } from './xlsx-parts.ts'
import { fixedBytes, type XmlBytes } from './xml-bytes.ts'

/** The start of a cell up to its value, and what of it follows the place of one that tells it. */
type Opening = { readonly whole: Uint8Array; readonly afterPlace: Uint8Array }

function opening(kind: CellKind, rest: string): Opening {
  const tail = ` s="${styleOf(kind, false)}"${rest}`
  return { whole: fixedBytes(`<c${tail}`), afterPlace: fixedBytes(`"${tail}`) }
}

const SHARED = opening('text', ' t="s"><v>')
const INLINE = opening('text', ' t="inlineStr"><is>')
const COUNT = opening('count', '><v>')
const AMOUNT = opening('amount', '><v>')
const MONEY = opening('money', '><v>')
const NO_CELL = fixedBytes('<c/>')
const ROW_START = fixedBytes('<row r="')
const ROW_OPEN = fixedBytes('">')
const ROW_END = fixedBytes('</row>')
const TEXT_OPEN = fixedBytes('<t>')
const TEXT_END = fixedBytes('</t></is></c>')
const NUMBER_END = fixedBytes('</v></c>')
const POINT = fixedBytes('.')
const POINT_ZERO = fixedBytes('.0')

/** So many texts of a column are known by their bytes: those that repeat are not decoded and looked up again. */
const KNOWN_TEXTS = 256
type KnownText = { readonly bytes: Uint8Array; readonly number: number }

type OwnColumn = {
  readonly kind: CellKind
  readonly letter: string
  readonly start: Uint8Array
  readonly sharing: Sharing
  readonly known: (KnownText | undefined)[]
  /** What stood here last, and its number: the same string again is not looked up. */
  lastText: string
  lastNumber: number
}

export class CellWriter {
  readonly #xml: XmlBytes
  readonly #shared: SharedTexts
  readonly #placesCells: boolean
  readonly #columns: readonly OwnColumn[]
  #row = 0
  #at = 0
  /** Empty cells before the next; they are written only where one follows. */
  #skipped = 0

  constructor(
    xml: XmlBytes,
    columns: readonly { readonly kind: CellKind; readonly isUnique?: boolean }[],
    shared: SharedTexts,
    placesCells: boolean,
  ) {
    this.#xml = xml
    this.#shared = shared
    this.#placesCells = placesCells
    this.#columns = columns.map(({ kind, isUnique }, index) => ({
      kind,
      letter: columnName(index),
      start: fixedBytes(`<c r="${columnName(index)}`),
      sharing: shared.column(isUnique),
      known: new Array<KnownText | undefined>(KNOWN_TEXTS),
      lastText: '',
      lastNumber: -1,
    }))
  }

  beginRow(number: number): void {
    this.#row = number
    this.#at = 0
    this.#skipped = 0
    this.#xml.fixed(ROW_START)
    this.#xml.whole(number)
    this.#xml.fixed(ROW_OPEN)
  }

  endRow(): void {
    this.#xml.fixed(ROW_END)
  }

  /** A value at hand; null leaves the cell empty. */
  cell(cell: Cell | null | undefined): void {
    if (isEmpty(cell)) this.empty()
    else if (typeof cell === 'string') this.text(cell)
    else if (typeof cell === 'bigint') this.fen(cell)
    else if (typeof cell === 'number' && Number.isSafeInteger(cell)) this.count(cell)
    else this.#any(cell)
  }

  empty(): void {
    this.#at += 1
    if (!this.#placesCells) this.#skipped += 1
  }

  count(count: number): void {
    this.#open(this.#next(), COUNT)
    this.#xml.whole(count)
    this.#xml.fixed(NUMBER_END)
  }

  /** As a number where that is exact. */
  fen(fen: Fen | number): void {
    const whole = Number(fen)
    if (whole < 0 || !Number.isSafeInteger(whole)) {
      this.#any(BigInt(fen))
      return
    }
    const xml = this.#xml
    const column = this.#next()
    const yuan = Math.floor(whole / 100)
    const cents = whole - yuan * 100
    this.#open(column, column.kind === 'amount' ? AMOUNT : MONEY)
    xml.whole(yuan)
    xml.fixed(cents < 10 ? POINT_ZERO : POINT)
    xml.whole(cents)
    xml.fixed(NUMBER_END)
  }

  text(text: string): void {
    if (text === '') {
      this.empty()
      return
    }
    const column = this.#next()
    const number = this.#numberOfText(column, text)
    if (number >= 0) this.#writeShared(column, number)
    else this.#writeInline(column, text)
  }

  /** A text that lies in these bytes as UTF-8. */
  utf8(bytes: Buffer, start: number, end: number): void {
    if (start === end) {
      this.empty()
      return
    }
    const column = this.#next()
    const number = column.sharing.isWorthwhile ? this.#numberOf(column, bytes, start, end) : -1
    if (number >= 0) {
      this.#writeShared(column, number)
      return
    }
    this.#open(column, INLINE)
    if (!this.#xml.plainBytes(TEXT_OPEN, bytes, start, end, TEXT_END))
      this.#xml.raw(`${textXml(bytes.toString('utf8', start, end))}</is></c>`)
  }

  #numberOfText(column: OwnColumn, text: string): number {
    if (text === column.lastText && column.lastNumber >= 0) {
      column.sharing.asked += 1
      return column.lastNumber
    }
    column.lastText = text
    column.lastNumber = this.#shared.numberOf(text, column.sharing)
    return column.lastNumber
  }

  #numberOf({ known, sharing }: OwnColumn, bytes: Buffer, start: number, end: number): number {
    const slot = slotOf(bytes, start, end)
    const found = known[slot]
    if (found !== undefined && areSame(found.bytes, bytes, start, end)) {
      sharing.asked += 1
      return found.number
    }
    const number = this.#shared.numberOf(bytes.toString('utf8', start, end), sharing)
    if (number >= 0) known[slot] = { bytes: Uint8Array.prototype.slice.call(bytes, start, end), number }
    return number
  }

  #writeShared(column: OwnColumn, number: number): void {
    this.#open(column, SHARED)
    this.#xml.whole(number)
    this.#xml.fixed(NUMBER_END)
  }

  #writeInline(column: OwnColumn, text: string): void {
    this.#open(column, INLINE)
    if (!this.#xml.plain(TEXT_OPEN, text, TEXT_END)) this.#xml.raw(`${textXml(text)}</is></c>`)
  }

  #any(cell: Cell): void {
    const { kind, letter } = this.#next()
    this.#fillSkipped()
    this.#xml.raw(cellXml(cell, kind, `${letter}${this.#row}`))
  }

  #next(): OwnColumn {
    const column = this.#columns[this.#at] as OwnColumn
    this.#at += 1
    return column
  }

  #open({ start }: OwnColumn, { whole, afterPlace }: Opening): void {
    const xml = this.#xml
    if (this.#skipped > 0) this.#fillSkipped()
    if (this.#placesCells) {
      xml.fixed(start)
      xml.whole(this.#row)
      xml.fixed(afterPlace)
    } else xml.fixed(whole)
  }

  #fillSkipped(): void {
    for (; this.#skipped > 0; this.#skipped -= 1) this.#xml.fixed(NO_CELL)
  }
}

/** By length, beginning and end: enough to tell the few banks and months of a sheet apart. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start
  const from = Math.max(start, end - 12)
  for (let at = from; at < end; at += 1) hash = (hash * 31 + (bytes[at] as number)) | 0
  return (hash ^ (bytes[start] as number)) & (KNOWN_TEXTS - 1)
}

function areSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let at = 0; at < known.length; at += 1) if (known[at] !== bytes[start + at]) return false
  return true
}

function isEmpty(cell: Cell | null | undefined): cell is null | undefined | '' {
  if (cell === null || cell === undefined || cell === '') return true
  return typeof cell === 'object' && 'text' in cell && cell.text === '' && cell.marked !== true
}
