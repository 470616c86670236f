// Downloads the withholding declaration of a provider and a closed month, in full and written into the audit log (D33, D34).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../../actor.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { House } from '../../house.ts'
import type { Download } from '../../http/call.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import type { DeclarationAsk } from './declaration-book.ts'
import { declarationName } from './filing-labels.ts'
import { findPeriod, hasWithheld } from './filing-store.ts'

const BOOK = new URL('./declaration-book.ts', import.meta.url)

export async function downloadDeclaration(
  house: House,
  by: Actor,
  { providerId, month }: { readonly providerId: number; readonly month: Month },
): Promise<Download> {
  const { provider, period, withheld } = await house.database.look(async (tx) => ({
    provider: await findProvider(tx, providerId),
    period: await findPeriod(tx, providerId, month),
    withheld: await hasWithheld(tx, providerId, month),
  }))
  if (provider === undefined) throw new Refused('not-found')
  if (period ? !period.withholds : !withheld && !provider.withholdsTax)
    throw new Refused('tax-not-withheld', { month })
  if (period === undefined) throw new Refused('tax-month-open', { month })
  const { taxId, payerName, taxpayerId, incomeFen, taxFen, peopleCount, closedAt } = period
  const ask: DeclarationAsk = {
    taxId,
    providerId,
    month,
    payerName,
    taxpayerId,
    incomeFen,
    taxFen,
    closedAt,
    tables: house.taxTables,
  }
  const entry = {
    action: 'download-declaration',
    object: { kind: 'tax-proof', id: taxId, name: `${provider.name} ${month}` },
    providerId,
    after: { month, people: peopleCount },
  } as const
  const fileName = declarationName(provider.name, month)
  return exportLargeSheet(house, by, { entry, fileName, count: peopleCount }, BOOK, ask)
}
