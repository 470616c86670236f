import { describe, expect, it } from 'vitest'
import { debitPaid, pairDebits } from './debit-match.ts'

const debit = { name: '张三', cardTail: '8888', amountFen: 10_000n }
const transfer = { name: '张三', cardNo: '6225880011228888', netFen: 10_000n }

describe('debitPaid', () => {
  it.each([
    ['equal in name, card and amount', {}, {}, true],
    ['another name', { name: '张四' }, {}, false],
    ['another card', {}, { cardNo: '6225880011228889' }, false],
    ['another amount', { amountFen: 9_999n }, {}, false],
    ['no name in the bank’s record', { name: '' }, { name: '' }, false],
    ['no card in the bank’s record', { cardTail: '' }, {}, false],
    ['a part of the last digits only', { cardTail: '88' }, {}, false],
  ])('%s', (_, said, ours, paid) => {
    expect(debitPaid({ ...debit, ...said }, { ...transfer, ...ours })).toBe(paid)
  })
})

describe('pairDebits', () => {
  it('gives two equal debits to two equal transfers, and a third transfer to none', () => {
    const debits = [
      { ...debit, id: 1 },
      { ...debit, id: 2 },
    ]
    const transfers = [
      { ...transfer, id: 'a' },
      { ...transfer, id: 'b' },
      { ...transfer, id: 'c' },
    ]
    expect(pairDebits(debits, transfers).map(({ debit: d, transfer: t }) => [d.id, t.id])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
    expect(pairDebits([...debits, { ...debit, id: 3 }], transfers.slice(0, 2))).toHaveLength(2)
  })
})
