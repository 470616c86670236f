// Looks a sheet through whose headings leave something open: finds its heading row by words or by the data below, and what each column holds.

import { isIdCardNo } from '@paywages/domain/identity/id-card.ts'
import { isMobile } from '@paywages/domain/identity/phone.ts'
import { unitAbove, unitInTitle } from '@paywages/domain/payouts/amount-words.ts'
import { readCell } from '@paywages/domain/payouts/cell-text.ts'
import { ColumnContent } from '@paywages/domain/payouts/column-content.ts'
import { type HeadingLine, headingLines, isSecondLine } from '@paywages/domain/payouts/heading-lines.ts'
import { isNote, kindOfRow } from '@paywages/domain/payouts/other-rows.ts'
import { unitInNote } from '@paywages/domain/payouts/row-says.ts'
import { fieldOfHeading, headingText, PAYOUT_SHEET } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SurveyedColumn } from '@paywages/domain/payouts/sheet-survey.ts'
import {
  type MonthSources,
  monthOfSheet,
  type TitleYear,
  yearInTitles,
} from '@paywages/domain/payouts/title-month.ts'
import { HiddenColumns } from './hidden-columns.ts'
import { type RowSink, type SheetCell, UNCOMPUTED } from './row-sink.ts'

const HEAD_ROWS = 25
const MAX_COLUMNS = 60
const MIN_HEADINGS = 2

type HeadRow = { readonly rowNumber: number; readonly cells: ReadonlyMap<number, SheetCell> }

export type SheetSurvey = {
  /** Zero where data begins in the first row. */
  readonly headingRow: number
  readonly rowCount: number
  readonly columns: readonly SurveyedColumn[]
  /** All texts of the heading, line by line, by which a layout is known. */
  readonly headingLines: readonly ReadonlyMap<number, string>[]
  /** The month that the lines above the heading name. */
  readonly titleMonth: string | undefined
  /** What the reader itself completes months with. */
  readonly titleYear: TitleYear | undefined
  /** The unit that a line or a note names for all amounts. */
  readonly unit: string | undefined
}

export class SurveyRows implements RowSink {
  #named: Omit<MonthSources, 'titles'>
  #mostRows: number
  #cells = new Map<number, SheetCell>()
  #head: HeadRow[] | undefined = []
  #headingRow = 0
  #headings = new Map<number, string>()
  #headingLines: readonly ReadonlyMap<number, string>[] = []
  #contents = new Map<number, ColumnContent>()
  #rowCount = 0
  #titleMonth: string | undefined
  #titleYear: TitleYear | undefined
  #unit: string | undefined
  #hidden = new HiddenColumns()

  /** With `mostRows` it has seen enough: what the first ones hold, the others do. */
  constructor(named: Omit<MonthSources, 'titles'> = {}, mostRows = Number.POSITIVE_INFINITY) {
    this.#named = named
    this.#mostRows = mostRows
  }

  get isDone(): boolean {
    return this.#rowCount >= this.#mostRows
  }

  wants(column: number): boolean {
    return column < MAX_COLUMNS
  }

  cell(column: number, value: SheetCell): void {
    if (typeof value !== 'string' || value.trim() !== '') this.#cells.set(column, value)
  }

  endRow(rowNumber: number): void {
    if (this.#cells.size === 0) return
    const row = { rowNumber, cells: this.#cells }
    this.#cells = new Map()
    if (this.#head === undefined) this.#add(row)
    else if (this.#head.push(row) >= HEAD_ROWS) this.#begin(this.#head)
  }

  merged(): void {}

  comment(text: string): void {
    if (this.#head !== undefined) this.#unit ??= unitAbove(text)
  }

  hide(firstColumn: number, lastColumn: number): void {
    this.#hidden.hide(firstColumn, lastColumn)
  }

  /** Undefined for a sheet without a row that pays someone. */
  end(): SheetSurvey | undefined {
    if (this.#head !== undefined) this.#begin(this.#head)
    if (this.#rowCount === 0) return undefined
    const columns = [...new Set([...this.#contents.keys(), ...this.#headings.keys()])]
      .toSorted((a, b) => a - b)
      .map((column) => ({
        column,
        content: this.#contents.get(column) ?? new ColumnContent(),
        heading: this.#headings.get(column) ?? '',
        isHidden: this.#hidden.isHidden(column),
      }))
    return {
      headingRow: this.#headingRow,
      rowCount: this.#rowCount,
      columns,
      headingLines: this.#headingLines,
      titleMonth: this.#titleMonth,
      titleYear: this.#titleYear,
      unit: this.#unit,
    }
  }

  #begin(head: readonly HeadRow[]): void {
    this.#head = undefined
    const at = headingIndex(head)
    const heading = head[at]
    if (heading !== undefined) this.#takeHeading(heading)
    const second = head[at + 1]
    const isSecond = heading !== undefined && second !== undefined && isSecondLine(lineOf(second))
    if (isSecond) this.#takeHeading(second)
    if (heading !== undefined)
      this.#headingLines = headingLines(head.slice(0, at + (isSecond ? 2 : 1)).map(lineOf)).map(
        ({ cells }) => cells,
      )
    // With the upper line of two, as the reader has it.
    if (heading !== undefined)
      this.#titleMonth = monthOfSheet({
        ...this.#named,
        titles: head.slice(0, at + (isSecond ? 1 : 0)).flatMap(textsOf),
      })
    this.#lookAbove(head.slice(0, at + (isSecond ? 2 : 1)))
    for (const row of head.slice(at + (isSecond ? 2 : 1))) this.#add(row)
  }

  /** The year and the unit that are told there, as the reader has them. */
  #lookAbove(head: readonly HeadRow[]): void {
    const above = head.filter(({ rowNumber }) => rowNumber < this.#headingRow)
    this.#titleYear = yearInTitles(above.flatMap(textsOf))
    this.#unit ??= head
      .flatMap(textsOf)
      .map(unitAbove)
      .find((unit) => unit !== undefined)
    const alone = above.filter(({ cells }) => cells.size === 1).flatMap(textsOf)
    this.#unit ??= alone.map(unitInTitle).find((unit) => unit !== undefined)
  }

  #takeHeading({ rowNumber, cells }: HeadRow): void {
    this.#headingRow = rowNumber
    for (const [column, value] of cells)
      if (typeof value === 'string') this.#headings.set(column, headingText(value))
  }

  #add(row: HeadRow): void {
    const { cells } = row
    if (!paysSomeone(cells) && isOther(row)) {
      this.#unit ??= unitInNote(textsOf(row))
      return
    }
    this.#rowCount += 1
    for (const [column, value] of cells) {
      if (value === UNCOMPUTED) continue
      let content = this.#contents.get(column)
      if (content === undefined) {
        content = new ColumnContent()
        this.#contents.set(column, content)
      }
      content.add(value)
    }
  }
}

function lineOf({ cells }: HeadRow): HeadingLine {
  const texts = [...cells].flatMap(([column, value]) =>
    typeof value === 'string' ? [[column, headingText(value)] as const] : [],
  )
  return { cells: new Map(texts), hasNumbers: texts.length < cells.size }
}

function isOther(row: HeadRow): boolean {
  const texts = textsOf(row)
  return kindOfRow(texts) !== undefined || (texts.length === row.cells.size && isNote(texts))
}

function textsOf({ cells }: HeadRow): string[] {
  return [...cells.values()].filter((value) => typeof value === 'string')
}

/** The row with most headings that are known; else the row of words above the first that pays someone; -1 for none. */
function headingIndex(head: readonly HeadRow[]): number {
  const firstPaying = head.findIndex(({ cells }) => paysSomeone(cells))
  const above = firstPaying < 0 ? head : head.slice(0, firstPaying)
  const known = above.map(({ cells }) => knownHeadings(cells))
  const most = Math.max(...known, 0)
  if (most >= MIN_HEADINGS) return known.lastIndexOf(most)
  return above.findLastIndex(({ cells }) => cells.size >= MIN_HEADINGS && isWords(cells))
}

function knownHeadings(cells: ReadonlyMap<number, SheetCell>): number {
  return [...cells.values()].filter(
    (value) => typeof value === 'string' && fieldOfHeading(value, PAYOUT_SHEET) !== undefined,
  ).length
}

function isWords(cells: ReadonlyMap<number, SheetCell>): boolean {
  return [...cells.values()].every((value) => typeof value === 'string' && !/\d{3}/.test(value))
}

function paysSomeone(cells: ReadonlyMap<number, SheetCell>): boolean {
  return [...cells.values()].some(
    (value) =>
      value !== UNCOMPUTED &&
      (isIdCardNo(readCell('idCardNo', value)) ||
        isMobile(readCell('phone', value)) ||
        /^\d{15,19}$/.test(readCell('cardNo', value))),
  )
}
