// The comments of a worksheet by their rows, within a bound: more of them are no clerk's.

import { bomb } from './sheet-refused.ts'

/** By the number of the row. */
export type RowComments = ReadonlyMap<number, readonly string[]>

export const MAX_COMMENTS = 50_000

export class CommentsByRow {
  readonly #ofRow = new Map<number, string[]>()
  #count = 0

  get rows(): RowComments {
    return this.#ofRow
  }

  add(row: number, text: string): void {
    this.#count += 1
    if (this.#count > MAX_COMMENTS) throw bomb('too many comments')
    const before = this.#ofRow.get(row)
    if (before) before.push(text)
    else this.#ofRow.set(row, [text])
  }
}
