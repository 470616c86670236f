// The calls of the fund summary: one filter for list, totals, days and export.

import { pageOf } from '@paywages/wire/paging.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import type { Services } from '../app-services.ts'
import { exportList } from '../exports/export-list.ts'
import type { Handlers } from '../http/call.ts'
import { moneyViewExport } from './export-money-view.ts'
import { listMoney, type MoneyFilter, type MoneyTotals, moneyByDay, totalMoney } from './money-view-store.ts'
import { taxBalance } from './tax-balance.ts'

type MoneyViewCalls = 'moneyView' | 'providerMoney' | 'moneyDays' | 'exportMoneyView'

export function moneyViewRoutes(services: Services): Pick<Handlers, MoneyViewCalls> {
  const { database } = services
  return {
    // At one moment: people are counted by the rows where a batch's counts do not tell.
    moneyView: ({ input, scope }) =>
      database.read((tx) => listMoney(tx, filterOf(scope, input), pageOf(input), input.sort)),
    providerMoney: ({ input, scope }) =>
      database.read(async (tx) => {
        const filter = filterOf(scope, input)
        return {
          ...(await totalMoney(tx, filter)),
          tax: await taxBalance(tx, scope, input.providerId),
          before: await totalBefore(tx, filter),
        }
      }),
    moneyDays: async ({ input, scope }) => {
      const rows = await database.query((tx) => moneyByDay(tx, filterOf(scope, input)))
      return { rows, count: rows.length }
    },
    exportMoneyView: ({ input, by, scope }) =>
      exportList(services, by, moneyViewExport, filterOf(scope, input)),
  }
}

function filterOf(scope: MoneyFilter['scope'], input: Omit<MoneyFilter, 'scope'>): MoneyFilter {
  const { providerId, from, to } = input
  return { scope, providerId, from: from && withinCalendar(from), to: to && withinCalendar(to) }
}

/** Of the equally long time right before; there is none before a time that is open at an end. */
async function totalBefore(tx: Tx, filter: MoneyFilter): Promise<MoneyTotals | null> {
  const { from, to } = filter
  if (from === undefined || to === undefined || to <= from) return null
  const length = to.getTime() - from.getTime()
  const start = Math.max(0, from.getTime() - length)
  return totalMoney(tx, { ...filter, from: new Date(start), to: from })
}

/** Days are written with four digits of a year; nothing is started later than that. */
const LAST_MOMENT = new Date('9999-12-30T00:00:00Z')

function withinCalendar(at: Date): Date {
  return at > LAST_MOMENT ? LAST_MOMENT : at
}
