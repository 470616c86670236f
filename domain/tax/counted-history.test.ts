// What counts with a payment after its payer changed how it withholds: a table of switches, and what is told of the rest.

import { describe, expect, it } from 'vitest'
import {
  COUNTING_NOW,
  historyOf,
  type MonthPart,
  type TaxCounting,
  type WithheldAs,
} from './counted-history.ts'
import type { GapRule } from './gap-rule.ts'
import { withhold } from './withhold.ts'

type Way = WithheldAs | 'entered'
type Paid = readonly [month: string, way: Way, incomeYuan: number, withheldYuan?: number]

const part = ([month, withheldAs, income, withheld = 0]: Paid): MonthPart =>
  withheldAs === 'entered'
    ? { month, withheldAs, incomeFen: 0n, withheldFen: 0n, otherDeductionFen: BigInt(income * 100) }
    : { month, withheldAs, incomeFen: BigInt(income * 100), withheldFen: BigInt(withheld * 100) }

const tax = (
  method: 'cumulative' | 'per-payment',
  paid: readonly Paid[],
  { counting = COUNTING_NOW, gapRule = 'everything' }: { counting?: TaxCounting; gapRule?: GapRule } = {},
  day = '2026-04-10',
) =>
  withhold({
    method,
    history: historyOf(method, counting, paid.map(part)),
    settings: { gapRule, counting },
    payment: { day, amountFen: 10_000_00n },
  })

const quarter = (way: Way, income: number, withheld = 0): Paid[] =>
  ['2026-01', '2026-02', '2026-03'].map((month) => [month, way, income, withheld])

describe('10,000 in April by the cumulative method', () => {
  it.each<[what: string, paid: Paid[], yuan: bigint, asBefore: bigint]>([
    ['after three months without withholding', quarter('none', 30_000), 90n, 3_480n],
    ['after three months per payment', quarter('per-payment', 5_000, 800), 90n, 0n],
    ['after three months of the same method', quarter('cumulative', 10_000, 90), 90n, 90n],
    ['with income per payment earlier in April', [['2026-04', 'per-payment', 5_000, 800]], 90n, 0n],
    ['with income not withheld earlier in April', [['2026-04', 'none', 20_000]], 90n, 570n],
    // 20,000 × 80 % − 5,000, at 3 %, less what was withheld of the first.
    ['with cumulative income earlier in April', [['2026-04', 'cumulative', 10_000, 90]], 240n, 240n],
    [
      'after a month of it, with the months between per payment: a gap',
      [
        ['2026-01', 'cumulative', 30_000, 570],
        ['2026-02', 'per-payment', 5_000, 800],
        ['2026-03', 'per-payment', 5_000, 800],
      ],
      90n,
      0n,
    ],
    [
      'after two months of it that follow on others',
      [
        ['2026-01', 'none', 50_000],
        ['2026-02', 'cumulative', 10_000, 90],
        ['2026-03', 'cumulative', 10_000, 90],
        ['2026-03', 'per-payment', 5_000, 800],
      ],
      90n,
      1_300n,
    ],
  ])('%s', (_, paid, yuan, asBefore) => {
    expect(tax('cumulative', paid).withheldFen).toBe(yuan * 100n)
    // What was started by an earlier release stays explained by all that was paid.
    expect(tax('cumulative', paid, { counting: 'all' }).withheldFen).toBe(asBefore * 100n)
  })

  it('counts per payment only what was withheld per payment that month', () => {
    const paid: Paid[] = [
      ['2026-04', 'cumulative', 30_000, 570],
      ['2026-04', 'none', 1_000],
    ]
    expect(tax('per-payment', paid).withheldFen).toBe(1_600_00n)
    const own: Paid = ['2026-04', 'per-payment', 5_000, 800]
    expect(tax('per-payment', [...paid, own]).trace).toMatchObject({
      incomeBeforeFen: 5_000_00n,
      withheldBeforeFen: 800_00n,
      otherwiseFen: 31_000_00n,
      monthsOtherwise: ['2026-04'],
    })
  })

  it.each<[GapRule, counts: bigint, months: string[]]>([
    ['everything', 10_000_00n, ['2026-04']],
    ['months', 40_000_00n, ['2026-04']],
    ['nothing', 40_000_00n, ['2026-01', '2026-04']],
  ])(
    'takes months withheld otherwise for a gap by the rule %s, and tells them',
    (gapRule, incomeFen, months) => {
      const paid: Paid[] = [
        ['2026-01', 'cumulative', 30_000, 570],
        ['2026-02', 'per-payment', 5_000, 800],
        ['2026-03', 'none', 5_000],
      ]
      expect(tax('cumulative', paid, { gapRule }).trace).toMatchObject({
        incomeFen,
        monthsCounted: months,
        gapMonth: gapRule === 'nothing' ? undefined : '2026-03',
        otherwiseFen: 10_000_00n,
        monthsOtherwise: ['2026-02', '2026-03'],
      })
    },
  )

  it.each<[what: string, paid: Paid[], GapRule, counted: bigint]>([
    ['of a month before any income', [['2026-01', 'entered', 1_000]], 'nothing', 1_000_00n],
    ['of a month before any income', [['2026-01', 'entered', 1_000]], 'everything', 1_000_00n],
    [
      'of a month before any income of the method',
      [
        ['2026-01', 'per-payment', 5_000, 800],
        ['2026-02', 'entered', 1_000],
        ['2026-03', 'none', 5_000],
      ],
      'everything',
      1_000_00n,
    ],
    [
      'of a month after the first income of the method and before a gap',
      [
        ['2026-01', 'cumulative', 5_000],
        ['2026-02', 'entered', 1_000],
      ],
      'everything',
      0n,
    ],
    [
      'of a month with income per payment, with which it counted',
      [
        ['2026-01', 'entered', 1_000],
        ['2026-01', 'per-payment', 5_000, 600],
      ],
      'nothing',
      0n,
    ],
    [
      'of a month whose income per payment all came back',
      [
        ['2026-01', 'entered', 1_000],
        ['2026-01', 'per-payment', 0],
      ],
      'nothing',
      1_000_00n,
    ],
    [
      'of the month itself, with both kinds of income',
      [
        ['2026-04', 'entered', 1_000],
        ['2026-04', 'per-payment', 5_000, 600],
      ],
      'everything',
      0n,
    ],
  ])('counts a deduction once: %s', (_, paid, gapRule, counted) => {
    expect(tax('cumulative', paid, { gapRule }).trace.otherDeductionFen).toBe(counted)
  })
})
