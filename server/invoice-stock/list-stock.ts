// The stock of a month, provider by provider, and whether it is enough: for the list and its sheet (D28).

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { answerForMonth, type StockAnswer, totalOf } from '@paywages/domain/invoice-stock/stock.ts'
import type { Stock } from '@paywages/wire/invoice-stock/endpoints.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { stocksInScope } from './store.ts'

export type StockFilter = {
  readonly scope: Scope
  readonly month: Month
  readonly thisMonth: Month
  readonly providerId?: number | undefined
  readonly answer?: StockAnswer | undefined
}

/**
 * All of them: companies are counted in dozens, and what is enough is said by the domain alone, so that the filter, the
 * number of pages and the tags cannot differ.
 */
export async function listStock(tx: Tx, filter: StockFilter): Promise<Stock[]> {
  const { scope, month, thisMonth, providerId, answer } = filter
  // Whoever has entered nothing this month is to be seen; of other months only what was entered.
  const found = await stocksInScope(tx, scope, { month, withUnknown: month === thisMonth, providerId })
  const stocks = found.map((stock): Stock => {
    const total = totalOf(stock.lines)
    return {
      ...stock,
      lines: [...stock.lines],
      month,
      totalCount: total.count,
      totalFen: total.amountFen,
      answer: answerForMonth(stock.lines),
    }
  })
  return answer === undefined ? stocks : stocks.filter((stock) => stock.answer === answer)
}
