// Holds the columns that could be a field as well against the one that is read, row by row.

import { readCell } from '@paywages/domain/payouts/cell-text.ts'
import { type ColumnDoubt, contradicts, isPartOfPay } from '@paywages/domain/payouts/column-doubts.ts'
import { titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import type { SheetField } from '@paywages/domain/payouts/sheet-row.ts'
import { type SheetCell, UNCOMPUTED } from './row-sink.ts'
import { SheetRefused } from './sheet-refused.ts'

export class DoubtedColumns {
  #doubts: ReadonlyMap<number, ColumnDoubt>
  #cells = new Map<number, SheetCell>()

  constructor(doubts: readonly ColumnDoubt[]) {
    this.#doubts = new Map(doubts.map((doubt) => [doubt.column, doubt]))
  }

  take(column: number, value: SheetCell): void {
    this.#cells.set(column, value)
  }

  /** What was taken of this row, for a row that waits. */
  taken(): ReadonlyMap<number, SheetCell> {
    return new Map(this.#cells)
  }

  clear(): void {
    this.#cells.clear()
  }

  /** Throws at the first row in which two columns of one field differ: a person says which is meant. */
  compare(texts: readonly string[], fields: readonly SheetField[]): void {
    for (const [column, value] of this.#cells) {
      const doubt = this.#doubts.get(column)
      if (doubt === undefined || value === UNCOMPUTED) continue
      const { field, isRatio } = doubt
      const differs =
        isRatio === true
          ? isPartOfPay(readCell('remark', value))
          : contradicts(doubt, texts[fields.indexOf(field)] ?? '', readCell(field, value))
      if (!differs) continue
      throw new SheetRefused('sheet-columns-unclear', { sheet: '', columns: titlesOf([field]) })
    }
  }
}
