// Exports the invoice applications that the filters of the page find (spec §2).

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { sheet } from './invoice-sheet.ts'
import { invoicesName } from './labels.ts'
import type { ApplicationFilter } from './list-store.ts'

export function exportInvoices(house: House, by: Actor, filter: ApplicationFilter): Promise<Download> {
  const { providerId } = filter
  const entry = {
    action: 'export-invoices',
    object: { kind: 'invoice-applications', id: providerId ?? 'all' },
    ...(providerId === undefined ? {} : { providerId }),
  } as const
  return exportSheet(house, by, { entry, fileName: invoicesName(shanghaiDay(by.at)) }, sheet, filter)
}
