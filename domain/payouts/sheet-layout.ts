// Which column of a sheet is which field, as a clerk said it; remembered for a company and the headings it was said of (D49).

import type { AmountIs } from './amount-words.ts'
import type { PayoutField } from './sheet-row.ts'

/** Columns are zero-based. */
export type ColumnChoice = {
  readonly fields: Readonly<Partial<Record<PayoutField, number>>>
  readonly amountIs: AmountIs
}

export type SheetLayout = ColumnChoice & { readonly key: string }

/** A layout answers for a company whose people may get less than it pays only if it was asked which of the two its amounts are. */
export function isSettledFor(
  netMayDiffer: boolean,
  { amountAsked }: { readonly amountAsked: boolean },
): boolean {
  return amountAsked || !netMayDiffer
}

/** Longer ones are asked about each time. */
export const MAX_LAYOUT_KEY = 2_000

/** The headings of a sheet with their places: sheets with the same are of one layout. */
export function layoutKey(headings: Iterable<readonly [number, string]>): string {
  return [...headings]
    .filter(([, text]) => text.trim() !== '')
    .toSorted(([a], [b]) => a - b)
    .map(([column, text]) => `${column}:${wholeHeading(text)}`)
    .join('|')
}

const LINE_END = '||'

/** Of a heading over several lines, each of them counts: the lower ones alone say too little. */
export function keyOfLines(lines: readonly Iterable<readonly [number, string]>[]): string {
  return lines.map(layoutKey).join(LINE_END)
}

/** The headings that a layout is known by, with their columns, line by line. */
export function headingsOfKey(key: string): (readonly [number, string])[] {
  return key.split('|').flatMap((part) => {
    const at = part.indexOf(':')
    return at < 0 ? [] : [[Number(part.slice(0, at)), part.slice(at + 1)] as const]
  })
}

/** With its remarks: 金额（税前） and 金额（税后） are two layouts. */
function wholeHeading(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .replaceAll('|', '/')
}

export function sameChoice(one: ColumnChoice, other: ColumnChoice): boolean {
  const places = (choice: ColumnChoice) =>
    Object.entries(choice.fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .join('|')
  return one.amountIs === other.amountIs && places(one) === places(other)
}
