// Keeps the partitions of the audit log a month ahead of its entries, and shows whether that goes well (ADR 152).

import type { Services } from '../app-services.ts'
import { makeMonths, monthsAhead, strayEntries } from './part-store.ts'

/** Any number of workers may call it at any time; what is there already costs a look. */
export async function prepareMonths({ database, metrics }: Services): Promise<void> {
  try {
    await database.transact(makeMonths)
  } finally {
    const [ahead, stray] = await database.query((tx) => Promise.all([monthsAhead(tx), strayEntries(tx)]))
    metrics.auditMonthsAhead.set(ahead)
    metrics.auditStrayEntries.set(stray)
  }
}
