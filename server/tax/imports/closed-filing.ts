// The closed, withholding month that something is declared of, or the refusal that says why there is none.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import { type FilingPeriod, findPeriod, hasWithheld } from '../filing/filing-store.ts'

export type FilingWanted = { readonly providerId: number; readonly month: Month }
export type ClosedFiling = { readonly providerName: string; readonly period: FilingPeriod }

export async function closedFiling(tx: Tx, { providerId, month }: FilingWanted): Promise<ClosedFiling> {
  const provider = await findProvider(tx, providerId)
  if (provider === undefined) throw new Refused('not-found')
  const period = await findPeriod(tx, providerId, month)
  const withheld = period
    ? period.withholds
    : provider.withholdsTax || (await hasWithheld(tx, providerId, month))
  if (!withheld) throw new Refused('tax-not-withheld', { month })
  if (period === undefined) throw new Refused('tax-month-open', { month })
  return { providerName: provider.name, period }
}
