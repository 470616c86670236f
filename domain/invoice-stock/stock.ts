// A provider's stock of invoices in a month: what is left, whether it is enough, and what the next month begins with (D28).

import { INVOICE_TYPES, type InvoiceType } from '../invoices/invoice-type.ts'
import type { Fen } from '../money/fen.ts'

/** One type of invoice in one month. */
export type StockLine = {
  readonly type: InvoiceType
  readonly supported: boolean
  /** A manager's word; off means short, whatever the figures say. */
  readonly sufficient: boolean
  /** What the month began with, and what results have drawn since. */
  readonly count: number
  readonly amountFen: Fen
  readonly drawnCount: number
  readonly drawnFen: Fen
}

export type Remaining = { readonly count: number; readonly amountFen: Fen }

/** All four types in their order; one without a line is not supported. */
export function everyLine(lines: readonly StockLine[]): StockLine[] {
  return INVOICE_TYPES.map((type) => lines.find((line) => line.type === type) ?? withoutSupport(type))
}

function withoutSupport(type: InvoiceType): StockLine {
  return { type, supported: false, sufficient: false, count: 0, amountFen: 0n, drawnCount: 0, drawnFen: 0n }
}

/** Below zero where more was invoiced than stood in the books. */
export function remaining(line: StockLine): Remaining {
  return { count: line.count - line.drawnCount, amountFen: line.amountFen - line.drawnFen }
}

export const STOCK_ANSWERS = ['enough', 'short', 'unsupported', 'unknown'] as const
/** `unknown`: nobody has entered the month's stock. */
export type StockAnswer = (typeof STOCK_ANSWERS)[number]

/** Is there enough for one more invoice of this amount? */
export function answerFor(line: StockLine | undefined, amountFen: Fen): StockAnswer {
  if (line === undefined) return 'unknown'
  if (!line.supported) return 'unsupported'
  const left = remaining(line)
  const covers = left.count >= 1 && left.amountFen > 0n && left.amountFen >= amountFen
  return line.sufficient && covers ? 'enough' : 'short'
}

/** Of the whole month: short as soon as one supported type is; a provider that supports nothing has none. */
export function answerForMonth(lines: readonly StockLine[]): StockAnswer {
  if (lines.length === 0) return 'unknown'
  const supported = lines.filter((line) => line.supported)
  if (supported.length === 0) return 'unsupported'
  return supported.every((line) => answerFor(line, 0n) === 'enough') ? 'enough' : 'short'
}

/** Figures of the supported types alone. */
export function totalOf(lines: readonly StockLine[]): Remaining {
  return lines
    .filter((line) => line.supported)
    .map(remaining)
    .reduce((sum, left) => ({ count: sum.count + left.count, amountFen: sum.amountFen + left.amountFen }), {
      count: 0,
      amountFen: 0n,
    })
}

/** The quota of the tax office comes again each month: supported types begin with what the last one began with. */
export function nextMonthLines(previous: readonly StockLine[]): StockLine[] {
  return previous
    .filter((line) => line.supported)
    .map((line) => ({ ...line, sufficient: true, drawnCount: 0, drawnFen: 0n }))
}

export const MAX_INVOICES = 1_000_000
export const MAX_STOCK_FEN: Fen = 100_000_000_000_000n

export type StockRefusal = 'stock-month-closed'

/** The past is over, and the coming month is opened by the day. */
export function validateStock(month: string, thisMonth: string): StockRefusal | undefined {
  return month === thisMonth ? undefined : 'stock-month-closed'
}
