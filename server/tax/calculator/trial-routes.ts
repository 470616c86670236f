// The calls of 税费试算: a payment tried, and what a provider's payouts are reckoned by.

import type { House } from '../../house.ts'
import type { Handlers } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { termsOf } from './trial-store.ts'
import { tryPayment } from './try-payment.ts'

export function trialRoutes(house: House): Pick<Handlers, 'taxTrial' | 'trialTerms'> {
  return {
    taxTrial: ({ ask, by }) => tryPayment(house, by, ask),
    trialTerms: async ({ ask, by }) => {
      const providerId = ask.providerId ?? by.person.providerId
      const terms = await house.database.look((tx) => termsOf(tx, providerId))
      if (terms === undefined) throw new Refused('not-found')
      return terms
    },
  }
}
