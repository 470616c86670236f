// The calls of 税费试算: a payment calculated, and what a provider's payouts are calculated by.

import type { Services } from '../../app-services.ts'
import type { Handlers } from '../../http/call.ts'
import { Refused } from '../../refused.ts'
import { calculatePayment } from './calculate-payment.ts'
import { termsOf } from './calculator-store.ts'

export function calculatorRoutes(services: Services): Pick<Handlers, 'taxTrial' | 'trialTerms'> {
  return {
    taxTrial: ({ input, by }) => calculatePayment(services, by, input),
    trialTerms: async ({ input, by }) => {
      const providerId = input.providerId ?? by.person.providerId
      const terms = await services.database.query((tx) => termsOf(tx, providerId))
      if (terms === undefined) throw new Refused('not-found')
      return terms
    },
  }
}
