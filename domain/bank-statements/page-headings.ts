// Headings of a page that nobody knows: found by the payments below them, asked about, and read as a person has named them (D49).

import { columnAt, columnsOf, partAtColumns } from './columns.ts'
import type { Heading, HeadingBand } from './heading-bands.ts'
import type { KnownHeading } from './headings.ts'
import { holdsData, isAmount } from './page-furniture.ts'
import type { GridRow } from './printed-row.ts'
import { columnsOfLayout, type StatementLayout, statementKey } from './statement-layout.ts'
import { type Fragment, overlaps, type TextLine } from './text-lines.ts'

type Word = { readonly text: string; readonly left: number; readonly right: number }
/** A row of words above payments, from left to right. */
export type PageHeading = Pick<HeadingBand, 'top' | 'bottom' | 'height'> & { readonly words: readonly Word[] }

const MIN_WORDS = 3
/** The pitch of the lines of one heading, in heights of its letters; the next row stands further away. */
const PITCH = 1.6

/** The line with most words above the first payment, with what is wrapped above and below it. */
export function pageHeading(lines: readonly TextLine[]): PageHeading | undefined {
  const above = lines.slice(0, Math.max(lines.findIndex(isPayment), 0))
  const widest = Math.max(0, ...above.filter(isWords).map(({ fragments }) => fragments.length))
  const at = above.findLastIndex((line) => isWords(line) && line.fragments.length === widest)
  const anchor = above[at]
  if (anchor === undefined) return undefined
  const before = wrapped(above.slice(0, at).toReversed(), anchor)
  const after = wrapped(above.slice(at + 1), anchor)
  const words = [...before.toReversed(), anchor, ...after]
    .flatMap(({ fragments }) => fragments)
    .reduce<Word[]>(withPiece, [])
    .toSorted((a, b) => a.left - b.left)
  if (words.length < MIN_WORDS) return undefined
  const { height } = anchor
  const [top, bottom] = [before.at(-1)?.y ?? anchor.y, (after.at(-1)?.y ?? anchor.y) + 0.3 * height]
  return { words, top, bottom, height }
}

function isPayment(line: TextLine): boolean {
  return line.fragments.length >= MIN_WORDS && line.fragments.some(({ text }) => isAmount(text))
}

/** Neither numbers nor labels with their values. */
function isWords(line: TextLine): boolean {
  return !holdsData(line) && line.fragments.every(({ text }) => !/\d{2}|:/.test(text))
}

/** Lines that go on with the words of the anchor: close by, as high, each piece at one of them or between them. */
function wrapped(lines: readonly TextLine[], anchor: TextLine): TextLine[] {
  const found: TextLine[] = []
  let last = anchor
  for (const line of lines) {
    const isClose = Math.abs(line.y - last.y) <= PITCH * anchor.height
    const isAsHigh = Math.abs(line.height - anchor.height) <= 0.1 * anchor.height
    const isAtOne = line.fragments.every(
      (piece) => anchor.fragments.filter((word) => overlaps(word, piece)).length <= 1,
    )
    if (!isClose || !isAsHigh || !isAtOne || !isWords(line)) break
    found.push(line)
    last = line
  }
  return found
}

function withPiece(words: Word[], { text, left, right }: Fragment): Word[] {
  const at = words.findIndex((word) => overlaps(word, { left, right }))
  const word = words[at]
  if (word === undefined) return [...words, { text, left, right }]
  const joined = {
    text: word.text + text,
    left: Math.min(word.left, left),
    right: Math.max(word.right, right),
  }
  return words.with(at, joined)
}

export type NamedBand = { readonly band: HeadingBand; readonly layout: StatementLayout }

/** The headings of a page as somebody has named them. */
export function namedBand(
  lines: readonly TextLine[],
  layouts: readonly StatementLayout[],
): NamedBand | undefined {
  const found = layouts.length === 0 ? undefined : pageHeading(lines)
  if (found === undefined) return undefined
  const texts = found.words.map(({ text }) => text)
  const layout = layouts.find(({ key }) => key === statementKey(texts))
  if (layout === undefined) return undefined
  const kinds = columnsOfLayout(layout, texts)
  const headings = found.words.map(
    ({ left, right }, at): Heading => ({ ...(kinds[at] ?? NOTHING), left, right }),
  )
  const { top, bottom, height } = found
  return { band: { top, bottom, height, headings }, layout }
}

const NOTHING: KnownHeading = { kind: 'strange', rank: 0, paysOut: false }

/** The page as rows of cells below its headings, as it is asked about; empty where it has none. */
export function gridOfPage(lines: readonly TextLine[]): GridRow[] {
  const heading = pageHeading(lines)
  if (heading === undefined) return []
  const below = lines.flatMap((line, index) => (line.y > heading.bottom ? [{ line, number: index + 1 }] : []))
  const cells = below.flatMap(({ line }) => (isPayment(line) ? line.fragments : []))
  const columns = columnsOf(
    heading.words.map(({ left, right }) => ({ ...NOTHING, left, right })),
    cells,
  )
  const rowOf = (fragments: readonly Fragment[]): string[] => {
    const texts = columns.map(() => '')
    for (const piece of fragments.flatMap((fragment) => partAtColumns(columns, fragment))) {
      const at = columnAt(columns, piece)
      texts[at] = texts[at] === '' ? piece.text : `${texts[at]} ${piece.text}`
    }
    return texts
  }
  const number = lines.findIndex(({ y }) => y >= heading.top) + 1
  return [
    { number, cells: heading.words.map(({ text }) => text) },
    ...below.map(({ line, number: at }) => ({ number: at, cells: rowOf(line.fragments) })),
  ]
}
