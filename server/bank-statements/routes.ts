// The statements' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { StatementHead } from '@paywages/wire/bank-statements/shapes.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { candidatesOf } from './candidates.ts'
import { chooseRow } from './choose-row.ts'
import { downloadBatchEvidence, downloadEvidence, downloadReceipt } from './download-evidence.ts'
import { exportUnread } from './export-unread.ts'
import {
  countUnlisted,
  findLine,
  findStatement,
  listLines,
  listStatements,
  listUnlisted,
  listUnread,
} from './read-store.ts'
import { relinkStatement } from './relink-statement.ts'
import { shownCandidates, shownLines, shownPayout } from './shown-lines.ts'
import { uploadStatements } from './upload-statements.ts'

type StatementCalls =
  | 'uploadStatements'
  | 'listStatements'
  | 'statementDetail'
  | 'statementLines'
  | 'lineCandidates'
  | 'chooseRow'
  | 'relinkStatement'
  | 'unlistedRows'
  | 'unreadRows'
  | 'exportUnread'
  | 'payoutReceipt'
  | 'payoutEvidence'
  | 'batchEvidence'

export function bankStatementRoutes(services: Services): Pick<Handlers, StatementCalls> {
  const { database } = services
  return {
    uploadStatements: ({ input, by, files, signal }) =>
      uploadStatements(services, by, { ...input, files, signal }),
    listStatements: ({ input, scope }) =>
      database.query((tx) => listStatements(tx, scope, input, pageOf(input))),
    statementDetail: ({ input, scope }) =>
      database.read(async (tx) => {
        const statement = await statementOf(tx, scope, input.statementId)
        return { ...statement, unlistedCount: await countUnlisted(tx, statement) }
      }),
    statementLines: ({ input }) =>
      database.read(async (tx) => {
        const { rows, count } = await listLines(tx, input.statementId, input.result, pageOf(input))
        return { rows: await shownLines(tx, services, rows), count }
      }),
    lineCandidates: ({ input, scope }) =>
      database.read(async (tx) => {
        const line = await findLine(tx, scope, input.lineId)
        if (!line) throw new Refused('not-found')
        const open = line.result === 'ambiguous' ? [line] : []
        const fitting = (await candidatesOf(tx, services, line.providerId, open)).get(line.lineId) ?? []
        const { index, size } = pageOf(input)
        const rows = await shownCandidates(tx, services, fitting.slice(index * size, (index + 1) * size))
        return { rows, count: fitting.length }
      }),
    chooseRow: async ({ input, by, scope }) => {
      await chooseRow(services, by, scope, input.lineId, input.rowId)
      return undefined
    },
    relinkStatement: ({ input, by, scope, signal }) =>
      relinkStatement(services, by, { ...input, scope, signal }),
    unreadRows: ({ input }) => database.query((tx) => listUnread(tx, input.statementId, pageOf(input))),
    exportUnread: async ({ input, by, scope }) => {
      const statement = await database.read((tx) => statementOf(tx, scope, input.statementId))
      return exportUnread(services, by, statement)
    },
    payoutReceipt: ({ input, by }) =>
      downloadReceipt(services, by, { rowId: input.rowId, inline: input.inline === '1' }),
    payoutEvidence: ({ input, by }) => downloadEvidence(services, by, input.rowId),
    batchEvidence: ({ input, by }) => downloadBatchEvidence(services, by, input),
    unlistedRows: ({ input, scope }) =>
      database.read(async (tx) => {
        const statement = await statementOf(tx, scope, input.statementId)
        const rows = await listUnlisted(tx, statement, pageOf(input))
        return {
          rows: rows.map((row) => shownPayout(services, row)),
          count: await countUnlisted(tx, statement),
        }
      }),
  }
}

async function statementOf(tx: Tx, scope: Scope, statementId: number): Promise<StatementHead> {
  const statement = await findStatement(tx, scope, statementId)
  if (!statement) throw new Refused('not-found')
  return statement
}
