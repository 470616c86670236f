// An old month that was filed again with its corrections, and the period that booked them; or the refusal that says why there is none.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Tx } from '../../adapters/postgres/database.ts'
import { findProvider } from '../../providers/store.ts'
import { Refused } from '../../refused.ts'
import { filingsOf } from '../periods/correction-store.ts'
import { type FilingPeriod, findPeriod } from './filing-store.ts'

export type AmendedWanted = {
  readonly providerId: number
  /** The period that booked the corrections, and the month they correct. */
  readonly month: Month
  readonly correctedMonth: Month
}

export type AmendedMonth = {
  readonly providerName: string
  readonly bookedIn: FilingPeriod
  readonly old: FilingPeriod
}

export async function amendedMonth(
  tx: Tx,
  { providerId, month, correctedMonth }: AmendedWanted,
): Promise<AmendedMonth> {
  const provider = await findProvider(tx, providerId)
  if (provider === undefined) throw new Refused('not-found')
  const bookedIn = await findPeriod(tx, providerId, month)
  if (bookedIn === undefined) throw new Refused('tax-month-open', { month })
  const old = await findPeriod(tx, providerId, correctedMonth)
  const filing = (await filingsOf(tx, bookedIn.taxId)).get(correctedMonth)
  if (old === undefined || filing?.way !== 'amended')
    throw new Refused('correction-not-amended', { month, correctedMonth })
  return { providerName: provider.name, bookedIn, old }
}
