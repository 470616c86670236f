// Tells whether a provider has stock for an invoice, and which others of the platform have (D28).

import { shanghaiMonth } from '@paywages/domain/calendar/shanghai.ts'
import { answerFor, remaining, type StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { StockNotice } from '@paywages/wire/invoice-stock/endpoints.ts'
import type { Actor } from '../actor.ts'
import type { Services } from '../app-services.ts'
import { type StockRecord, stockOf, stocksBeside } from './store.ts'

const MAX_NAMES = 5

export type StockQuestion = {
  readonly providerId: number
  readonly type: InvoiceType
  readonly amountFen: Fen
}

export async function answerStock(
  services: Services,
  by: Actor,
  { providerId, type, amountFen }: StockQuestion,
): Promise<StockNotice> {
  const month = shanghaiMonth(by.at)
  // Whoever works on one platform is not told of companies that this provider knows from another.
  const { superManager, platformId } = by.person
  const beside = { providerId, platformId: superManager ? undefined : platformId, month }
  return services.database.read(async (tx) => {
    const line = lineOf(await stockOf(tx, providerId, month), type)
    const answer = answerFor(line, amountFen)
    const left = line?.supported ? remaining(line) : { count: 0, amountFen: 0n }
    return {
      answer,
      remainingCount: left.count,
      remainingFen: left.amountFen,
      recommended: answer === 'enough' ? [] : recommended(await stocksBeside(tx, beside), type, amountFen),
    }
  })
}

function lineOf(stock: StockRecord | undefined, type: InvoiceType): StockLine | undefined {
  return stock?.lines.find((line) => line.type === type)
}

/** By name alone: how much another company has left is its own affair. */
function recommended(others: readonly StockRecord[], type: InvoiceType, amountFen: Fen): string[] {
  return others
    .flatMap((stock) => {
      const line = lineOf(stock, type)
      return line && answerFor(line, amountFen) === 'enough'
        ? [{ name: stock.providerName, left: remaining(line) }]
        : []
    })
    .sort((a, b) => Number(b.left.amountFen - a.left.amountFen) || b.left.count - a.left.count)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
}
