import { describe, expect, it } from 'vitest'
import { debitPaid, doubtfulTransfers, mayHavePaid, pairDebits } from './debit-match.ts'

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
    ['a masked name', { name: '张*' }, {}, true],
    ['a masked name of another length', { name: '张**' }, {}, false],
    ['another masked name', { name: '李*' }, {}, false],
    ['a name of which nothing is shown', { name: '**' }, {}, false],
    ['a name in full width with spaces', { name: '张　三' }, {}, true],
    ['another dot', { name: '买买提.艾力' }, { name: '买买提·艾力' }, true],
    ['letters in another case and width', { name: 'ＪＯＨＮ' }, { name: 'John' }, true],
  ])('%s', (_, said, ours, paid) => {
    expect(debitPaid({ ...debit, ...said }, { ...transfer, ...ours })).toBe(paid)
  })
})

describe('mayHavePaid', () => {
  it.each([
    ['another amount', { amountFen: 1n }, {}, true],
    ['a masked name', { name: '*三' }, {}, true],
    ['no name', { name: '' }, {}, true],
    ['a name of which nothing is shown', { name: '**' }, {}, true],
    ['no card', { cardTail: '' }, {}, true],
    ['neither name nor card', { name: '**', cardTail: '' }, {}, false],
    ['another name', { name: '张四' }, {}, false],
    ['another card', { cardTail: '8889' }, {}, false],
  ])('%s', (_, said, ours, may) => {
    expect(mayHavePaid({ ...debit, ...said }, { ...transfer, ...ours })).toBe(may)
  })
})

describe('doubtfulTransfers', () => {
  it.each([
    ['nothing where every debit has its equal', [10_000n], [10_000n, 20_000n], []],
    ['who would get another amount than a debit that is left', [10_000n], [9_999n], [9_999n]],
    ['the rest of a person’s, where one of two debits has its equal', [10_000n, 5n], [10_000n, 7n], [7n]],
    ['nothing where nothing was debited', [], [10_000n], []],
  ])('names %s', (_, debited, orders, doubtful) => {
    const found = doubtfulTransfers(
      debited.map((amountFen) => ({ ...debit, amountFen })),
      orders.map((netFen) => ({ ...transfer, netFen })),
    )
    expect(found.map((one) => one.transfer.netFen)).toEqual(doubtful)
  })
})

describe('pairDebits', () => {
  it('gives nothing to a transfer that goes by a file, which is doubtful then', () => {
    const byFile = [{ ...transfer, byFile: true }]
    expect(pairDebits([debit], byFile)).toEqual([])
    expect(doubtfulTransfers([debit], byFile)).toHaveLength(1)
  })

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
