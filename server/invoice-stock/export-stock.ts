// Gives the stock of a month as .xlsx, with the filters of the page.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Actor } from '../actor.ts'
import { exportSheet } from '../exports/export-sheet.ts'
import type { House } from '../house.ts'
import type { Download } from '../http/call.ts'
import { stockFileName } from './labels.ts'
import type { StockFilter } from './list-stock.ts'
import { stockSheet } from './stock-sheet.ts'

export function exportStock(house: House, by: Actor, filter: StockFilter): Promise<Download> {
  const { month, providerId } = filter
  const entry = {
    action: 'export-stock',
    object: { kind: 'invoice-stock', id: providerId ?? 'all', name: month },
    ...(providerId === undefined ? {} : { providerId }),
  } as const
  const fileName = stockFileName(month, shanghaiDay(by.at))
  return exportSheet(house, by, { entry, fileName }, stockSheet, filter)
}
