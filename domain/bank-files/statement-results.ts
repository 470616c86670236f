// Which results a statement brings for the rows of a file: what its lines are linked to, and nothing by a guess (ADR 85).

import type { FileRow, Matched, RowResult } from './match-results.ts'

export type ResultLine = {
  readonly lineNumber: number
  readonly kind: 'debit' | 'return'
  readonly unclear: boolean
  /** The line itself tells that money moved, and when. */
  readonly booked: boolean
  readonly rowId: bigint | null
  /** Above one: a debit of a whole batch, which says nothing of one row. */
  readonly rowCount: number
  readonly ownReference: string
  readonly amountFen: bigint
}

export type StatementRow = FileRow & {
  readonly rowId: bigint
  readonly end: 'succeeded' | 'failed' | 'returned' | undefined
}

const SAYS = { debit: 'succeeded', return: 'returned' } as const

/** What is known already is no result; a row whose lines contradict one another refuses the whole statement. */
export function resultsOfStatement(rows: readonly StatementRow[], lines: readonly ResultLine[]): Matched {
  const byId = new Map(rows.map((row) => [row.rowId, row]))
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  const amounts = new Set(rows.flatMap(({ amountFen, end }) => (end === undefined ? [amountFen] : [])))
  const found = new Map<number, { debits: number; status: RowResult['status']; named: boolean }>()
  let ambiguous = 0
  let indefinite = 0
  for (const line of lines) {
    if (line.rowCount > 1) continue
    const named = byReference.get(line.ownReference)
    const row = named ?? (line.rowId === null ? undefined : byId.get(line.rowId))
    if (row === undefined) {
      if (line.rowId === null && amounts.has(line.amountFen)) ambiguous += 1
      continue
    }
    if (line.unclear || !line.booked) {
      indefinite += 1
      continue
    }
    if (line.amountFen !== row.amountFen) return { fault: 'result-other-amount', line: line.lineNumber }
    const earlier = found.get(row.position)
    const debits = (earlier?.debits ?? 0) + (line.kind === 'debit' ? 1 : 0)
    if (debits > 1) return { fault: 'result-row-twice', line: line.lineNumber }
    // Paid and taken back are two lines; what came back counts.
    const status = earlier?.status === 'returned' ? 'returned' : SAYS[line.kind]
    found.set(row.position, { debits, status, named: named !== undefined || (earlier?.named ?? false) })
  }
  const ends = new Map(rows.map(({ position, end }) => [position, end]))
  const news = [...found].filter(
    ([position, { status }]) => ends.get(position) !== status && !isOlder(ends.get(position), status),
  )
  return {
    results: news
      .map(([position, { status }]): RowResult => ({ position, status, reason: '', serial: '' }))
      .toSorted((a, b) => a.position - b.position),
    byReference: news.filter(([, { named }]) => named).length,
    ambiguous,
    indefinite,
  }
}

/** What came back was paid once: a statement of the earlier days says nothing new. */
const isOlder = (end: StatementRow['end'], status: RowResult['status']): boolean =>
  end === 'returned' && status === 'succeeded'
