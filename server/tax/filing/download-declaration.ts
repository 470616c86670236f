// Downloads the withholding declaration of a provider and a closed month, in full and written into the audit log (D33, D34).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import type { DeclarationInput } from './declaration-ties.ts'
import { declarationName } from './filing-labels.ts'
import { findPeriod, hasWithheld } from './filing-store.ts'

const BOOK = new URL('./declaration-book.ts', import.meta.url)

export async function downloadDeclaration(
  services: Services,
  by: Actor,
  { providerId, month }: { readonly providerId: number; readonly month: Month },
): Promise<Download> {
  const { provider, period, withheld } = await services.database.query(async (tx) => ({
    provider: await findProvider(tx, providerId),
    period: await findPeriod(tx, providerId, month),
    withheld: await hasWithheld(tx, providerId, month),
  }))
  if (provider === undefined) throw new Refused('not-found')
  if (period ? !period.withholds : !withheld && !provider.withholdsTax)
    throw new Refused('tax-not-withheld', { month })
  if (period === undefined) throw new Refused('tax-month-open', { month })
  const { taxId, payerName, taxpayerId, incomeFen, taxFen, peopleCount, closedAt } = period
  const input: DeclarationInput = {
    taxId,
    providerId,
    month,
    payerName,
    taxpayerId,
    incomeFen,
    taxFen,
    closedAt,
    tables: services.taxTables,
  }
  const entry = {
    action: 'download-declaration',
    object: { kind: 'tax-proof', id: taxId, name: `${provider.name} ${month}` },
    providerId,
    after: { month, people: peopleCount },
  } as const
  const fileName = declarationName(provider.name, month)
  return exportLargeSheet(services, by, { entry, fileName, count: peopleCount }, BOOK, input)
}
