// Reads a statement of the paying account as the result of a file: kept with the statements, linked by their rules (ADR 85).

import type { FileRow, Matched } from '@paywages/domain/bank-files/match-results.ts'
import { resultsOfStatement } from '@paywages/domain/bank-files/statement-results.ts'
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

/** What the reader of statements makes of it; a table that is no statement has headings that no result has either. */
export async function readStatementResult(
  services: Services,
  by: Actor,
  file: FileRecord,
  signal: AbortSignal,
): Promise<ReadStatement> {
  const layouts = await services.database.read((tx) => statementLayoutsOf(tx, by.person.providerId))
  const read = await readStored(services, file.storeKey, signal, layouts).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'statement-unknown' || error.code === 'statement-columns-unclear')
      throw new Refused('result-headings', { line: 0 })
    throw error
  })
  // A list of payments to be made, our own file among them, proves nothing.
  if (!read.lines.some(isBooked))
    throw file.content === 'pdf'
      ? new Refused('result-not-booked')
      : new Refused('result-headings', { line: 0 })
  return read
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
  },
): Promise<StatementImport> {
  const { providerId } = by.person
  const known = await statementOfContent(tx, providerId, of.stored.sha256)
  const statement = known ?? {
    statementId: BigInt((await keepStatement(tx, services, by, of)).statementId),
    fileId: of.stored.fileId,
  }
  const ends = new Map((await endsOfRows(tx, of.bankFileId)).map((row) => [row.position, row]))
  const rows = of.rows.flatMap((row) => {
    const found = ends.get(row.position)
    return found ? [{ ...row, rowId: found.rowId, end: found.end }] : []
  })
  const booked = new Set(of.read.lines.filter(isBooked).map(({ lineNumber }) => lineNumber))
  const lines = (await linesOfStatement(tx, statement.statementId)).map((line) => ({
    ...line,
    booked: booked.has(line.lineNumber),
  }))
  const matched = resultsOfStatement(rows, lines)
  if ('fault' in matched) throw new Refused(matched.fault, { line: matched.line })
  if (matched.results.length === 0) throw new Refused('result-nothing-new')
  return { matched, storeFileId: statement.fileId }
}

async function keepStatement(
  tx: Tx,
  services: Services,
  by: Actor,
  { stored, read }: { readonly stored: FileRecord; readonly read: ReadStatement },
) {
  const file = await acceptFile(tx, by, stored.fileId, { kind: 'statement' })
  return storeStatement(tx, services, by, file, read)
}
