// The calls of 报税申报: filings of a month, their packs, and people above the limit.

import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../../app-services.ts'
import type { Handlers } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { downloadCorrectedMonth } from './download-corrected-month.ts'
import { downloadDeclaration } from './download-declaration.ts'
import { downloadPlatformReport } from './download-platform-report.ts'
import { downloadVatReport } from './download-vat-report.ts'
import { fileCorrection } from './file-correction.ts'
import { listFilings } from './filing-list-store.ts'
import { listHighEarners } from './high-earner-store.ts'
import { listCorrections } from './list-corrections.ts'

type FilingCalls =
  | 'listFilings'
  | 'downloadDeclaration'
  | 'listCorrections'
  | 'fileCorrection'
  | 'downloadCorrectedMonth'
  | 'downloadPlatformReport'
  | 'highEarners'
  | 'downloadVatReport'

export function filingRoutes(services: Services): Pick<Handlers, FilingCalls> {
  const { database, cipher } = services
  return {
    listFilings: ({ input, scope }) =>
      database.query((tx) =>
        listFilings(tx, { scope, month: input.month, providerId: input.providerId }, pageOf(input)),
      ),
    downloadDeclaration: ({ input, by }) => downloadDeclaration(services, by, input),
    listCorrections: async ({ input }) => {
      const rows = await listCorrections(services, input)
      return { rows, count: rows.length }
    },
    fileCorrection: async ({ input, by }) => {
      await fileCorrection(services, by, input)
      return undefined
    },
    downloadCorrectedMonth: ({ input, by }) => downloadCorrectedMonth(services, by, input),
    downloadPlatformReport: ({ input, by, scope }) =>
      downloadPlatformReport(services, by, {
        ...input,
        includeDeclared: input.includeDeclared === '1',
        scope,
      }),
    highEarners: ({ input, scope }) => {
      const { month } = input
      const rules = vatRulesOf(month, services.vatTables)
      if (rules === undefined) throw new Refused('vat-no-table', { month })
      return database.query((tx) => listHighEarners(tx, cipher, { scope, month, rules }, pageOf(input)))
    },
    downloadVatReport: ({ input, by, scope }) =>
      downloadVatReport(services, by, { scope, month: input.month }),
  }
}
