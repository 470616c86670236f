// The calls of the invoice stock.

import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { answerStock } from './answer-stock.ts'

type StockCalls = 'stockAnswer'

export function stockRoutes(house: House): Pick<Handlers, StockCalls> {
  return {
    stockAnswer: ({ ask: { providerId, type, amountFen }, by }) =>
      answerStock(house, by, {
        providerId: providerId ?? by.person.providerId,
        type,
        amountFen: amountFen ?? 0n,
      }),
  }
}
