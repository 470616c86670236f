// Where things stand in a result file without headings: by the number of a column, or by bytes from and to (ADR 123).

import type { Encoding } from './encoding.ts'
import { bytesIn } from './gbk.ts'

/** By headings, by the numbers of columns, or by the bytes of a line. */
export const RESULT_LAYOUTS = ['headings', 'columns', 'bytes'] as const
export type ResultLayout = (typeof RESULT_LAYOUTS)[number]

/** From 0, with the last one. */
export type Place = { readonly from: number; readonly to: number }

const MAX_COLUMN = 100
const MAX_BYTE = 2_000

/** 3 is the third column; 7-25 are the bytes from the seventh to the twenty-fifth. */
export function placeIn(layout: ResultLayout, text: string): Place | undefined {
  const pattern = layout === 'columns' ? /^([1-9]\d{0,2})$/ : /^([1-9]\d{0,3})-([1-9]\d{0,3})$/
  const [, first, last = first] = pattern.exec(text) ?? []
  if (layout === 'headings' || first === undefined) return undefined
  const [from, to] = [Number(first), Number(last)]
  const most = layout === 'columns' ? MAX_COLUMN : MAX_BYTE
  return from <= to && to <= most ? { from: from - 1, to: to - 1 } : undefined
}

export const overlaps = (one: Place, other: Place): boolean => one.from <= other.to && other.from <= one.to

/** What lies between the places, and behind the last of them. */
export function gapsBetween(places: readonly Place[]): Place[] {
  const gaps: Place[] = []
  let next = 0
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    if (from > next) gaps.push({ from: next, to: from - 1 })
    next = Math.max(next, to + 1)
  }
  return [...gaps, { from: next, to: Number.POSITIVE_INFINITY }]
}

/** The text of each place, blank where the line ends before it; undefined where a place begins or ends within a character. */
export function cutBytes(
  line: string,
  encoding: Encoding,
  places: readonly Place[],
): readonly string[] | undefined {
  /** Where a character begins, by its first byte. */
  const starts = new Map<number, number>()
  let bytes = 0
  let at = 0
  for (const character of line) {
    starts.set(bytes, at)
    bytes += bytesIn(encoding, character)
    at += character.length
  }
  const place = (byte: number) => (byte >= bytes ? line.length : starts.get(byte))
  const cells: string[] = []
  for (const { from, to } of places) {
    const [first, end] = [place(from), place(to + 1)]
    if (first === undefined || end === undefined) return undefined
    cells.push(line.slice(first, end))
  }
  return cells
}
