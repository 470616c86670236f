// Lines of a result without a reference of ours: which row each speaks of by card, name, amount and position, and which could speak of several (ADR 82, ADR 134).

import type { ResultRow } from './bank-results.ts'
import { type FileRow, fits, MASK } from './row-fit.ts'

/** Lines that could each speak of any of several rows, which nothing else in the result names. */
export type AmbiguousGroup = {
  readonly lines: readonly ResultRow[]
  readonly candidates: readonly number[]
}

type Rest = {
  readonly named: ReadonlyMap<number, ResultRow>
  readonly ambiguous: readonly AmbiguousGroup[]
}

type Fault = { readonly fault: 'result-foreign-row' | 'result-row-twice'; readonly line: number }

const tailKey = ({
  amountFen,
  cardNo,
}: {
  readonly amountFen: bigint | undefined
  readonly cardNo: string | undefined
}) => `${amountFen} ${cardNo?.slice(-4)}`

function put<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}

type Alike = { readonly rows: readonly FileRow[]; readonly lines: ResultRow[] }

/** The whole result, and which rows are named in it already. */
export type WholeResult = {
  readonly rowCount: number
  readonly lines: readonly ResultRow[]
  readonly certain: ReadonlyMap<number, ResultRow>
}

/** Whether the numbers of its lines can be our positions: none is another row's, and they do not merely count the lines of a list of some. */
function hasOurPositions({ rowCount, lines, certain }: WholeResult, groups: Iterable<Alike>): boolean {
  const isCounted = lines.every(({ position }, index) => position === index + 1)
  if (isCounted && lines.length < rowCount) return false
  const isOff = (row: number | undefined, line: ResultRow | undefined) =>
    line?.position !== undefined && line.position !== row
  for (const [position, line] of certain) if (isOff(position, line)) return false
  for (const { rows, lines: fitting } of groups)
    if (rows.length === 1 && fitting.some((line) => isOff(rows[0]?.position, line))) return false
  return true
}

/** One person's payments of one amount may change places; those of two may not. */
const isOnePayee = (rows: readonly FileRow[]): boolean =>
  rows.every(({ cardNo, name }) => cardNo === rows[0]?.cardNo && name === rows[0]?.name)

/** Lines alike fit rows alike: where there are as many of them and all say the same, or where they tell the position, it is certain. */
export function matchUnnamed(
  rows: readonly FileRow[],
  lines: readonly ResultRow[],
  whole: WholeResult,
): Rest | Fault {
  const named = new Map<number, ResultRow>()
  const groups = new Map<string, Alike>()
  const [byAmount, byTail] = [new Map<string, FileRow[]>(), new Map<string, FileRow[]>()]
  for (const row of rows) {
    put(byAmount, String(row.amountFen), row)
    put(byTail, tailKey(row), row)
  }
  for (const line of lines) {
    // Only rows of its amount and of the card's last four digits can fit; a mask over those is rare.
    const near = MASK.test(line.cardNo?.slice(-4) ?? '')
      ? byAmount.get(String(line.amountFen))
      : byTail.get(tailKey(line))
    const fitting = (near ?? []).filter((row) => fits(row, line))
    if (fitting.length === 0) return { fault: 'result-foreign-row', line: line.line }
    const key = fitting.map(({ position }) => position).join()
    const group = groups.get(key) ?? { rows: fitting, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  const open: Alike[] = []
  const taken = new Set<number>()
  const isOurNumbering = hasOurPositions(whole, groups.values())
  for (const group of groups.values()) {
    const [first] = group.lines
    const isOne = isOnePayee(group.rows)
    const positions = new Set(group.lines.map(({ position }) => position))
    const tellPositions =
      (isOne || isOurNumbering) &&
      positions.size === group.lines.length &&
      group.lines.every(({ position }) => group.rows.some((row) => row.position === position))
    const alike =
      group.lines.length === group.rows.length &&
      group.lines.every(({ status, day }) => status === first?.status && (isOne || day === first.day))
    if (!tellPositions && !alike) {
      open.push(group)
      continue
    }
    for (const [index, line] of group.lines.entries()) {
      const position = tellPositions ? line.position : group.rows[index]?.position
      if (position === undefined || taken.has(position)) return { fault: 'result-row-twice', line: line.line }
      taken.add(position)
      named.set(position, line)
    }
  }
  const ambiguous: AmbiguousGroup[] = []
  for (const { lines: alike, rows: fitting } of open) {
    const candidates = fitting.flatMap(({ position }) => (named.has(position) ? [] : [position]))
    // More than there are, or than lines that show more of the card have left.
    if (alike.length > candidates.length)
      return { fault: 'result-row-twice', line: alike[candidates.length]?.line ?? 0 }
    ambiguous.push({ lines: alike, candidates })
  }
  return { named, ambiguous }
}
