// Downloads the quarter's report of people and income, in full and written into the audit log (Decree 810, D33, D34).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { lastClosable, monthsOfQuarter, type Quarter } from '@paywages/domain/tax/periods.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import { andMore, platformName } from './filing-labels.ts'
import { openMonths } from './filing-store.ts'
import type { PlatformInput } from './platform-book.ts'
import { recordReported } from './platform-store.ts'

const BOOK = new URL('./platform-book.ts', import.meta.url)
const MAX_NAMED = 5

export async function downloadPlatformReport(
  services: Services,
  by: Actor,
  wanted: {
    readonly scope: Scope
    readonly quarter: Quarter
    readonly providerId?: number | undefined
    readonly includeDeclared: boolean
  },
): Promise<Download> {
  const { scope, quarter, providerId, includeDeclared } = wanted
  const months = monthsOfQuarter(quarter)
  if (months[2] > lastClosable(by.at)) throw new Refused('tax-quarter-running', { quarter })
  const { missing, provider } = await services.database.query(async (tx) => ({
    missing: await openMonths(tx, wanted, months),
    provider: providerId === undefined ? undefined : await findProvider(tx, providerId),
  }))
  if (missing.length > 0) {
    const named = missing.slice(0, MAX_NAMED).map(({ providerName, month }) => `${providerName} ${month}`)
    throw new Refused('tax-quarter-open', { missing: andMore(named, missing.length) })
  }
  const name = provider?.name ?? ''
  const entry = {
    action: 'download-platform-report',
    object: { kind: 'tax-quarter', id: providerId ?? 'all', name: `${name} ${quarter}`.trim() },
    ...(providerId === undefined ? {} : { providerId }),
    after: { quarter, includeDeclared },
  } as const
  const input: PlatformInput = { scope, providerId, quarter, months, includeDeclared }
  // Before the file leaves: whoever stands in it counts as reported, though it were never handed in (ADR 37).
  await services.database.transact((tx) => recordReported(tx, input, { includeDeclared, at: by.at }), 'long')
  return exportLargeSheet(services, by, { entry, fileName: platformName(quarter, name) }, BOOK, input)
}
