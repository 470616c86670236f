// The columns and rows of a sheet that its program does not show.

import { asksWhereHidden, type HiddenParts } from '@paywages/domain/payouts/hidden-parts.ts'
import { type Heading, titlesOf } from '@paywages/domain/payouts/sheet-columns.ts'
import { columnName } from './row-sink.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'

const MAX_RANGES = 16_384
/** So many are told. */
const MAX_ROWS = 8

export class HiddenColumns {
  #ranges: (readonly [first: number, last: number])[] = []
  #rows: number[] = []
  #rowCount = 0

  hide(first: number, last: number): void {
    // Pages tell it of each cell again.
    if (this.isHidden(first) && first === last) return
    this.#ranges.push([first, last])
    if (this.#ranges.length > MAX_RANGES) throw bomb('too many hidden columns')
  }

  isHidden(column: number): boolean {
    return this.#ranges.some(([first, last]) => column >= first && column <= last)
  }

  /** Throws where a person is to say whether a hidden column is meant. */
  askAbout({ columns }: Heading): void {
    const fields = [...columns].filter(([field, column]) => asksWhereHidden(field) && this.isHidden(column))
    if (fields.length > 0)
      throw new SheetRefused('sheet-columns-unclear', {
        sheet: '',
        columns: titlesOf(fields.map(([field]) => field)),
      })
  }

  /** Of a row that was read. */
  noteRow(rowNumber: number): void {
    this.#rowCount += 1
    if (this.#rows.length < MAX_ROWS) this.#rows.push(rowNumber)
  }

  /** What is hidden of a sheet with this heading and was read. */
  read({ columns, texts }: Heading): HiddenParts {
    const named = [...columns]
      .filter(([, column]) => this.isHidden(column))
      .map(([field, column]) => texts.get(field) ?? `${columnName(column)} 列`)
    return { columns: named, rows: this.#rows, rowCount: this.#rowCount }
  }
}
