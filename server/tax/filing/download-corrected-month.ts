// Downloads an old month's declaration with its corrections, where that is how they were filed; written into the audit log (D33, D34).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import { filingsOf } from '../periods/correction-store.ts'
import type { CorrectedMonthInput } from './corrected-month-book.ts'
import { amendedName } from './correction-labels.ts'
import { findPeriod } from './filing-store.ts'

const BOOK = new URL('./corrected-month-book.ts', import.meta.url)

export async function downloadCorrectedMonth(
  services: Services,
  by: Actor,
  wanted: { readonly providerId: number; readonly month: Month; readonly correctedMonth: Month },
): Promise<Download> {
  const { providerId, month, correctedMonth } = wanted
  const { provider, period, old, filing } = await services.database.query(async (tx) => {
    const period = await findPeriod(tx, providerId, month)
    return {
      provider: await findProvider(tx, providerId),
      period,
      old: await findPeriod(tx, providerId, correctedMonth),
      filing: period && (await filingsOf(tx, period.taxId)).get(correctedMonth),
    }
  })
  if (provider === undefined) throw new Refused('not-found')
  if (period === undefined) throw new Refused('tax-month-open', { month })
  if (old === undefined || filing?.way !== 'amended')
    throw new Refused('correction-not-amended', { month, correctedMonth })
  const input: CorrectedMonthInput = {
    old: { taxId: old.taxId, providerId, month: correctedMonth },
    bookedIn: { taxId: period.taxId, providerId, month },
    payerName: old.payerName,
    taxpayerId: old.taxpayerId,
    tables: services.taxTables,
  }
  const entry = {
    action: 'download-corrected-month',
    object: { kind: 'tax-proof', id: old.taxId, name: `${provider.name} ${correctedMonth}` },
    providerId,
    after: { month, correctedMonth, people: old.peopleCount },
  } as const
  const fileName = amendedName(provider.name, correctedMonth, month)
  return exportLargeSheet(services, by, { entry, fileName, count: old.peopleCount }, BOOK, input)
}
