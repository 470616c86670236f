// Cells of a sheet that are merged over several rows: which rows may stand below one, what they take from it, and which ranges say nothing clear (D13).

import { isOwnField } from '@paywages/domain/payouts/merged-cells.ts'
import type { OwnField } from '@paywages/domain/payouts/sheet-row.ts'
import { FIELDS } from './row-cells.ts'
import { type CellRange, type RowSink, rangeName } from './row-sink.ts'
import { bomb, damaged, SheetRefused } from './sheet-refused.ts'

/** The years of months have a column, but are no field. */
export const YEAR_PLACE = FIELDS.length
/** Places whose cell may be written once for several rows. */
const SHARED = [...FIELDS.keys(), YEAR_PLACE].filter((place) => !isOwnField(FIELDS[place] ?? 'remark'))

/** In what is noted of each row: a bit for each cell of its own, that it pays somebody, and whose shared cells repeat those above. */
const PAYS = 1 << (YEAR_PLACE + 1)
const OWN_CELLS = PAYS - 1
const REPEATS = new Map(SHARED.map((place, index) => [place, PAYS << (index + 1)]))
const MAX_RANGES = 100_000

/** Only collects the ranges: a second look at a sheet whose cells come before them. */
export class MergedRanges implements RowSink {
  readonly isDone = false
  readonly ranges: CellRange[] = []

  wants(): boolean {
    return false
  }

  cell(): void {}

  endRow(): void {}

  merged(range: CellRange): void {
    this.ranges.push(range)
    if (this.ranges.length > MAX_RANGES) throw bomb('too many merged cells')
  }
}

export class MergedCells {
  /** By row number. */
  #notes = new Uint16Array(1_024)
  #lastNote = 0
  #texts = new Map<number, string>()
  #rowOfText = new Map<number, number>()
  #told: CellRange[] = []
  /** By place, in the order of the rows, with the first that is not passed; once they are known. */
  #known: Map<number, { readonly ranges: readonly CellRange[]; at: number }> | undefined
  /** The places of columns; other columns are not ours. */
  #placeOf: ReadonlyMap<number, number> = new Map()
  #shared: readonly number[] = []
  #headingRow = 0

  begin(placeOf: ReadonlyMap<number, number>, headingRow: number): void {
    this.#placeOf = placeOf
    this.#shared = SHARED.filter((place) => [...placeOf.values()].includes(place))
    this.#headingRow = headingRow
  }

  get areKnown(): boolean {
    return this.#known !== undefined
  }

  /** Whether a cell is blank below one that is not, so that the two may be one; `filled` has a bit for each that is not. */
  mayReachInto(filled: number): boolean {
    return this.#known === undefined && (this.#lastNote & OWN_CELLS & ~filled) !== 0
  }

  tell(range: CellRange): void {
    if (!this.#touchesOurs(range)) return
    this.#told.push(range)
    if (this.#told.length > MAX_RANGES) throw bomb('too many merged cells')
  }

  /** All ranges of the sheet; without them those that were told. */
  know(ranges: readonly CellRange[] = this.#told): void {
    const byPlace = new Map<number, CellRange[]>()
    for (const range of ranges) {
      const place = this.#placeOf.get(range.firstColumn)
      if (place === undefined || range.lastRow <= range.firstRow || !this.#isBelowHeading(range)) continue
      const others = byPlace.get(place)
      if (others === undefined) byPlace.set(place, [range])
      else others.push(range)
    }
    this.#known = new Map([...byPlace].map(([place, all]) => [place, { ranges: inOrder(all), at: 0 }]))
  }

  /** Fills what merged cells above say of a row that pays somebody; gives what they cannot say. `texts` ends with the year. */
  fill(rowNumber: number, texts: string[]): OwnField[] {
    const nobodys: OwnField[] = []
    for (const [place, known] of this.#known ?? []) {
      while ((known.ranges[known.at]?.lastRow ?? rowNumber) + 1 < rowNumber) known.at += 1
      const range = known.ranges[known.at]
      const top = range === undefined ? rowNumber : range.firstRow + 1
      if (texts[place] !== '' || top >= rowNumber) continue
      const field = FIELDS[place]
      if (field !== undefined && isOwnField(field)) nobodys.push(field)
      else if (this.#rowOfText.get(place) === top) texts[place] = this.#texts.get(place) ?? ''
    }
    return nobodys
  }

  /** Of a row that pays somebody, before it is filled. */
  note(rowNumber: number, texts: readonly string[], filled: number, year: string): void {
    let note = PAYS | filled
    for (const place of this.#shared) {
      const text = place === YEAR_PLACE ? year : (texts[place] as string)
      if (text === '') continue
      if (text === this.#texts.get(place)) note |= REPEATS.get(place) as number
      else this.#texts.set(place, text)
      this.#rowOfText.set(place, rowNumber)
    }
    this.#lastNote = note
    this.#keep(rowNumber, note)
  }

  /** Of a row that pays nobody, but holds something of ours. */
  noteLeftOut(rowNumber: number, filled: number): void {
    if (filled !== 0) this.#keep(rowNumber, filled)
  }

  #keep(rowNumber: number, note: number): void {
    if (rowNumber >= this.#notes.length) {
      const longer = new Uint16Array(Math.max(this.#notes.length * 2, rowNumber + 1))
      longer.set(this.#notes)
      this.#notes = longer
    }
    this.#notes[rowNumber] = note
  }

  /** Behind the last row: throws where a range leaves open whose a value is, or hides another. */
  validate(fillsDown: boolean): void {
    for (const range of this.#told)
      if (!this.#isClear(range, fillsDown))
        throw new SheetRefused('sheet-merged-cells', { range: rangeName(range) })
  }

  #touchesOurs({ firstColumn, lastColumn }: CellRange): boolean {
    for (const column of this.#placeOf.keys()) if (column >= firstColumn && column <= lastColumn) return true
    return false
  }

  #isBelowHeading({ firstRow }: CellRange): boolean {
    return firstRow >= this.#headingRow
  }

  #isClear(range: CellRange, fillsDown: boolean): boolean {
    const { firstRow, lastRow, firstColumn, lastColumn } = range
    if (firstRow === lastRow && firstColumn === lastColumn) return true
    const ours = [...this.#placeOf].filter(([column]) => column >= firstColumn && column <= lastColumn)
    if (ours.length === 0 || lastRow < this.#headingRow) return true
    const notes = this.#notes.subarray(Math.max(firstRow + 1, this.#headingRow + 1), lastRow + 2)
    if (!notes.some(pays)) return true
    const [[column, place] = [], another] = ours
    if (another !== undefined || column !== firstColumn || place === undefined) return false
    if (!this.#isBelowHeading(range)) return false
    return this.#saysOneThing(place, firstRow + 1, notes, fillsDown)
  }

  /** Only the first row may have a cell of its own, or all of them the same. */
  #saysOneThing(place: number, top: number, notes: Uint16Array, fillsDown: boolean): boolean {
    // An amount below somebody's name is no sum.
    if (!SHARED.includes(place) && notes.some((note) => note !== 0 && !pays(note))) return false
    const below = notes.subarray(1).filter(pays)
    if (below.length === 0) return true
    if (!fillsDown) return false
    const repeats = pays(this.#notes[top] ?? 0) ? (REPEATS.get(place) ?? 0) : 0
    return below.every((note) => (note & (1 << place)) === 0 || (note & repeats) !== 0)
  }
}

const pays = (note: number) => (note & PAYS) !== 0

function inOrder(ranges: readonly CellRange[]): CellRange[] {
  const sorted = ranges.toSorted((a, b) => a.firstRow - b.firstRow)
  for (const [index, { firstRow }] of sorted.entries())
    if ((sorted[index - 1]?.lastRow ?? -1) >= firstRow) throw damaged('merged cells overlap')
  return sorted
}
