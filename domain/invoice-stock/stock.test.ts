// What is left, what is enough, what the next month begins with: the boundaries of the invoice stock (D28).

import { describe, expect, it } from 'vitest'
import { INVOICE_TYPES } from '../invoices/invoice-type.ts'
import {
  answerFor,
  answerForMonth,
  everyLine,
  nextMonthLines,
  remaining,
  type StockLine,
  totalOf,
  validateStock,
} from './stock.ts'

const full: StockLine = {
  type: 'special-paper',
  supported: true,
  sufficient: true,
  count: 10,
  amountFen: 1_000_00n,
  drawnCount: 4,
  drawnFen: 400_00n,
}
const line = (changes: Partial<StockLine>): StockLine => ({ ...full, ...changes })
const none = line({
  supported: false,
  sufficient: false,
  count: 0,
  amountFen: 0n,
  drawnCount: 0,
  drawnFen: 0n,
})

it('computes the remaining stock as initial minus drawn, below zero too', () => {
  expect(remaining(full)).toEqual({ count: 6, amountFen: 600_00n })
  expect(remaining(line({ drawnCount: 12, drawnFen: 1_000_01n }))).toEqual({ count: -2, amountFen: -1n })
})

describe('stock for one more invoice', () => {
  it.each([
    ['of zero', full, 0n, 'enough'],
    ['of all that is left', full, 600_00n, 'enough'],
    ['of one fen more than is left', full, 600_01n, 'short'],
    ['that uses up the count', line({ drawnCount: 9 }), 600_00n, 'enough'],
    ['when the count is used up', line({ drawnCount: 10 }), 1n, 'short'],
    ['when the count is overdrawn', line({ drawnCount: 11 }), 1n, 'short'],
    ['when one fen is left', line({ drawnFen: 999_99n }), 1n, 'enough'],
    ['of zero when the amount is used up', line({ drawnFen: 1_000_00n }), 0n, 'short'],
    ['of zero when the amount is overdrawn', line({ drawnFen: 1_000_01n }), 0n, 'short'],
    [
      'when zero stock was entered',
      line({ count: 0, amountFen: 0n, drawnCount: 0, drawnFen: 0n }),
      0n,
      'short',
    ],
    ['when a manager marked the type as short', line({ sufficient: false }), 1n, 'short'],
    ['of a type that is not supported', line({ supported: false }), 1n, 'unsupported'],
    ['in a month without a record', undefined, 1n, 'unknown'],
  ] as const)('returns whether there is stock for an invoice %s', (_, stock, amountFen, answer) => {
    expect(answerFor(stock, amountFen)).toBe(answer)
  })
})

describe('stock of a month', () => {
  it.each([
    ['without a record', [], 'unknown'],
    ['in which nothing is supported', [none, none], 'unsupported'],
    ['in which every supported type has stock', [full, none, full], 'enough'],
    ['in which one supported type has no stock', [full, line({ drawnCount: 10 })], 'short'],
    ['in which one supported type is marked as short', [full, line({ sufficient: false })], 'short'],
  ] as const)('returns the answer for a month %s', (_, lines, answer) => {
    expect(answerForMonth(lines)).toBe(answer)
  })

  it('sums the remaining stock of supported types, including negative values', () => {
    const overdrawn = line({ drawnCount: 12, drawnFen: 1_500_00n })
    const unsupported = line({ supported: false })
    expect(totalOf([full, overdrawn, unsupported])).toEqual({ count: 4, amountFen: 100_00n })
    expect(totalOf([])).toEqual({ count: 0, amountFen: 0n })
  })

  it('returns four types in order, filling in missing ones', () => {
    const lines = everyLine([line({ type: 'ordinary-paper' })])
    expect(lines.map(({ type }) => type)).toEqual(INVOICE_TYPES)
    expect(lines.map(({ supported }) => supported)).toEqual([false, false, true, false])
    expect(lines[0]).toEqual(none)
  })
})

it('starts the next month with the initial figures of supported types and nothing drawn', () => {
  const short = line({ type: 'ordinary-paper', sufficient: false, drawnCount: 12 })
  expect(nextMonthLines([full, line({ type: 'special-electronic', supported: false }), short])).toEqual([
    { ...full, drawnCount: 0, drawnFen: 0n },
    { ...short, sufficient: true, drawnCount: 0, drawnFen: 0n },
  ])
  expect(nextMonthLines([none])).toEqual([])
})

it('accepts changes to the current month only', () => {
  expect(validateStock('2026-03', '2026-03')).toBeUndefined()
  expect(validateStock('2026-02', '2026-03')).toBe('stock-month-closed')
  expect(validateStock('2026-04', '2026-03')).toBe('stock-month-closed')
  expect(validateStock('2025-03', '2026-03')).toBe('stock-month-closed')
})
