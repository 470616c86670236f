// The row that is being read: what its cells have said so far, kept aside while merged ranges are not known yet.

import type { DoubtedColumns } from './doubted-columns.ts'
import { FIELDS } from './row-cells.ts'
import type { SheetCell } from './row-sink.ts'

export type HeldRow = {
  readonly rowNumber: number
  readonly isHidden: boolean
  readonly cells: (SheetCell | undefined)[]
  readonly labels: string[]
  readonly doubted: ReadonlyMap<number, SheetCell> | undefined
  readonly year: string
  readonly against: string
  readonly comments: readonly string[]
  readonly capitals: string
}

const NO_COMMENTS: readonly string[] = []

export class OpenRow {
  cells: (SheetCell | undefined)[] = FIELDS.map(() => undefined)
  labels: string[] = []
  /** No cell of ours yet. */
  isBlank = true
  year = ''
  /** Why its amount is not to be paid as it stands: another unit, or a word or a stroke against it. */
  against = ''
  /** Its sum in characters. */
  capitals = ''
  /** On its cells. */
  comments = NO_COMMENTS
  /** The column whose cell comes next and is struck out. */
  struckColumn = -1
  /** Of a heading with columns that could be ours too. */
  doubted: DoubtedColumns | undefined

  get isEmpty(): boolean {
    return this.isBlank && this.labels.length === 0
  }

  clear(): void {
    const { cells } = this
    for (let field = 0; field < cells.length; field += 1) cells[field] = undefined
    if (this.labels.length > 0) this.labels = []
    this.isBlank = true
    this.doubted?.clear()
    this.year = ''
    this.against = ''
    this.comments = NO_COMMENTS
    this.capitals = ''
    this.struckColumn = -1
  }

  hold(rowNumber: number, isHidden: boolean): HeldRow {
    return {
      rowNumber,
      isHidden,
      cells: [...this.cells],
      labels: [...this.labels],
      doubted: this.doubted?.taken(),
      year: this.year,
      against: this.against,
      comments: this.comments,
      capitals: this.capitals,
    }
  }

  reopen(row: HeldRow): void {
    this.clear()
    this.cells = row.cells
    this.labels = row.labels
    this.year = row.year
    this.against = row.against
    this.comments = row.comments
    this.capitals = row.capitals
    this.isBlank = row.cells.every((cell) => cell === undefined)
    for (const [column, value] of row.doubted ?? []) this.doubted?.take(column, value)
  }
}
