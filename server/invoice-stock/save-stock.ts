// Saves a provider's stock of the present month, unless someone saved it since it was read (D28).

import { type Month, shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { validateStock } from '@paywages/domain/invoice-stock/stock.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { changedFacts, recordEntry } from '../audit-log/record-entry.ts'
import { findProvider } from '../providers/store.ts'
import { Refused } from '../refused.ts'
import { stockFacts } from './stock-facts.ts'
import { type EnteredLine, insertStock, stockOf, updateStock } from './store.ts'

export type StockDraft = {
  readonly providerId: number
  readonly month: Month
  /** 0 where there was no record. */
  readonly version: number
  readonly lines: readonly EnteredLine[]
}

export async function saveStock(services: Services, by: Actor, draft: StockDraft): Promise<void> {
  const refusal = validateStock(draft.month, shanghaiMonth(by.at))
  if (refusal) throw new Refused(refusal)
  const { providerId, month, version } = draft
  const lines = draft.lines.map(withoutFiguresIfUnsupported)
  await services.database.transact(async (tx) => {
    const provider = await findProvider(tx, providerId)
    if (!provider) throw new Refused('not-found')
    const before = await stockOf(tx, providerId, month)
    const stock = { providerId, month, at: by.at, savedBy: by.person.accountId, lines }
    // What was read above may be older than what the write finds: only the write decides.
    const saved = version === 0 ? await insertStock(tx, stock) : await updateStock(tx, { ...stock, version })
    if (!saved) throw new Refused('state-changed')
    await recordEntry(tx, by, {
      action: 'save-stock',
      object: { kind: 'invoice-stock', id: `${providerId}-${month}`, name: `${provider.name} ${month}` },
      providerId,
      ...changedFacts(stockFacts(before?.lines ?? []), stockFacts(lines)),
    })
  })
}

/** What is not supported has nothing, so that switching it on again begins from what is entered then. */
function withoutFiguresIfUnsupported(line: EnteredLine): EnteredLine {
  return line.supported ? line : { ...line, sufficient: false, count: 0, amountFen: 0n }
}
