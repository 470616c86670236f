// Which results a statement brings for the rows of a file: what its lines are linked to, and nothing by a guess (ADR 85).

import { nameFits } from '../bank-statements/evidence.ts'
import type { Day } from '../calendar/shanghai.ts'
import type { Matched, RowResult } from './match-results.ts'
import { canBeAccount, type FileRow, sameCard } from './row-fit.ts'
import { isTooNew } from './told-days.ts'

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
  /** Whom it says was paid; empty where it does not say. */
  readonly name: string
  /** In full, masked, or its last digits. */
  readonly account: string
  readonly day: Day | null
  /** That it says it was paid from. */
  readonly paidFrom?: string | undefined
}

export type StatementOf = {
  /** When the file was made. */
  readonly since: Day
  /** When the statement is read. */
  readonly until?: Day
  /** That the file is paid from. */
  readonly accountNo?: string | undefined
}

export type StatementRow = FileRow & {
  readonly rowId: bigint
  readonly end: 'succeeded' | 'failed' | 'returned' | undefined
}

type Found = { debits: number; status: RowResult['status']; named: boolean; day: Day | null }

const SAYS = { debit: 'succeeded', return: 'returned' } as const

/** What the bank prints of a card, hidden digits and all, or of its tail alone. */
const cardFits = (ours: string, printed: string): boolean =>
  sameCard(ours, printed) || (/^\d{4,6}$/.test(printed) && ours.endsWith(printed))

const isPayee = ({ name, cardNo }: FileRow, line: ResultLine): boolean =>
  (line.name === '' || nameFits(line.name, name)) && (line.account === '' || cardFits(cardNo, line.account))

/**
 * What is known already is no result; a row whose lines contradict one another refuses the whole statement. Nothing moved
 * before `since`, when the file had not left us, on a day that has not come, or from another account.
 */
export function resultsOfStatement(
  rows: readonly StatementRow[],
  lines: readonly ResultLine[],
  { since, until, accountNo }: StatementOf,
): Matched {
  const isElsewhere = ({ paidFrom }: ResultLine) =>
    paidFrom !== undefined && accountNo !== undefined && !canBeAccount(accountNo, paidFrom)
  const isOffDay = ({ day }: ResultLine) =>
    day !== null && (day < since || isTooNew({ newestDay: day }, { until }))
  const byId = new Map(rows.map((row) => [row.rowId, row]))
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  const amounts = new Set(rows.flatMap(({ amountFen, end }) => (end === undefined ? [amountFen] : [])))
  const found = new Map<number, Found>()
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
    if (line.unclear || !line.booked || isOffDay(line) || (line.kind === 'debit' && isElsewhere(line))) {
      indefinite += 1
      continue
    }
    if (line.amountFen !== row.amountFen) return { fault: 'result-other-amount', line: line.lineNumber }
    // What came back may have come from an account of the bank's own.
    if (line.kind === 'debit' && !isPayee(row, line))
      return { fault: 'result-other-payee', line: line.lineNumber }
    const earlier = found.get(row.position)
    const debits = (earlier?.debits ?? 0) + (line.kind === 'debit' ? 1 : 0)
    if (debits > 1) return { fault: 'result-row-twice', line: line.lineNumber }
    // Paid and taken back are two lines; what came back counts.
    const status = earlier?.status === 'returned' ? 'returned' : SAYS[line.kind]
    const day = earlier?.status === 'returned' ? earlier.day : line.day
    found.set(row.position, { debits, status, day, named: named !== undefined || (earlier?.named ?? false) })
  }
  const ends = new Map(rows.map(({ position, end }) => [position, end]))
  // Money that came back must have gone: else the statement may be that of whoever was paid.
  const isLoose = (position: number, { status, debits }: Found) =>
    status === 'returned' && debits === 0 && ends.get(position) !== 'succeeded'
  const news = [...found].filter(
    ([position, one]) =>
      ends.get(position) !== one.status &&
      !isOlder(ends.get(position), one.status) &&
      !isLoose(position, one),
  )
  indefinite += [...found].filter(
    ([position, one]) => isLoose(position, one) && ends.get(position) !== 'returned',
  ).length
  return {
    results: news
      .map(
        ([position, { status, day }]): RowResult => ({
          ...{ position, status, reason: '', serial: '' },
          ...(day === null ? {} : { day }),
        }),
      )
      .toSorted((a, b) => a.position - b.position),
    byReference: news.filter(([, { named }]) => named).length,
    ambiguous,
    // A person links them on the statement's own page.
    toAssign: [],
    indefinite,
  }
}

/** What came back was paid once: a statement of the earlier days says nothing new. */
const isOlder = (end: StatementRow['end'], status: RowResult['status']): boolean =>
  end === 'returned' && status === 'succeeded'
