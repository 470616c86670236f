// A month's stock in its form: what is shown, what is saved, what is left meanwhile.

import { everyLine, type StockLine } from '@paywages/domain/invoice-stock/stock.ts'
import { expect, it } from 'vitest'
import { linesFrom, typedFrom } from './stock-typed.ts'

const paper: StockLine = {
  type: 'special-paper',
  supported: true,
  sufficient: false,
  count: 12,
  amountFen: 123_456_789_01n,
  drawnCount: 3,
  drawnFen: 1_00n,
}
const lines = everyLine([paper])

it('fills the stock form from the record, with empty fields for unsupported types', () => {
  expect(typedFrom(lines)).toEqual({
    'special-paper': { supported: true, sufficient: false, count: 12, amount: 123_456_789.01 },
    'special-electronic': { supported: false, sufficient: false },
    'ordinary-paper': { supported: false, sufficient: false },
    'ordinary-electronic': { supported: false, sufficient: false },
  })
})

it('shows no supported type when no month is on record', () => {
  expect(Object.values(typedFrom([])).map(({ supported }) => supported)).toEqual([false, false, false, false])
})

it('returns the same lines after a round trip, including what was drawn', () => {
  expect(linesFrom(typedFrom(lines), lines)).toEqual(lines)
})

it('treats empty fields as zero and ignores the values of a switched-off type', () => {
  const typed = {
    ...typedFrom(lines),
    'special-paper': { supported: false, sufficient: true, count: 5, amount: 1 },
    'ordinary-paper': { supported: true, sufficient: true, count: null },
  }
  const [first, , third] = linesFrom(typed, lines)
  expect(first).toMatchObject({ supported: false, sufficient: false, count: 0, amountFen: 0n, drawnCount: 3 })
  expect(third).toMatchObject({ supported: true, sufficient: true, count: 0, amountFen: 0n })
})
