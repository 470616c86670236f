// Tells where the columns of a table begin and end, from its headings and from what stands below them.

import type { Heading } from './heading-bands.ts'
import { type Fragment, overlaps, wordsOf } from './text-lines.ts'

export type Column = Heading & {
  /** What its texts reach, headings and cells together. */
  readonly from: number
  readonly to: number
  /** Up to the middle of the gaps beside it. */
  readonly start: number
  readonly end: number
}

type Range = { left: number; right: number }

/**
 * Headings and cells may be aligned differently, so a column is what hangs together when everything is looked at from
 * above; `cells` are those of lines that are rows of the table for certain.
 */
export function columnsOf(headings: readonly Heading[], cells: readonly Range[]): Column[] {
  const reach = headings.map(({ left, right }) => ({ left, right }))
  const filled = headings.map(() => false)
  const unattached: Range[] = []
  for (const heap of heapsOf([...headings, ...cells])) {
    const inside = headings.flatMap((heading, index) => (overlaps(heading, heap) ? [index] : []))
    const [only] = inside
    if (inside.length === 0) unattached.push(heap)
    else if (inside.length === 1 && only !== undefined) {
      filled[only] = cells.some((cell) => overlaps(cell, heap))
      reach[only] = heap
    } else
      spread(
        headings,
        reach,
        filled,
        cells.filter((cell) => overlaps(cell, heap)),
      )
  }
  // 13 can only be of 日, so that 3 between 月 and 日 is of 月.
  while (unattached.length > 0) {
    const plain = unattached.findIndex((heap) => emptyBeside(reach, filled, heap).length === 1)
    for (const heap of unattached.splice(Math.max(plain, 0), 1)) giveUnattached(reach, filled, heap)
  }
  return headings.map((heading, index) => {
    const { left, right } = reach[index] ?? heading
    const [before, after] = [reach[index - 1], reach[index + 1]]
    return {
      ...heading,
      from: left,
      to: right,
      start: before ? (before.right + left) / 2 : Number.NEGATIVE_INFINITY,
      end: after ? (right + after.left) / 2 : Number.POSITIVE_INFINITY,
    }
  })
}

/** Ranges that overlap, directly or through others, as one. */
function heapsOf(ranges: readonly Range[]): Range[] {
  const heaps: Range[] = []
  for (const { left, right } of ranges.toSorted((a, b) => a.left - b.left)) {
    const last = heaps.at(-1)
    if (last && left < last.right) last.right = Math.max(last.right, right)
    else heaps.push({ left, right })
  }
  return heaps
}

/** Some cell reaches over its neighbours: only those that stand under one heading alone tell anything. */
function spread(
  headings: readonly Heading[],
  reach: Range[],
  filled: boolean[],
  cells: readonly Range[],
): void {
  for (const cell of cells) {
    const under = headings.flatMap((heading, index) => (overlaps(heading, cell) ? [index] : []))
    const [only] = under
    const own = only === undefined ? undefined : reach[only]
    if (under.length !== 1 || only === undefined || own === undefined) continue
    const [before, after] = [headings[only - 1], headings[only + 1]]
    own.left = Math.max(Math.min(own.left, cell.left), before?.right ?? cell.left)
    own.right = Math.min(Math.max(own.right, cell.right), after?.left ?? cell.right)
    filled[only] = true
  }
}

function neighboursOf(reach: readonly Range[], heap: Range): number[] {
  const before = reach.findLastIndex(({ right }) => right <= heap.left)
  const after = reach.findIndex(({ left }) => left >= heap.right)
  return [before, after].filter((index) => index >= 0)
}

const emptyBeside = (reach: readonly Range[], filled: readonly boolean[], heap: Range) =>
  neighboursOf(reach, heap).filter((index) => filled[index] === false)

/** Cells under no heading: of the neighbour that has no cells yet (amounts at the right, their heading at the left), else of the nearer. */
function giveUnattached(reach: readonly Range[], filled: boolean[], heap: Range): void {
  const candidates = neighboursOf(reach, heap)
  const empty = emptyBeside(reach, filled, heap)
  const gap = (index: number) => {
    const { left, right } = reach[index] ?? { left: 0, right: 0 }
    return Math.max(heap.left - right, left - heap.right)
  }
  const [best] = (empty.length > 0 ? empty : candidates).toSorted((a, b) => gap(a) - gap(b))
  const chosen = best === undefined ? undefined : reach[best]
  if (best === undefined || chosen === undefined) return
  filled[best] = true
  chosen.left = Math.min(chosen.left, heap.left)
  chosen.right = Math.max(chosen.right, heap.right)
}

/** The column that a piece of text stands in. */
export function columnAt(columns: readonly Column[], { left, right }: Range): number {
  const middle = (left + right) / 2
  const index = columns.findIndex(({ end }) => middle < end)
  return index < 0 ? columns.length - 1 : index
}

/** Text that runs through several columns is parted at its spaces, each word at its share of the width. */
export function partAtColumns(columns: readonly Column[], fragment: Fragment): Fragment[] {
  if (
    !fragment.text.includes(' ') ||
    columnAt(columns, startOf(fragment)) === columnAt(columns, endOf(fragment))
  )
    return [fragment]
  return wordsOf(fragment)
}

const startOf = ({ left, height }: Fragment): Range => ({ left, right: left + height / 2 })
const endOf = ({ right, height }: Fragment): Range => ({ left: right - height / 2, right })
