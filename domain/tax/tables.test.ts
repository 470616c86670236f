// The dated tables: what is in force when, and the shape that makes net grow with gross.

import { describe, expect, it } from 'vitest'
import { formatBasisFen, taxRoundedHalfUp } from './exact.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import type { Bracket, TaxTables } from './tax-table.ts'
import { lineFor, tableOn } from './tax-table.ts'
import { withhold, withholdSequence } from './withhold.ts'

describe('tax amounts', () => {
  it.each([
    [5_000n, 10_000n, 1n], // half a fen rounds up
    [4_999n, 10_000n, 0n],
    [15_000n, 10_000n, 2n],
    [14_999n, 10_000n, 1n],
    [0n, 10_000n, 0n],
    [-90_000n, 10_000n, 0n],
  ])('rounds %s ten-thousandths of a fen at %s basis points to %s fen', (amount, rate, fen) =>
    expect(taxRoundedHalfUp(amount, rate, 0n)).toBe(fen),
  )

  it.each([
    [0n, '0.00'],
    [2_000n, '0.002'],
    [1_000_000n, '1.00'],
    [1_234_500_000n, '1234.50'],
    [-50_000_001n, '-50.000001'],
  ])('formats %s as %s yuan', (amount, text) => expect(formatBasisFen(amount)).toBe(text))
})

describe('tax table in force', () => {
  const dated = (effectiveFrom: string) => ({ effectiveFrom, source: '', brackets: [] })
  const tables = [dated('2027-07-01'), dated('2025-10-01'), dated('2027-01-01')]
  it.each([
    ['2025-09-30', undefined],
    ['2025-10-01', '2025-10-01'],
    ['2026-12-31', '2025-10-01'],
    ['2027-01-01', '2027-01-01'],
    ['2027-06-30', '2027-01-01'],
    ['2027-07-01', '2027-07-01'],
    ['2031-01-01', '2027-07-01'],
  ])('on %s is the table of %s', (day, from) => expect(tableOn(tables, day)?.effectiveFrom).toBe(from))

  it('throws on a day before the first table, a malformed day, a negative amount and a table without an open last line', () => {
    const payment = { day: '2025-09-30', amountFen: 1n }
    expect(() => withhold({ method: 'cumulative', history: [], payment })).toThrow(RangeError)
    expect(withhold({ method: 'per-payment', history: [], payment }).withheldFen).toBe(0n)
    const old = { day: '2018-12-31', amountFen: 1n }
    expect(() => withhold({ method: 'per-payment', history: [], payment: old })).toThrow(RangeError)
    for (const bad of [
      { day: '2026-01', amountFen: 1n },
      { day: '2026-01-01', amountFen: -1n },
    ])
      expect(() => withhold({ method: 'cumulative', history: [], payment: bad })).toThrow(RangeError)
    expect(() => lineFor([{ upToFen: 1n }], 10_001n)).toThrow('last line')
  })
})

describe('every tax table', () => {
  const all = [...TAX_TABLES.cumulative, ...TAX_TABLES.perPayment]

  it('has rising brackets that are continuous at each boundary and tax less than everything', () => {
    for (const { brackets } of all) {
      expect(brackets.at(-1)?.upToFen).toBeNull()
      brackets.slice(1).forEach((upper, index) => {
        const lower = brackets[index] as Bracket
        const edgeFen = lower.upToFen as bigint
        expect(upper.upToFen === null || upper.upToFen > edgeFen).toBe(true)
        expect(upper.rateBasisPoints > lower.rateBasisPoints && upper.rateBasisPoints < 10_000n).toBe(true)
        const exact = (line: Bracket) => edgeFen * line.rateBasisPoints - line.quickDeductionFen * 10_000n
        expect(exact(upper)).toBe(exact(lower))
      })
    }
  })

  it('has allowances that are continuous at each boundary', () => {
    for (const { allowances } of TAX_TABLES.perPayment) {
      const exact = (line: (typeof allowances)[number], fen: bigint) =>
        line.kind === 'fixed' ? line.fixedFen * 10_000n : fen * line.shareBasisPoints
      allowances.slice(1).forEach((upper, index) => {
        const lower = allowances[index] as typeof upper
        expect(exact(upper, lower.upToFen as bigint)).toBe(exact(lower, lower.upToFen as bigint))
      })
    }
  })
})

describe('new tax table', () => {
  const [first] = TAX_TABLES.cumulative
  const [perPayment] = TAX_TABLES.perPayment
  if (!first || !perPayment) throw new Error('there are tables')
  const changed: TaxTables = {
    cumulative: [
      first,
      {
        ...first,
        effectiveFrom: '2026-04-01',
        deductionPerMonthFen: 6_000_00n,
        costShareBasisPoints: 3_000n,
      },
    ],
    perPayment: [
      perPayment,
      {
        ...perPayment,
        effectiveFrom: '2026-04-01',
        allowances: [{ upToFen: null, kind: 'share', shareBasisPoints: 5_000n }],
      },
    ],
  }
  const payments = ['2026-01-10', '2026-02-10', '2026-03-31', '2026-04-01', '2026-05-31'].map((day) => ({
    day,
    amountFen: 20_000_00n,
  }))

  it.each(['cumulative', 'per-payment'] as const)(
    'leaves months before its effective date unchanged (%s)',
    (method) => {
      const before = withholdSequence({ method, history: [], payments })
      const after = withholdSequence({ method, history: [], payments, tables: changed })
      expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
      expect(after[3]?.trace.tableFrom).toBe('2026-04-01')
      expect(after[3]?.withheldFen).not.toBe(before[3]?.withheldFen)
    },
  )

  it('applies costs and deduction of the table in force in each month', () => {
    const trace = withholdSequence({ method: 'cumulative', history: [], payments, tables: changed }).at(
      -1,
    )?.trace
    expect(trace).toMatchObject({
      costs: [
        { incomeFen: 60_000_00n, shareBasisPoints: 2_000n },
        { incomeFen: 40_000_00n, shareBasisPoints: 3_000n },
      ],
      deductions: [
        { months: 3, perMonthFen: 5_000_00n },
        { months: 2, perMonthFen: 6_000_00n },
      ],
      taxableBasisFen: 49_000_00_0000n,
      taxFen: 2_380_00n,
    })
  })

  it('applies to the whole month it starts in once that month is past', () => {
    const middle = [first, { ...first, effectiveFrom: '2026-01-20', deductionPerMonthFen: 6_000_00n }]
    const history = [{ month: '2026-01', incomeFen: 1n, withheldFen: 0n }]
    const on = (day: string) =>
      withhold({
        method: 'cumulative',
        history,
        payment: { day, amountFen: 1n },
        tables: { ...TAX_TABLES, cumulative: middle },
      }).trace
    expect(on('2026-01-19')).toMatchObject({ deductionFen: 5_000_00n })
    expect(on('2026-01-20')).toMatchObject({ deductionFen: 6_000_00n })
    expect(on('2026-02-01')).toMatchObject({ deductionFen: 12_000_00n })
  })

  it('excludes months before the first table and of other years', () => {
    const month = (name: string): MonthSoFar => ({
      month: name,
      incomeFen: 50_000_00n,
      withheldFen: 8_000_00n,
    })
    const history = [month('2025-08'), month('2025-09')]
    const payment = { day: '2025-10-01', amountFen: 10_000_00n }
    expect(withhold({ method: 'cumulative', history, payment }).withheldFen).toBe(90_00n)
    const january = { day: '2026-01-01', amountFen: 10_000_00n }
    const { trace } = withhold({ method: 'cumulative', history: [month('2025-12')], payment: january })
    expect(trace).toMatchObject({ withheldFen: 90_00n, monthsCounted: ['2026-01'], incomeBeforeFen: 0n })
  })
})
