// The calls of the statements of a year.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { maskIdCardNo } from '@paywages/domain/personal/mask.ts'
import { yearStatementNo } from '@paywages/domain/tax/year-statement.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { exportYearStatements } from '@paywages/wire/tax/year-endpoints.ts'
import type { Cipher } from '../../adapters/personal-data/cipher.ts'
import { ID_CARD_NO } from '../../adapters/personal-data/contexts.ts'
import type { Services } from '../../app-services.ts'
import { exportList } from '../../exports/export-list.ts'
import type { Handlers } from '../../http/call.ts'
import { idCardNoOf } from '../id-card-no.ts'
import { downloadVersion, downloadYears } from './download-years.ts'
import { cancelYear, generateYear } from './generate-year.ts'
import { newestJob } from './year-job-store.ts'
import { listYears, versionsOf, type YearFilter } from './year-list-store.ts'
import { yearExport } from './year-sheet.ts'

type YearCalls =
  | 'generateYearStatements'
  | 'yearJob'
  | 'cancelYearJob'
  | 'listYearStatements'
  | 'exportYearStatements'
  | 'downloadYearStatements'
  | 'yearVersions'
  | 'downloadYearVersion'

export function yearRoutes(services: Services): Pick<Handlers, YearCalls> {
  const { database, cipher } = services
  return {
    generateYearStatements: ({ input, by, scope }) => generateYear(services, by, scope, input.year),
    yearJob: async ({ input, scope }) =>
      (await database.query((tx) => newestJob(tx, scope, input.year))) ?? null,
    cancelYearJob: ({ input, by, scope }) => cancelYear(services, by, scope, input.jobId),
    listYearStatements: async ({ input, scope }) => {
      const filter = filterOf(cipher, scope, input)
      const { rows, count } = await database.query((tx) => listYears(tx, filter, pageOf(input)))
      const shown = rows.map(({ sealed, ...row }) => ({
        ...row,
        payers: [...row.payers],
        statementNo: yearStatementNo(row.year, row.statementId),
        idCardNo: maskIdCardNo(idCardNoOf(cipher, sealed)),
      }))
      return { rows: shown, count }
    },
    exportYearStatements: ({ input, by, scope }) =>
      exportList(services, by, yearExport, filterOf(cipher, scope, input)),
    downloadYearStatements: ({ input, by }) =>
      downloadYears(services, by, { ...input, inline: input.inline === '1' }),
    yearVersions: async ({ input, scope }) => {
      const versions = await database.query((tx) => versionsOf(tx, scope, input.statementId))
      const rows = versions.map((one) => ({
        ...one,
        statementNo: yearStatementNo(one.year, one.statementId),
      }))
      return { rows, count: rows.length }
    },
    downloadYearVersion: ({ input, by }) =>
      downloadVersion(services, by, { statementId: input.statementId, inline: input.inline === '1' }),
  }
}

function filterOf(
  cipher: Cipher,
  scope: Scope,
  { year, name, idCardNo, providerId }: InputOf<typeof exportYearStatements>,
): YearFilter {
  const idHashes = idCardNo ? cipher.lookupHashes(idCardNo.toUpperCase(), ID_CARD_NO) : undefined
  return { scope, year, name, idHashes, providerId }
}
