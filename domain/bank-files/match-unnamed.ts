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

/** Lines alike fit rows alike: where there are as many of them and all say the same, or where they tell the position, it is certain. */
export function matchUnnamed(rows: readonly FileRow[], lines: readonly ResultRow[]): Rest | Fault {
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
  for (const group of groups.values()) {
    const [first] = group.lines
    const positions = new Set(group.lines.map(({ position }) => position))
    const tellPositions =
      positions.size === group.lines.length &&
      group.lines.every(({ position }) => group.rows.some((row) => row.position === position))
    const alike =
      group.lines.length === group.rows.length && group.lines.every(({ status }) => status === first?.status)
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
