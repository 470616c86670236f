// Closes last month for tax, and whatever was left before it: once a provider and month, whoever asks how often (D31).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { lastClosable, monthsToClose } from '@paywages/domain/tax/periods.ts'
import type { Actor } from '../../actor.ts'
import type { Services } from '../../app-services.ts'
import { recordEntry } from '../../audit-log/record-entry.ts'
import { Refused } from '../../refused.ts'
import { bookAdjustments } from '../adjustments/adjustment-store.ts'
import { closeMonth, lastClosedMonth, lockPeriods, providersToClose, type ToClose } from './period-store.ts'

export type Closing = {
  /** Months that were closed now and need a proof. */
  readonly proofs: number
  readonly months: number
}

/** A provider at a time, each in a transaction of its own: a long list holds nobody up. */
export async function closeMonths(services: Services, by: Actor, scope: Scope): Promise<Closing> {
  const providers = await services.database.query((tx) => providersToClose(tx, scope))
  const last = lastClosable(by.at)
  if (!providers.some(({ firstMonth }) => firstMonth !== null && firstMonth <= last))
    throw new Refused('tax-month-empty', { month: last })
  let proofs = 0
  let months = 0
  for (const provider of providers) {
    const closed = await closeProvider(services, by, provider)
    proofs += closed.proofs
    months += closed.months
  }
  return { proofs, months }
}

async function closeProvider(services: Services, by: Actor, provider: ToClose): Promise<Closing> {
  const { providerId, providerName, firstMonth } = provider
  if (monthsToClose(firstMonth ?? undefined, provider.lastClosed ?? undefined, by.at).length === 0)
    return { proofs: 0, months: 0 }
  return services.database.transact(async (tx) => {
    await lockPeriods(tx, providerId)
    const months = monthsToClose(firstMonth ?? undefined, await lastClosedMonth(tx, providerId), by.at)
    let proofs = 0
    for (const month of months) {
      const closed = await closeMonth(tx, { providerId, month, by: by.person.accountId, at: by.at })
      await bookAdjustments(tx, { taxId: closed.taxId, providerId, month })
      if (closed.withholds) proofs += 1
      await recordEntry(tx, by, {
        action: 'close-tax-month',
        object: { kind: 'tax-proof', id: closed.taxId, name: `${providerName} ${month}` },
        providerId,
        after: {
          month,
          people: closed.peopleCount,
          income: formatYuan(closed.incomeFen),
          tax: formatYuan(closed.taxFen),
        },
      })
    }
    return { proofs, months: months.length }
  }, 'long')
}
