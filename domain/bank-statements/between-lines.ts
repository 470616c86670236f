// Lines of a page between and below the rows of its table: sums, balances carried on, notes, titles of sections.

import { sectionIn } from './above-table.ts'
import { type Column, columnAt } from './columns.ts'
import { isYear } from './day-parts.ts'
import type { ColumnKind } from './heading-words.ts'
import { holdsData } from './page-furniture.ts'
import { parseAmount } from './statement-text.ts'
import { type Fragment, overlaps, type TextLine } from './text-lines.ts'
import { isTotal } from './total-rows.ts'

/** 总笔数:60 总金额:1.00 below the table: words with their figures, no row of it. */
export function isSummary({ fragments }: TextLine): boolean {
  const isBare = ({ text }: Fragment) => parseAmount(text) !== undefined
  return fragments.some(({ text }) => isTotal(text)) && !fragments.some(isBare)
}

const AMOUNTS: ReadonlySet<ColumnKind> = new Set(['amount', 'out', 'in'])
const PAYEES: ReadonlySet<ColumnKind> = new Set(['name', 'account', 'party'])

/** 承前余额 with nothing but a day and a balance: it has no amount of its own, and would hang on to the row beside it. */
export function isCarried({ fragments }: TextLine, columns: readonly Column[]): boolean {
  if (!fragments.some(({ text }) => isTotal(text))) return false
  return !fragments.some((fragment) => {
    const kind = columns[columnAt(columns, fragment)]?.kind ?? 'other'
    return (AMOUNTS.has(kind) && parseAmount(fragment.text) !== undefined) || PAYEES.has(kind)
  })
}

const MIN_SPANNED = 2
const MIN_WORDS = 5

/** One text that runs below several columns: no cell of any of them. */
export function isNoteAcross({ fragments }: TextLine, columns: readonly Column[]): boolean {
  const [only, another] = fragments
  if (
    !only ||
    another ||
    holdsData({
      y: only.y,
      height: only.height,
      fragments: only.text.split(' ').map((text) => ({ ...only, text })),
    })
  )
    return false
  const isSentence = !only.text.includes(' ') || /[,;:。]/.test(only.text)
  const words = only.text.match(/\p{Script=Han}/gu)?.length ?? 0
  const spanned = columns.filter(({ from, to }) => overlaps({ left: from, right: to }, only))
  return isSentence && words >= MIN_WORDS && spanned.length >= MIN_SPANNED
}

/** 失败： on a line of its own at the edge of the table says so of what stands below it. */
export function sectionOf(
  { fragments, height }: TextLine,
  columns: readonly Column[],
): 'done' | 'undone' | undefined {
  const [only, another] = fragments
  const edge = columns[0]?.from ?? 0
  return only && !another && only.left <= edge + height ? sectionIn(only.text) : undefined
}

type Extent = { readonly top: number; readonly bottom: number; readonly height: number }

/** 2026年 over the columns of months and days stands on the heading's own line. */
export function yearsIn(lines: readonly TextLine[], band: Extent | undefined): string[] {
  if (band === undefined) return []
  const own = lines.filter(({ y }) => y >= band.top - band.height && y <= band.bottom + band.height)
  return own.flatMap(({ fragments }) => fragments.flatMap(({ text }) => (isYear(text) ? [text] : [])))
}
