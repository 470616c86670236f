// The calls of the invoice stock.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { STOCK_ANSWERS } from '@paywages/domain/invoice-stock/stock.ts'
import type { AskOf } from '@paywages/wire/endpoint.ts'
import type { exportStock } from '@paywages/wire/invoice-stock/endpoints.ts'
import { pageOf } from '@paywages/wire/paging.ts'
import { exportList } from '../exports/export-list.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/call.ts'
import { answerStock } from './answer-stock.ts'
import { listStock, type StockFilter } from './list-stock.ts'
import { saveStock } from './save-stock.ts'
import { stockExport } from './stock-sheet.ts'

type StockCalls = 'stockAnswer' | 'listStock' | 'saveStock' | 'exportStock'

export function stockRoutes(house: House): Pick<Handlers, StockCalls> {
  return {
    stockAnswer: ({ ask: { providerId, type, amountFen }, by }) =>
      answerStock(house, by, {
        providerId: providerId ?? by.person.providerId,
        type,
        amountFen: amountFen ?? 0n,
      }),
    listStock: async ({ ask, by, scope }) => {
      const { index, size } = pageOf(ask)
      const stocks = await house.database.look((tx) => listStock(tx, filterOf(scope, by.at, ask)))
      return { rows: stocks.slice(index * size, (index + 1) * size), count: stocks.length }
    },
    saveStock: async ({ ask, by }) => {
      await saveStock(house, by, ask)
      return undefined
    },
    exportStock: ({ ask, by, scope }) => exportList(house, by, stockExport, filterOf(scope, by.at, ask)),
  }
}

function filterOf(scope: Scope, now: Date, ask: AskOf<typeof exportStock>): StockFilter {
  const thisMonth = shanghaiMonth(now)
  return {
    scope,
    month: ask.month ?? thisMonth,
    thisMonth,
    providerId: ask.providerId,
    answer: STOCK_ANSWERS[Number(ask.answer ?? '-1')],
  }
}
