// Which row a line is linked to: by number, by person, and never two lines to one row.

import { describe, expect, it } from 'vitest'
import {
  type BatchClaim,
  type ByNumber,
  type Decision,
  decideBatches,
  decideLines,
  findByNumber,
  isWithinDays,
  type NumberedPayout,
} from './link-lines.ts'
import type { LineKind, ReadLine } from './statement-lines.ts'

const LINE: ReadLine = {
  lineNumber: 1,
  page: 1,
  day: '2026-11-14',
  kind: 'debit',
  unclear: false,
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

describe('finding a payout by number', () => {
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
    ['the bank’s number more than three days away', { numbers: ['88'], day: '2026-11-18' }, {}, 'unknown'],
    ['the bank’s number where no name is printed', { numbers: ['88'], name: '', day: null }, {}, found],
    ['a line without a number', { numbers: [] }, {}, 'unknown'],
    ['an empty number and a payout without a bank number', { numbers: [''] }, { serial: '' }, 'unknown'],
    ['a return of a returned payout', { kind: 'return' }, { returned: true }, found],
    ['a return of a payout that was not returned', { kind: 'return' }, {}, 'contradicts'],
    ['the debit of a returned payout', {}, { returned: true }, found],
  ])('returns the expected payout for: %s', (_, line, payout, expected) =>
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

describe('linking all lines of a bank statement', () => {
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
    ['lines found by number', [{ by: 1n }, { by: 2n }], {}, ['linked 1', 'linked 2']],
    ['one matching row', [{ fits: [1n] }], {}, ['linked 1']],
    ['two matching rows', [{ fits: [1n, 2n] }], {}, ['ambiguous']],
    ['no matching row', [{}, { by: 'contradicts' }], {}, ['not-found', 'not-found']],
    [
      'rows linked before',
      [{ by: 1n }, { fits: [2n] }],
      { debit: [1n, 2n] },
      ['already-linked 1', 'already-linked 2'],
    ],
    [
      'several matching rows, all linked before',
      [{ fits: [1n, 2n] }],
      { debit: [1n, 2n] },
      ['already-linked'],
    ],
    ['one matching row free, one linked before', [{ fits: [1n, 2n] }], { debit: [1n] }, ['ambiguous']],
    ['the same number twice', [{ by: 1n }, { by: 1n }], {}, ['linked 1', 'already-linked 1']],
    [
      'other matching row taken by number in the same bank statement',
      [{ fits: [1n, 2n] }, { by: 1n }],
      {},
      ['linked 2', 'linked 1'],
    ],
    [
      'only matching row taken by number in the same bank statement',
      [{ fits: [1n] }, { by: 1n }],
      {},
      ['not-found', 'linked 1'],
    ],
    ['two lines for one row', [{ fits: [1n] }, { fits: [1n] }], {}, ['ambiguous', 'ambiguous']],
    ['debit and return of one row', [{ by: 1n }, { by: 1n, kind: 'return' }], {}, ['linked 1', 'linked 1']],
    [
      'return of a row whose debit was linked before',
      [{ by: 1n, kind: 'return' }],
      { debit: [1n] },
      ['linked 1'],
    ],
    ['return linked before', [{ fits: [1n], kind: 'return' }], { return: [1n] }, ['already-linked 1']],
    ['existing link that would now contradict', [{ stands: 1n, by: 'contradicts' }], {}, ['linked 1']],
    [
      'existing link whose row is also linked elsewhere',
      [{ stands: 1n, by: 1n }],
      { debit: [1n] },
      ['linked 1'],
    ],
    [
      'other matching row has an existing link by number',
      [{ fits: [1n, 2n] }, { stands: 1n, by: 1n }],
      {},
      ['linked 2', 'linked 1'],
    ],
    [
      'only matching row has an existing link by number',
      [{ fits: [1n] }, { by: 1n }, { stands: 1n, by: 1n }],
      {},
      ['not-found', 'already-linked 1', 'linked 1'],
    ],
    [
      'other matching row has an existing link without a number',
      [{ fits: [1n, 2n] }, { stands: 1n }, { fits: [1n] }],
      {},
      ['ambiguous', 'linked 1', 'ambiguous'],
    ],
    [
      'number of a row with an existing link without a number',
      [{ by: 1n }, { stands: 1n }],
      {},
      ['ambiguous', 'linked 1'],
    ],
    [
      'number of a row with an existing link by another number',
      [{ by: 1n }, { stands: 1n, by: 2n }],
      {},
      ['ambiguous', 'linked 1'],
    ],
    [
      'return of a row with an existing debit link',
      [{ fits: [1n], kind: 'return' }, { stands: 1n }],
      {},
      ['linked 1', 'linked 1'],
    ],
  ])('returns the expected results for: %s', (_, lines, taken, expected) =>
    expect(decide(lines, taken)).toEqual(expected),
  )

  it.each<[string, Facts[], Partial<Record<LineKind, bigint[]>>]>([
    ['one line with one matching row, one with two', [{ fits: [1n] }, { fits: [1n, 2n] }], {}],
    [
      'one line by number, one that matches only its row',
      [{ by: 1n }, { fits: [1n] }, { fits: [1n, 2n] }],
      {},
    ],
    ['two lines for one row', [{ fits: [1n] }, { fits: [1n] }, { fits: [3n] }], {}],
    ['the same number twice', [{ by: 1n }, { by: 1n }], {}],
    ['some rows linked elsewhere', [{ fits: [1n, 2n] }, { fits: [2n] }, { fits: [3n] }], { debit: [1n] }],
  ])('returns the same links when decided again: %s', (_, lines, taken) => {
    const first = decide(lines, taken)
    const again = lines.flatMap((line, index) => {
      const [result, rowId] = first[index]?.split(' ') ?? []
      if (result === 'already-linked') return []
      return [rowId === undefined ? line : { ...line, stands: BigInt(rowId) }]
    })
    expect(decide(again, taken)).toEqual(first.filter((reported) => !reported.startsWith('already-linked')))
  })
})

describe('debits that pay several payouts', () => {
  const OPEN: Decision = { result: 'not-found', rowId: null }
  const decide = (claims: readonly BatchClaim[], taken: readonly bigint[] = []) =>
    decideBatches(
      claims.map(() => OPEN),
      new Map(claims.entries()),
      new Set(taken),
    ).map(({ result, batchRows }) => (batchRows ? `${result} ${batchRows.join()}` : result))

  it.each<[string, BatchClaim[], bigint[], string[]]>([
    ['the only one that fits', [{ options: [[1n, 2n]], proven: true }], [], ['linked 1,2']],
    ['the only one, by its sum alone', [{ options: [[1n, 2n]], proven: false }], [], ['ambiguous']],
    [
      'two that fit',
      [
        {
          options: [
            [1n, 2n],
            [3n, 4n],
          ],
          proven: true,
        },
      ],
      [],
      ['ambiguous'],
    ],
    [
      'two that fit, one of them taken',
      [
        {
          options: [
            [1n, 2n],
            [3n, 4n],
          ],
          proven: true,
        },
      ],
      [1n],
      ['ambiguous'],
    ],
    [
      'two that fit, both taken',
      [
        {
          options: [
            [1n, 2n],
            [3n, 4n],
          ],
          proven: true,
        },
      ],
      [1n, 3n],
      ['not-found'],
    ],
    ['one that is taken', [{ options: [[1n, 2n]], proven: true }], [1n, 2n], ['already-linked']],
    ['one that is taken in part', [{ options: [[1n, 2n]], proven: true }], [2n], ['not-found']],
    [
      'files of one batch, a debit each',
      [
        { options: [[1n, 2n]], proven: true },
        { options: [[3n, 4n]], proven: true },
      ],
      [],
      ['linked 1,2', 'linked 3,4'],
    ],
    [
      'a row that two debits want',
      [
        { options: [[1n, 2n]], proven: true },
        { options: [[2n, 3n]], proven: true },
      ],
      [],
      ['ambiguous', 'ambiguous'],
    ],
  ])('are decided for %s', (_, claims, taken, expected) => expect(decide(claims, taken)).toEqual(expected))
})
