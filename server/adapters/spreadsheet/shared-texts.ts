// The texts that cells of a workbook share: each stands once in the file, and cells tell its number.

/** In memory until the file ends, so there are not many, and none is long. */
const MAX_TEXTS = 20_000
const MAX_TEXT_LENGTH = 200
/** So many texts of a column tell whether its texts are repeated. */
const SAMPLE = 512

/** What is known of one column. */
export type Sharing = { asked: number; fresh: number; isWorthwhile: boolean }

export class SharedTexts {
  #numbers = new Map<string, number>()

  column(isUnique = false): Sharing {
    return { asked: 0, fresh: 0, isWorthwhile: !isUnique }
  }

  /** The number of a text; -1 where it is better written into its cell, as ID and card numbers are. */
  numberOf(text: string, column: Sharing): number {
    if (!column.isWorthwhile || text.length > MAX_TEXT_LENGTH) return -1
    column.asked += 1
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    column.fresh += 1
    if (column.asked >= SAMPLE && column.fresh * 2 > column.asked) column.isWorthwhile = false
    if (this.#numbers.size >= MAX_TEXTS) return -1
    const number = this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  get sharesTexts(): boolean {
    return this.#numbers.size > 0
  }

  texts(): Iterable<string> {
    return this.#numbers.keys()
  }
}
