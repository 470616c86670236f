// The calls of the invoice stock.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { STOCK_ANSWERS } from '@paywages/domain/invoice-stock/stock.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import type { exportStock } from '@paywages/wire/invoice-stock/endpoints.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { answerStock } from './answer-stock.ts'
import { listStock, type StockFilter } from './list-stock.ts'
import { saveStock } from './save-stock.ts'
import { stockExport } from './stock-sheet.ts'

type StockCalls = 'stockAnswer' | 'listStock' | 'saveStock' | 'exportStock'

export function stockRoutes(services: Services): Pick<Handlers, StockCalls> {
  return {
    stockAnswer: ({ input: { providerId, type, amountFen }, by }) =>
      answerStock(services, by, {
        providerId: providerId ?? by.person.providerId,
        type,
        amountFen: amountFen ?? 0n,
      }),
    listStock: async ({ input, by, scope }) => {
      const { index, size } = pageOf(input)
      const stocks = await services.database.query((tx) => listStock(tx, filterOf(scope, by.at, input)))
      return { rows: stocks.slice(index * size, (index + 1) * size), count: stocks.length }
    },
    saveStock: async ({ input, by }) => {
      await saveStock(services, by, input)
      return undefined
    },
    exportStock: ({ input, by, scope }) =>
      exportList(services, by, stockExport, filterOf(scope, by.at, input)),
  }
}

function filterOf(scope: Scope, now: Date, input: InputOf<typeof exportStock>): StockFilter {
  const thisMonth = shanghaiMonth(now)
  return {
    scope,
    month: input.month ?? thisMonth,
    thisMonth,
    providerId: input.providerId,
    answer: STOCK_ANSWERS[Number(input.answer ?? '-1')],
  }
}
