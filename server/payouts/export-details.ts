// Gives the payouts of the detail query as .xlsx, with the filters of the list (D33).

import { shanghaiDay, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { exportLargeSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { countDetails, type DetailFilter } from './detail-store.ts'
import { detailsName } from './labels.ts'

const SHEET = new URL('./detail-sheet.ts', import.meta.url)

export async function exportDetails(house: House, by: Actor, filter: DetailFilter): Promise<Download> {
  const { from, to, status, providerId } = filter
  const { total } = await house.database.read((tx) => countDetails(tx, filter))
  const entry = {
    action: 'export-details',
    object: { kind: 'payout-details', id: providerId ?? 'all' },
    ...(providerId === undefined ? {} : { providerId }),
    after: {
      status: status ?? 'all',
      from: from ? shanghaiSecond(from) : '',
      to: to ? shanghaiSecond(to) : '',
      byPerson: Boolean(filter.name) || filter.idHashes !== undefined,
      rows: total,
    },
  } as const
  const about = { entry, fileName: detailsName(shanghaiDay(by.at)), count: total }
  return exportLargeSheet(house, by, about, SHEET, filter)
}
