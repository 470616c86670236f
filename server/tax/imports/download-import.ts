// Downloads an import file of a closed month, by the layout in force for it and written into the audit log (D33, D34).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { LayoutKind } from '@paywages/domain/tax/layout-fields.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { exportLargeSheet } from '../../exports/export-sheet.ts'
import type { Download } from '../../http/call.ts'
import { amendedMonth } from '../filing/amended-month.ts'
import { type ClosedFiling, closedFiling, type FilingWanted } from './closed-filing.ts'
import { countNewPeople } from './collected-store.ts'
import { findLayout } from './find-layout.ts'
import type { ImportFileInput } from './import-file.ts'
import { importName } from './import-labels.ts'

const FILE = new URL('./import-file.ts', import.meta.url)
const CSV = 'text/csv; charset=gb18030'

export async function downloadImport(
  services: Services,
  by: Actor,
  wanted: FilingWanted & { readonly kind: LayoutKind; readonly bookedIn?: Month | undefined },
): Promise<Download> {
  const { providerId, month, kind } = wanted
  const bookedIn = kind === 'people' ? undefined : wanted.bookedIn
  const { providerName, period, people } = await services.database.query(async (tx) => {
    const filing: ClosedFiling = await closedFiling(tx, wanted)
    if (bookedIn !== undefined) await amendedMonth(tx, { providerId, month: bookedIn, correctedMonth: month })
    const { taxId } = filing.period
    const isPeople = kind === 'people'
    return {
      ...filing,
      people: isPeople ? await countNewPeople(tx, { taxId, providerId, month }) : undefined,
    }
  })
  const known = await findLayout(services, kind, month)
  const { taxId } = period
  const entry = {
    action: 'download-tax-import',
    object: { kind: 'tax-proof', id: taxId, name: `${providerName} ${month}` },
    providerId,
    after: {
      month,
      kind,
      layout: `${known.file} ${known.layout.effectiveFrom}`,
      ...(people === undefined ? {} : { people }),
      ...(bookedIn === undefined ? {} : { bookedMonth: bookedIn }),
    },
  } as const
  const input: ImportFileInput = { period: { taxId, providerId, month }, known, bookedIn }
  const fileName = importName(providerName, month, known, bookedIn)
  const count = people ?? period.peopleCount
  const about = { entry, fileName, count, ...(known.layout.format === 'csv' ? { contentType: CSV } : {}) }
  return exportLargeSheet(services, by, about, FILE, input)
}
