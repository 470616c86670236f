// The calls of personal income-and-tax statements.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { statementNo } from '@paywages/domain/tax/statement-no.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportStatementsOfPeople } from '@paywages/wire/tax/endpoints.ts'
import type { TaxStatement } from '@paywages/wire/tax/shapes.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import { exportList } from '../../exports/export-list.ts'
import type { House } from '../../house.ts'
import type { Handlers } from '../../http/call.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { downloadStatements } from './download-statements.ts'
import { generateStatements } from './generate-statements.ts'
import { listStatements, type StatementFilter, type StatementRecord } from './statement-list-store.ts'
import { statementExport } from './statement-sheet.ts'

type StatementCalls =
  | 'generateStatements'
  | 'listStatementsOfPeople'
  | 'exportStatementsOfPeople'
  | 'downloadStatementsOfPeople'

export function personalStatementRoutes(house: House): Pick<Handlers, StatementCalls> {
  const { database, cipher } = house
  return {
    generateStatements: ({ by, scope }) => generateStatements(house, by, scope),
    listStatementsOfPeople: async ({ ask, scope }) => {
      const filter = filterOf(cipher, scope, ask)
      const { rows, count } = await database.look((tx) => listStatements(tx, filter, pageOf(ask)))
      return { rows: rows.map((row) => shownStatement(cipher, row)), count }
    },
    exportStatementsOfPeople: ({ ask, by, scope }) =>
      exportList(house, by, statementExport, filterOf(cipher, scope, ask)),
    downloadStatementsOfPeople: ({ ask, by }) =>
      downloadStatements(house, by, { statementIds: ask.statementIds, inline: ask.inline === '1' }),
  }
}

function filterOf(
  cipher: Cipher,
  scope: Scope,
  { month, name, idCardNo, userId, providerId }: AskOf<typeof exportStatementsOfPeople>,
): StatementFilter {
  const idHashes = idCardNo ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined
  return { scope, month, name, idHashes, userId, providerId }
}

function shownStatement(cipher: Cipher, record: StatementRecord): TaxStatement {
  const { sealed, taxId: _, rowId: __, textVersion: ___, ...shown } = record
  return {
    ...shown,
    statementNo: statementNo(record.month, record.statementId),
    idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
  }
}
