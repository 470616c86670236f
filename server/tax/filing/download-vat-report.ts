// Downloads the people above the VAT threshold of a month, in full and written into the audit log (ADR 39, D33, D34).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { vatRulesOf } from '@paywages/domain/tax/vat-table.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import type { VatBookInput } from './vat-book.ts'
import { vatReportName } from './vat-labels.ts'

const BOOK = new URL('./vat-book.ts', import.meta.url)

export async function downloadVatReport(
  services: Services,
  by: Actor,
  { scope, month }: { readonly scope: Scope; readonly month: Month },
): Promise<Download> {
  const tables = services.vatTables
  if (vatRulesOf(month, tables) === undefined) throw new Refused('vat-no-table', { month })
  const entry = {
    action: 'download-vat-report',
    object: { kind: 'tax-month', id: month, name: month },
    after: { month },
  } as const
  const input: VatBookInput = { scope, month, tables }
  return exportLargeSheet(services, by, { entry, fileName: vatReportName(month) }, BOOK, input)
}
