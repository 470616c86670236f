// Writes one cell's value as XML that no program executes, misreads or refuses.

import { type Fen, formatYuan } from '@paywages/domain/money/fen.ts'

/** `amount` is money without thousands separators, for programs that read what a cell shows. */
export type CellKind = 'text' | 'money' | 'amount' | 'count' | 'date' | 'time'

/** A text, an amount in fen or a count as it is; the cheapest of a hundred thousand cells are no objects. */
export type Cell = string | Fen | number | FullCell

/** An instant is shown in Shanghai. `marked` paints the cell red: the sheet that goes back with its wrong cells marked. */
export type FullCell = { readonly marked?: boolean } & (
  | { readonly text: string }
  | { readonly fen: Fen }
  | { readonly count: number | bigint }
  | { readonly at: Date }
)

/** Excel refuses a file with a longer text. */
const MAX_TEXT_LENGTH = 32_767
const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
const DAYS_TO_1970 = 25_569

// An inline string is never run as a formula here, but saved as CSV and opened again it would be. The apostrophe in front
// is the mark "this is text" that people know; our own reader takes it off again. IDs, cards and phones never begin so.
const FORMULA_START = /^(?:[=+@\t\r\n＝＋＠]|[-－](?!$))/
// What XML 1.0 cannot hold at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these very characters are taken out
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: one look decides whether a text needs any care
const NEEDS_CARE = /[\u0000-\u001F&<>"\uD800-\uDFFF\uFFFE\uFFFF]|_x|^\s|\s$/
/** Excel reads _x0041_ as a character of its own escape: the underscore itself is escaped to keep it a text. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g

/** A text that stays a text in every program; still to be escaped. */
export function neutralText(text: string): string {
  const whole = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH - 1) : text
  return FORMULA_START.test(whole) ? `'${whole}` : whole
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A cell that is no object, as one. */
export function fullCell(cell: Cell): FullCell {
  if (typeof cell === 'string') return { text: cell }
  if (typeof cell === 'bigint') return { fen: cell }
  return typeof cell === 'number' ? { count: cell } : cell
}

export function textXml(text: string): string {
  const neutral = neutralText(text)
  if (!NEEDS_CARE.test(neutral)) return `<t>${neutral}</t>`
  const legal = neutral.toWellFormed().replace(ILLEGAL, '').replace(LOOKS_ESCAPED, '_x005F_')
  // A bare carriage return would come back as a line feed.
  return `<t xml:space="preserve">${escapeXml(legal).replaceAll('\r', '&#13;')}</t>`
}

/** The number of a cell, exact: money as decimal text made from fen, a day as a whole number. */
export function numberText(cell: Exclude<FullCell, { text: string }>, kind: CellKind): string {
  if ('fen' in cell) return formatYuan(cell.fen)
  if ('at' in cell) return serialText(cell.at, kind === 'date')
  if (typeof cell.count === 'number' && !Number.isFinite(cell.count))
    throw new TypeError('no cell holds this number')
  return String(cell.count)
}

function serialText(at: Date, isDay: boolean): string {
  // Whole seconds, in all digits of the float: programs cut the rest off instead of rounding it.
  const days = (Math.floor(at.getTime() / 1000) * 1000 + SHANGHAI_MS) / DAY_MS + DAYS_TO_1970
  if (Number.isNaN(days)) throw new TypeError('no cell holds an invalid date')
  return isDay ? String(Math.floor(days)) : String(days)
}
