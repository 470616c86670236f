// A month's stock as it stands in the form, and back: yuan as numbers, empty fields where nothing was entered.

import type { StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import { INVOICE_TYPES, type InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { type Fen, fenFromYuanNumber, yuanNumberFromFen } from '@paywages/domain/money/fen.ts'

export type TypedLine = {
  supported: boolean
  sufficient: boolean
  count?: number | null
  amount?: number | null
}

export type TypedStock = Record<InvoiceType, TypedLine>

type Drawn = Pick<StockLine, 'drawnCount' | 'drawnFen'>

const NOTHING_DRAWN: Drawn = { drawnCount: 0, drawnFen: 0n }

/** A type that is not supported has empty fields: whoever switches it on has to say how much. */
export function typedFrom(lines: readonly StockLine[]): TypedStock {
  const of = (type: InvoiceType): TypedLine => {
    const line = lines.find((one) => one.type === type)
    return line?.supported
      ? {
          supported: true,
          sufficient: line.sufficient,
          count: line.count,
          amount: yuanNumberFromFen(line.amountFen),
        }
      : { supported: false, sufficient: false }
  }
  return Object.fromEntries(INVOICE_TYPES.map((type) => [type, of(type)])) as TypedStock
}

/** What stands in the form, beside what results have drawn: as it would be once saved. */
export function linesFrom(typed: Partial<TypedStock>, drawnFrom: readonly StockLine[]): StockLine[] {
  return INVOICE_TYPES.map((type) => {
    const { supported = false, sufficient = false, count, amount } = typed[type] ?? {}
    const drawn = drawnFrom.find((line) => line.type === type) ?? NOTHING_DRAWN
    return {
      type,
      supported,
      sufficient: supported && sufficient,
      count: supported ? (count ?? 0) : 0,
      amountFen: supported ? fenOf(amount) : 0n,
      drawnCount: drawn.drawnCount,
      drawnFen: drawn.drawnFen,
    }
  })
}

function fenOf(amount: number | null | undefined): Fen {
  return fenFromYuanNumber(amount ?? 0) ?? 0n
}
