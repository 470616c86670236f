// Adds the stock of the month that has begun, for every enabled provider that supports something (spec §9, D28).

import { randomUUID } from 'node:crypto'
import { type Month, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { everyLine, nextMonthLines } from '@paywages/domain/invoice-stock/stock.ts'
import type { Services } from '../app-services.ts'
import { recordAnonymousEntry } from '../audit-log/record-entry.ts'
import { stockFacts } from './stock-facts.ts'
import { insertStock, type LatestStock, stockOf, stocksToOpen } from './store.ts'

/**
 * However long nobody ran it, only the present month is added: the quota of a month that is over is nobody's any more. Any
 * number of workers may call it at once.
 */
export async function openStockMonth(services: Pick<Services, 'clock' | 'database'>): Promise<number> {
  const month = shanghaiMonth(services.clock.now())
  const latest = await services.database.query((tx) => stocksToOpen(tx, month))
  let opened = 0
  for (const one of latest) if (await openOne(services, one, month)) opened += 1
  return opened
}

function openOne(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  { providerId, month: earlier }: LatestStock,
  month: Month,
): Promise<boolean> {
  const at = clock.now()
  return database.transact(async (tx) => {
    const previous = await stockOf(tx, providerId, earlier)
    if (!previous) return false
    const lines = everyLine(nextMonthLines(previous.lines))
    // A manager, or another worker, may have been first.
    if (!(await insertStock(tx, { providerId, month, at, savedBy: null, lines }))) return false
    const origin = { at, address: '', requestId: randomUUID(), hostname: '' }
    await recordAnonymousEntry(tx, origin, {
      action: 'open-stock-month',
      object: {
        kind: 'invoice-stock',
        id: `${providerId}-${month}`,
        name: `${previous.providerName} ${month}`,
      },
      providerId,
      after: stockFacts(lines),
    })
    return true
  })
}
