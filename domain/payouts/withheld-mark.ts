// The mark that stands behind the amount of a row which is not to be paid, and the word that it carries.

const WITHHELD = '不发:'
const SHOWN = 8
/** Stands behind an amount in brackets, so that it does not pass for one and its cause can be told. */
export const withheld = (word: string) => `${WITHHELD}${word.replace(/[[\]]/g, '').slice(0, SHOWN)}`

/** Of a row with a cell that is struck out. */
export const STRUCK_ROW = withheld('已划掉')

/** The word of such a mark; undefined for a unit. */
export function withheldWord(mark: string): string | undefined {
  return mark.startsWith(WITHHELD) ? mark.slice(WITHHELD.length) : undefined
}
