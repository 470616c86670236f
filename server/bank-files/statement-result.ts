// Reads a statement of the paying account as the result of a file: kept with the statements, linked by their rules (ADR 85).

import type { Matched } from '@paywages/domain/bank-files/match-results.ts'
import type { FileRow } from '@paywages/domain/bank-files/row-fit.ts'
import { resultsOfStatement } from '@paywages/domain/bank-files/statement-results.ts'
import { listsUndone } from '@paywages/domain/bank-statements/above-table.ts'
import { agrees } from '@paywages/domain/bank-statements/printed-totals.ts'
import type { Day } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import type { ReadStatement } from '../adapters/pdf/parse-bank-statement.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { readStored } from '../bank-statements/read-stored.ts'
import { storeStatement } from '../bank-statements/store-statement.ts'
import { acceptFile } from '../files/accept-file.ts'
import type { FileRecord } from '../files/store.ts'
import { statementLayoutsOf } from '../payouts/layout-store.ts'
import { Refused } from '../refused.ts'
import { endsOfRows, linesOfStatement, statementOfContent } from './evidence-store.ts'

/**
 * What the reader of statements makes of it; a table that is no statement has headings that no result has either. Where the
 * bank's results have headings of their own, or there are several sheets, only what is plainly of an account counts: it may
 * be a result whose headings changed, or sheets of what was paid and what failed.
 */
export async function readStatementResult(
  services: Services,
  by: Actor,
  file: FileRecord,
  { signal, hasMapping }: { readonly signal: AbortSignal; readonly hasMapping: boolean },
): Promise<ReadStatement> {
  const layouts = await services.database.read((tx) => statementLayoutsOf(tx, by.person.providerId))
  const read = await readStored(services, file.storeKey, signal, layouts).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'statement-unknown' || error.code === 'statement-columns-unclear')
      throw new Refused('result-headings', { line: 0 })
    throw error
  })
  // A list of payments to be made, our own file among them, proves nothing.
  const isStrict = file.content !== 'pdf' && (hasMapping || sheetsOf(read) > 1)
  const isProof = isStrict ? read.lines.every(({ ofAccount }) => ofAccount) : read.lines.some(isBooked)
  if (!isProof || listsUndone([file.name]))
    throw file.content === 'pdf'
      ? new Refused('result-not-booked')
      : new Refused('result-headings', { line: 0 })
  requireWhole(read)
  return read
}

const sheetsOf = ({ lines, unread }: ReadStatement): number =>
  new Set([...lines, ...unread].map(({ page }) => page)).size

/** What it says of itself must hold, and nothing of it be another program's reckoning. */
function requireWhole({ totals, hasFormulas = false }: ReadStatement): void {
  if (hasFormulas) throw new Refused('result-formula', { line: 0 })
  if (!totals.every(agrees)) throw new Refused('result-totals', { line: 0 })
}

const isBooked = ({ booked, day }: ReadStatement['lines'][number]): boolean => booked === true && day !== null

export type StatementImport = {
  readonly matched: Exclude<Matched, { fault: string }>
  /** Where its bytes are kept: with the statement that was there before, if there was one. */
  readonly storeFileId: string
}

/** Kept as a statement, unless it is one already; the caller holds the file. Everything is undone where the caller only looks. */
export async function takeStatement(
  tx: Tx,
  services: Services,
  by: Actor,
  of: {
    readonly bankFileId: number
    readonly rows: readonly FileRow[]
    readonly stored: FileRecord
    readonly read: ReadStatement
    /** When the file was made: nothing of it was paid before. */
    readonly since: Day
    readonly until: Day
    /** That the file is paid from. */
    readonly accountNo: string | undefined
  },
): Promise<StatementImport> {
  const statement = await keepStatement(tx, services, by, of)
  const ends = new Map((await endsOfRows(tx, of.bankFileId)).map((row) => [row.position, row]))
  const rows = of.rows.flatMap((row) => {
    const found = ends.get(row.position)
    return found ? [{ ...row, rowId: found.rowId, end: found.end }] : []
  })
  const read = new Map(of.read.lines.map((line) => [line.lineNumber, line]))
  const lines = (await linesOfStatement(tx, statement.statementId)).map((line) => {
    const printed = read.get(line.lineNumber)
    // Stored by an earlier release, which may have read another line there.
    const isSame = printed?.amountFen === line.amountFen
    const { name = '', account = '', day = null } = printed ?? {}
    return { ...line, name, account, day, paidFrom: printed?.paidFrom, booked: isSame && isBooked(printed) }
  })
  const matched = resultsOfStatement(rows, lines, of)
  if ('fault' in matched) throw new Refused(matched.fault, { line: matched.line })
  if (matched.results.length === 0) throw new Refused('result-nothing-new')
  // Rows that nobody could read may speak of this file too: whoever confirms is told.
  const ambiguous = matched.ambiguous + of.read.unread.length
  return { matched: { ...matched, ambiguous }, storeFileId: statement.fileId }
}

/** With the one that was there before, if there was one. */
export async function keepStatement(
  tx: Tx,
  services: Services,
  by: Actor,
  { stored, read }: { readonly stored: FileRecord; readonly read: ReadStatement },
): Promise<{ readonly statementId: bigint; readonly fileId: string }> {
  const known = await statementOfContent(tx, by.person.providerId, stored.sha256)
  if (known) return known
  const file = await acceptFile(tx, by, stored.fileId, { kind: 'statement' })
  const { statementId } = await storeStatement(tx, services, by, file, read)
  return { statementId: BigInt(statementId), fileId: stored.fileId }
}
