// Downloads an old month's declaration with its corrections, where that is how they were filed; written into the audit log (D33, D34).

import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { type AmendedWanted, amendedMonth } from './amended-month.ts'
import type { CorrectedMonthInput } from './corrected-month-book.ts'
import { amendedName } from './correction-labels.ts'

const BOOK = new URL('./corrected-month-book.ts', import.meta.url)

export async function downloadCorrectedMonth(
  services: Services,
  by: Actor,
  wanted: AmendedWanted,
): Promise<Download> {
  const { providerId, month, correctedMonth } = wanted
  const { providerName, bookedIn, old } = await services.database.query((tx) => amendedMonth(tx, wanted))
  const input: CorrectedMonthInput = {
    old: { taxId: old.taxId, providerId, month: correctedMonth },
    bookedIn: { taxId: bookedIn.taxId, providerId, month },
    payerName: old.payerName,
    taxpayerId: old.taxpayerId,
    tables: services.taxTables,
  }
  const entry = {
    action: 'download-corrected-month',
    object: { kind: 'tax-proof', id: old.taxId, name: `${providerName} ${correctedMonth}` },
    providerId,
    after: { month, correctedMonth, people: old.peopleCount },
  } as const
  const fileName = amendedName(providerName, correctedMonth, month)
  return exportLargeSheet(services, by, { entry, fileName, count: old.peopleCount }, BOOK, input)
}
