// The statements' calls.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { StatementHead } from '@paywages/wire/statements/shapes.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { Refused } from '../refused.ts'
import { candidatesOf } from './candidates.ts'
import { chooseRow } from './choose-row.ts'
import {
  countUnlisted,
  findLine,
  findStatement,
  listLines,
  listStatements,
  listUnlisted,
  payoutsById,
} from './read-store.ts'
import { relinkStatement } from './relink-statement.ts'
import { shownLines, shownPayout } from './shown-lines.ts'
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

export function statementRoutes(house: House): Pick<Handlers, StatementCalls> {
  const { database } = house
  return {
    uploadStatements: ({ ask, by, files, signal }) =>
      uploadStatements(house, by, { providerId: ask.providerId, files, signal }),
    listStatements: ({ ask, scope }) => database.look((tx) => listStatements(tx, scope, ask, pageOf(ask))),
    statementDetail: ({ ask, scope }) =>
      database.read(async (tx) => {
        const statement = await statementOf(tx, scope, ask.statementId)
        return { ...statement, unlistedCount: await countUnlisted(tx, statement) }
      }),
    statementLines: ({ ask }) =>
      database.read(async (tx) => {
        const { rows, count } = await listLines(tx, ask.statementId, ask.result, pageOf(ask))
        return { rows: await shownLines(tx, house, rows), count }
      }),
    lineCandidates: ({ ask, scope }) =>
      database.read(async (tx) => {
        const line = await findLine(tx, scope, ask.lineId)
        if (!line) throw new Refused('not-found')
        const open = line.result === 'ambiguous' ? [line] : []
        const fitting = (await candidatesOf(tx, house, line.providerId, open)).get(line.lineId) ?? []
        const { index, size } = pageOf(ask)
        const rows = await payoutsById(tx, fitting.slice(index * size, (index + 1) * size))
        return { rows: rows.map((row) => shownPayout(house, row)), count: fitting.length }
      }),
    chooseRow: async ({ ask, by, scope }) => {
      await chooseRow(house, by, scope, ask.lineId, ask.rowId)
      return undefined
    },
    relinkStatement: ({ ask, by, scope, signal }) => relinkStatement(house, by, { ...ask, scope, signal }),
    unlistedRows: ({ ask, scope }) =>
      database.read(async (tx) => {
        const statement = await statementOf(tx, scope, ask.statementId)
        const rows = await listUnlisted(tx, statement, pageOf(ask))
        return { rows: rows.map((row) => shownPayout(house, row)), count: await countUnlisted(tx, statement) }
      }),
  }
}

async function statementOf(tx: Tx, scope: Scope, statementId: number): Promise<StatementHead> {
  const statement = await findStatement(tx, scope, statementId)
  if (!statement) throw new Refused('not-found')
  return statement
}
