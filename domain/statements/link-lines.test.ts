// Which row a line is linked to: by number, by person, and never two lines to one row.

import { describe, expect, it } from 'vitest'
import { type ByNumber, decideLines, findByNumber, isWithinDays, type NumberedPayout } from './link-lines.ts'
import type { LineKind, ReadLine } from './statement-lines.ts'

const LINE: ReadLine = {
  lineNumber: 1,
  page: 1,
  day: '2026-11-14',
  kind: 'debit',
  name: '王小明',
  account: '6222021202000010001',
  amountFen: 10_000n,
  reference: 'PW1',
  numbers: ['PW1'],
  remarkCodes: [],
  remark: '',
}

const PAYOUT: NumberedPayout = {
  rowId: 7n,
  reference: 'PW1',
  serial: '88',
  name: '王小明',
  netFen: 10_000n,
  payoutAt: new Date('2026-11-14T02:00:00Z'),
  returned: false,
}

describe('by its number', () => {
  const found = { rowId: 7n }
  it.each<[string, Partial<ReadLine>, Partial<NumberedPayout>, ByNumber]>([
    ['our reference', {}, {}, found],
    ['our reference in the remark', { numbers: [], remarkCodes: ['PW1'] }, {}, found],
    ['our reference with another name', { name: '王晓明' }, {}, found],
    ['our reference, months later', { day: '2027-01-14' }, {}, found],
    ['our reference with another amount', { amountFen: 10_001n }, {}, 'contradicts'],
    ['the bank’s number', { numbers: ['88'] }, {}, found],
    ['the bank’s number in the remark alone', { numbers: [], remarkCodes: ['88'] }, {}, 'unknown'],
    ['the bank’s number with another amount', { numbers: ['88'], amountFen: 1n }, {}, 'unknown'],
    ['the bank’s number of another person', { numbers: ['88'], name: '李芳' }, {}, 'unknown'],
    ['the bank’s number of another week', { numbers: ['88'], day: '2026-11-18' }, {}, 'unknown'],
    ['the bank’s number where no name is printed', { numbers: ['88'], name: '', day: null }, {}, found],
    ['no number', { numbers: [] }, {}, 'unknown'],
    ['a payout without a number of the bank', { numbers: [''] }, { serial: '' }, 'unknown'],
    ['a return of a returned payout', { kind: 'return' }, { returned: true }, found],
    ['a return of one that did not come back', { kind: 'return' }, {}, 'contradicts'],
    ['the debit of one that came back', {}, { returned: true }, found],
  ])('%s', (_, line, payout, expected) =>
    expect(findByNumber({ ...LINE, ...line }, [{ ...PAYOUT, ...payout }])).toEqual(expected),
  )
})

it.each([
  ['2026-11-11', true],
  ['2026-11-10', false],
  ['2026-11-17', true],
  ['2026-11-18', false],
])('%s is within three days of the 14th in Shanghai: %s', (day, near) => {
  for (const at of ['2026-11-13T16:00:00Z', '2026-11-14T15:59:59Z'])
    expect(isWithinDays(day, new Date(at))).toBe(near)
})

describe('all lines together', () => {
  type Facts = { by?: bigint | 'contradicts'; fits?: bigint[]; kind?: LineKind; stands?: bigint }
  const decide = (lines: readonly Facts[], taken: Partial<Record<LineKind, bigint[]>> = {}) =>
    decideLines(
      lines.map(({ by, fits = [], kind = 'debit', stands }, index) => ({
        lineNumber: index + 1,
        kind,
        byNumber: by === undefined ? 'unknown' : by === 'contradicts' ? by : { rowId: by },
        fitting: fits,
        stands,
      })),
      { debit: new Set(taken.debit), return: new Set(taken.return) },
    ).map(({ result, rowId }) => (rowId === null ? result : `${result} ${rowId}`))

  it.each<[string, Facts[], Partial<Record<LineKind, bigint[]>>, string[]]>([
    ['by number', [{ by: 1n }, { by: 2n }], {}, ['linked 1', 'linked 2']],
    ['one that fits', [{ fits: [1n] }], {}, ['linked 1']],
    ['two that fit', [{ fits: [1n, 2n] }], {}, ['ambiguous']],
    ['none', [{}, { by: 'contradicts' }], {}, ['not-found', 'not-found']],
    [
      'listed before',
      [{ by: 1n }, { fits: [2n] }],
      { debit: [1n, 2n] },
      ['already-linked 1', 'already-linked 2'],
    ],
    ['one of several listed before', [{ fits: [1n, 2n] }], { debit: [1n, 2n] }, ['already-linked']],
    ['one free, one listed before', [{ fits: [1n, 2n] }], { debit: [1n] }, ['ambiguous']],
    ['the number twice', [{ by: 1n }, { by: 1n }], {}, ['linked 1', 'already-linked 1']],
    [
      'the other taken by number in the same statement',
      [{ fits: [1n, 2n] }, { by: 1n }],
      {},
      ['linked 2', 'linked 1'],
    ],
    [
      'all taken by number in the same statement',
      [{ fits: [1n] }, { by: 1n }],
      {},
      ['not-found', 'linked 1'],
    ],
    ['two lines for one row', [{ fits: [1n] }, { fits: [1n] }], {}, ['ambiguous', 'ambiguous']],
    ['paid and returned', [{ by: 1n }, { by: 1n, kind: 'return' }], {}, ['linked 1', 'linked 1']],
    ['returned, and the debit listed before', [{ by: 1n, kind: 'return' }], { debit: [1n] }, ['linked 1']],
    ['the return listed before', [{ fits: [1n], kind: 'return' }], { return: [1n] }, ['already-linked 1']],
    ['one that stands, whatever it would be now', [{ stands: 1n, by: 'contradicts' }], {}, ['linked 1']],
    ['one that stands, and its row elsewhere too', [{ stands: 1n, by: 1n }], { debit: [1n] }, ['linked 1']],
    [
      'the other stands by its number',
      [{ fits: [1n, 2n] }, { stands: 1n, by: 1n }],
      {},
      ['linked 2', 'linked 1'],
    ],
    [
      'all stand by their numbers',
      [{ fits: [1n] }, { by: 1n }, { stands: 1n, by: 1n }],
      {},
      ['not-found', 'already-linked 1', 'linked 1'],
    ],
    [
      'the other stands without a number',
      [{ fits: [1n, 2n] }, { stands: 1n }, { fits: [1n] }],
      {},
      ['ambiguous', 'linked 1', 'ambiguous'],
    ],
    ['a number against what stands without one', [{ by: 1n }, { stands: 1n }], {}, ['ambiguous', 'linked 1']],
    [
      'a number against what stands by another',
      [{ by: 1n }, { stands: 1n, by: 2n }],
      {},
      ['ambiguous', 'linked 1'],
    ],
    [
      'the debit stands, the return is free',
      [{ fits: [1n], kind: 'return' }, { stands: 1n }],
      {},
      ['linked 1', 'linked 1'],
    ],
  ])('%s', (_, lines, taken, expected) => expect(decide(lines, taken)).toEqual(expected))

  it.each<[string, Facts[], Partial<Record<LineKind, bigint[]>>]>([
    ['one fits alone, the other among two', [{ fits: [1n] }, { fits: [1n, 2n] }], {}],
    ['one by number, one that only fits that', [{ by: 1n }, { fits: [1n] }, { fits: [1n, 2n] }], {}],
    ['two for one', [{ fits: [1n] }, { fits: [1n] }, { fits: [3n] }], {}],
    ['the number twice', [{ by: 1n }, { by: 1n }], {}],
    ['some listed elsewhere', [{ fits: [1n, 2n] }, { fits: [2n] }, { fits: [3n] }], { debit: [1n] }],
  ])('decided again, nothing changes: %s', (_, lines, taken) => {
    const first = decide(lines, taken)
    const again = lines.flatMap((line, index) => {
      const [result, rowId] = first[index]?.split(' ') ?? []
      if (result === 'already-linked') return []
      return [rowId === undefined ? line : { ...line, stands: BigInt(rowId) }]
    })
    expect(decide(again, taken)).toEqual(first.filter((told) => !told.startsWith('already-linked')))
  })
})
