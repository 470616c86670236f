// Gives the lines of a table their day where one cell of days stands for several of them.

import type { Day } from '../calendar/shanghai.ts'

/** A day as printed on a line, `null` where its cell is blank, and undefined where it cannot be read. */
export type PrintedDay = Day | null | undefined

/** So many lines without a day for each with one show that days are merged, and not lost. */
const MIN_BLANK = 0.5

/**
 * A merged cell prints its day on its first line, its middle or its last. A line has the day on which all of these
 * readings agree that are possible for the whole table; where two of them differ, it has none.
 */
export function spreadDays(days: readonly PrintedDay[]): PrintedDay[] {
  const marks = days.flatMap((day, place) => (typeof day === 'string' ? [place] : []))
  const blanks = days.filter((day) => day === null).length
  if (marks.length === 0 || blanks === 0 || days.includes(undefined)) return [...days]
  const isMerged = blanks >= MIN_BLANK * marks.length
  const edges = [fromTop(days) ?? [], (fromTop(days.toReversed()) ?? []).toReversed()]
  const middle = fromMiddle(days, marks)
  return days.map((day, place) => {
    if (day !== null) return day
    const told = new Set([...edges.flatMap((reading) => reading[place] ?? []), ...(middle[place] ?? [])])
    const [only = null] = told
    const isBetween = nearest(days, place, -1) === nearest(days, place, 1)
    return told.size === 1 && (isMerged || isBetween) ? only : null
  })
}

/** Undefined where the first line has no day. */
function fromTop(days: readonly PrintedDay[]): Day[] | undefined {
  let last: Day | undefined
  const read = days.flatMap((day) => {
    last = day ?? last
    return last ?? []
  })
  return read.length === days.length ? read : undefined
}

/** By the lines, all days that they may have. Each cell begins where the one before it ends; empty where they cannot fill the table. */
function fromMiddle(days: readonly PrintedDay[], marks: readonly number[]): ReadonlySet<Day>[] {
  const begins: Set<number>[] = [new Set([0])]
  for (const mark of marks)
    begins.push(
      new Set([...(begins.at(-1) ?? [])].flatMap((start) => (start <= mark ? endsOf(start, mark) : []))),
    )
  const possible = days.map(() => new Set<Day>())
  let ends: ReadonlySet<number> = new Set([days.length])
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const [mark = 0, day] = [marks[at], days[marks[at] ?? -1]]
    const cells = [...(begins[at] ?? [])].flatMap((start) =>
      start > mark ? [] : endsOf(start, mark).flatMap((end) => (ends.has(end) ? [{ start, end }] : [])),
    )
    for (const { start, end } of cells)
      for (let line = start; line < end && day; line += 1) possible[line]?.add(day)
    ends = new Set(cells.map(({ start }) => start))
  }
  return ends.has(0) ? possible : []
}

/** Of an even number of lines, either of the middle ones bears the day. */
const endsOf = (start: number, mark: number): number[] =>
  [2 * mark - start, 2 * mark - start + 1, 2 * mark - start + 2].filter((end) => end > mark)

function nearest(days: readonly PrintedDay[], from: number, step: 1 | -1): Day | undefined {
  for (let place = from + step; place >= 0 && place < days.length; place += step) {
    const day = days[place]
    if (day) return day
  }
  return undefined
}
