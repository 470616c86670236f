// Gives the lines of a column to the rows of the table, also where cells are wrapped over several lines.

export type Placed = { readonly y: number; readonly height: number }

export const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
/** A cell of several lines stands on its row by its first line, its middle or its last. */
export type Alignment = (typeof ALIGNMENTS)[number]

const MAX_LINES = 12
/** No two lines stand closer than this, in heights of their letters. */
const CLOSEST = 0.8
/** The lines of one cell stand evenly, no further apart than the column's closest lines times this. */
const EVENLY = 1.2
/** And never further apart than this, however far apart the rows are. */
const FURTHEST = 2.2
/** What leaving a line to nobody costs: less than pulling a cell out of its place by half a line. */
const LEFT_OUT = 0.5
/** A line this near to a row's own, in heights, stands on it: fonts of two scripts differ by a little. */
const ON_ROW = 0.15
/** What each further line of a cell costs: a line that may begin a cell of its own does. */
const WRAPPED = 0.05
const ALIKE = 0.35

export type Fit = {
  /** How badly the lines stand, in heights of their letters. */
  readonly cost: number
  /** For each line its row, or -1. */
  readonly rowOfLine: readonly number[]
}

/** For each alignment what it makes of a column: `rows` are the base lines of the rows, both from top to bottom. */
export function fitsOf(rows: readonly number[], lines: readonly Placed[]): Record<Alignment, Fit> {
  const direct = directly(rows, lines)
  if (direct) {
    const fit = { cost: 0, rowOfLine: direct }
    return { top: fit, middle: fit, bottom: fit }
  }
  const reach = pitchOf(lines) * EVENLY
  const ownRow = Int32Array.from(lines, ({ y, height }) =>
    rows.findIndex((row) => Math.abs(row - y) <= ON_ROW * height),
  )
  return {
    top: fit(rows, lines, 'top', reach, ownRow),
    middle: fit(rows, lines, 'middle', reach, ownRow),
    bottom: fit(rows, lines, 'bottom', reach, ownRow),
  }
}

/** The usual case: every line on a row of its own, and far below the last row perhaps the foot of the page. */
function directly(rows: readonly number[], lines: readonly Placed[]): number[] | undefined {
  const found: number[] = []
  let row = 0
  for (const { y, height } of lines) {
    while (row < rows.length && (rows[row] ?? 0) < y - ALIKE * height) row += 1
    const at = rows[row]
    if (at === undefined) {
      const above = Math.max(rows.at(-1) ?? 0, lines[found.length - 1]?.y ?? 0)
      if (y - above <= FURTHEST * height) return undefined
      return [...found, ...lines.slice(found.length).map(() => -1)]
    }
    if (at > y + ALIKE * height) return undefined
    found.push(row)
    row += 1
  }
  return found
}

/** The smallest step between two lines. */
function pitchOf(lines: readonly Placed[]): number {
  let pitch = Number.POSITIVE_INFINITY
  lines.forEach(({ y, height }, index) => {
    const step = y - (lines[index - 1]?.y ?? Number.NEGATIVE_INFINITY)
    if (step >= CLOSEST * height) pitch = Math.min(pitch, step, (FURTHEST / EVENLY) * height)
  })
  return pitch
}

/** Runs of lines go to rows in order, some rows empty and some lines left out, so that all together stand best. */
function fit(
  rows: readonly number[],
  lines: readonly Placed[],
  alignment: Alignment,
  reach: number,
  ownRow: Int32Array,
): Fit {
  const width = lines.length + 1
  const costs = new Float64Array((rows.length + 1) * width)
  /** How many lines the row took; -1 where the last line was left out. */
  const took = new Int8Array((rows.length + 1) * width)
  for (let line = 1; line <= lines.length; line += 1) {
    costs[line] = (costs[line - 1] as number) + LEFT_OUT
    took[line] = -1
  }
  for (let row = 1; row <= rows.length; row += 1) {
    for (let line = 0; line <= lines.length; line += 1) {
      const at = row * width + line
      let best = costs[at - width] as number
      let choice = 0
      if (line > 0 && (costs[at - 1] as number) + LEFT_OUT < best) {
        best = (costs[at - 1] as number) + LEFT_OUT
        choice = -1
      }
      for (let run = 1; run <= line && run <= MAX_LINES; run += 1) {
        const own = ownRow[line - run] as number
        // What stands on the line of another row is no wrapped rest of this one.
        if (own >= 0 && own !== row - 1) break
        if (run > 1 && stepBelow(lines, line - run) > reach) break
        const cost =
          (costs[at - width - run] as number) +
          distance(rows[row - 1] as number, lines, line - run, line - 1, alignment)
        if (cost < best) {
          best = cost
          choice = run
        }
      }
      costs[at] = best
      took[at] = choice
    }
  }
  return { cost: costs[costs.length - 1] ?? 0, rowOfLine: retrace(took, width, rows.length, lines.length) }
}

function stepBelow(lines: readonly Placed[], index: number): number {
  return (lines[index + 1]?.y ?? 0) - (lines[index]?.y ?? 0)
}

/** How far a cell of these lines stands from its row, in heights. */
function distance(
  row: number,
  lines: readonly Placed[],
  first: number,
  last: number,
  alignment: Alignment,
): number {
  const [top, bottom] = [lines[first], lines[last]]
  if (!top || !bottom) return Number.POSITIVE_INFINITY
  const y = alignment === 'top' ? top.y : alignment === 'bottom' ? bottom.y : (top.y + bottom.y) / 2
  return Math.abs(y - row) / top.height + (last - first) * WRAPPED
}

function retrace(took: Int8Array, width: number, rowCount: number, lineCount: number): number[] {
  const rowOfLine = new Array<number>(lineCount).fill(-1)
  let [row, line] = [rowCount, lineCount]
  while (line > 0) {
    const choice = took[row * width + line] ?? -1
    if (choice < 0) line -= 1
    else {
      for (let step = 0; step < choice; step += 1) rowOfLine[line - 1 - step] = row - 1
      line -= choice
      row -= 1
    }
  }
  return rowOfLine
}
