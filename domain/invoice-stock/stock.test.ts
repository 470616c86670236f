// What is left, what is enough, what the next month begins with: the boundaries of the invoice stock (D28).

import { describe, expect, it } from 'vitest'
import { INVOICE_TYPES } from '../invoices/invoice-type.ts'
import {
  answerFor,
  answerForMonth,
  everyLine,
  judgeStock,
  nextMonthLines,
  remaining,
  type StockLine,
  totalOf,
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

it('what is left is what the month began with, less what was drawn', () => {
  expect(remaining(full)).toEqual({ count: 6, amountFen: 600_00n })
  expect(remaining(line({ drawnCount: 12, drawnFen: 1_000_01n }))).toEqual({ count: -2, amountFen: -1n })
})

describe('one more invoice', () => {
  it.each([
    ['of nothing yet', full, 0n, 'enough'],
    ['of all that is left', full, 600_00n, 'enough'],
    ['of a fen more than is left', full, 600_01n, 'short'],
    ['with the last one', line({ drawnCount: 9 }), 600_00n, 'enough'],
    ['with none left', line({ drawnCount: 10 }), 1n, 'short'],
    ['with more drawn than there were', line({ drawnCount: 11 }), 1n, 'short'],
    ['with a fen left', line({ drawnFen: 999_99n }), 1n, 'enough'],
    ['with no money left, for nothing', line({ drawnFen: 1_000_00n }), 0n, 'short'],
    ['with less than no money left', line({ drawnFen: 1_000_01n }), 0n, 'short'],
    ['with none entered', line({ count: 0, amountFen: 0n, drawnCount: 0, drawnFen: 0n }), 0n, 'short'],
    ['where a manager says short', line({ sufficient: false }), 1n, 'short'],
    ['of a type that is not supported', line({ supported: false }), 1n, 'unsupported'],
    ['in a month that nobody entered', undefined, 1n, 'unknown'],
  ] as const)('%s', (_, stock, amountFen, answer) => {
    expect(answerFor(stock, amountFen)).toBe(answer)
  })
})

describe('a month', () => {
  it.each([
    ['nobody entered', [], 'unknown'],
    ['in which nothing is supported', [none, none], 'unsupported'],
    ['in which every supported type has some', [full, none, full], 'enough'],
    ['in which one supported type has none', [full, line({ drawnCount: 10 })], 'short'],
    ['in which one supported type is called short', [full, line({ sufficient: false })], 'short'],
  ] as const)('%s', (_, lines, answer) => {
    expect(answerForMonth(lines)).toBe(answer)
  })

  it('adds up what is left of supported types, below zero too', () => {
    const overdrawn = line({ drawnCount: 12, drawnFen: 1_500_00n })
    const unsupported = line({ supported: false })
    expect(totalOf([full, overdrawn, unsupported])).toEqual({ count: 4, amountFen: 100_00n })
    expect(totalOf([])).toEqual({ count: 0, amountFen: 0n })
  })

  it('has four types in their order, whatever is on record', () => {
    const lines = everyLine([line({ type: 'ordinary-paper' })])
    expect(lines.map(({ type }) => type)).toEqual(INVOICE_TYPES)
    expect(lines.map(({ supported }) => supported)).toEqual([false, false, true, false])
    expect(lines[0]).toEqual(none)
  })
})

it('the next month begins with what this one began with, of supported types, as if nothing had been drawn', () => {
  const short = line({ type: 'ordinary-paper', sufficient: false, drawnCount: 12 })
  expect(nextMonthLines([full, line({ type: 'special-electronic', supported: false }), short])).toEqual([
    { ...full, drawnCount: 0, drawnFen: 0n },
    { ...short, sufficient: true, drawnCount: 0, drawnFen: 0n },
  ])
  expect(nextMonthLines([none])).toEqual([])
})

it('only the present month may be saved', () => {
  expect(judgeStock('2026-03', '2026-03')).toBeUndefined()
  expect(judgeStock('2026-02', '2026-03')).toBe('stock-month-closed')
  expect(judgeStock('2026-04', '2026-03')).toBe('stock-month-closed')
  expect(judgeStock('2025-03', '2026-03')).toBe('stock-month-closed')
})
