// A payment calculated: what it costs and brings, which months count, and which typed months cannot be.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CALCULATOR_METHODS,
  calculateTax,
  faultOfHistory,
  hasTable,
  MAX_CALCULATED_FEN,
  monthsThatCount,
} from './calculator.ts'
import { TAX_TABLES } from './tables.ts'
import { VAT_TABLES } from './vat-tables.ts'
import { withholdVat } from './vat-withholding.ts'

const day = '2026-06-15'
const terms = { gapRule: 'everything' as const, serviceRate: 65_000, tables: TAX_TABLES }
const past = (month: string, incomeFen = 100n, withheldFen = 0n) => ({ month, incomeFen, withheldFen })

describe('tax calculator', () => {
  it('returns gross, tax, net, fee and total, from gross and from net', () => {
    const calculated = calculateTax({
      ...terms,
      method: 'cumulative',
      day,
      amountFen: 10_000_00n,
      isNet: false,
      history: [],
    })
    expect(calculated).toMatchObject({
      grossFen: 10_000_00n,
      taxFen: 90_00n,
      netFen: 9_910_00n,
      feeFen: 650_00n,
      totalFen: 10_650_00n,
      exact: true,
    })
    const back = calculateTax({
      ...terms,
      method: 'cumulative',
      day,
      amountFen: 9_910_00n,
      isNet: true,
      history: [],
    })
    expect(back).toEqual(calculated)
  })

  it.each(['cumulative', 'per-payment', 'none'] as const)(
    'finds the gross that leaves the wanted net after VAT too where the person bears it, %s',
    (method) => {
      const person = { platformPaidFen: 60_000_00n, ownPaidFen: 0n, ownWithheldFen: 0n }
      const payment = { ...terms, method, day, isNet: true, history: [] }
      const amountFen = 45_000_00n
      const { grossFen, taxFen, netFen, exact } = calculateTax({
        ...payment,
        amountFen,
        vat: { person, tables: VAT_TABLES },
      })
      const row = { rowId: 1n, amountFen: grossFen, taxFen }
      const [withheld] = withholdVat(person, [row], day.slice(0, 7), VAT_TABLES)
      expect([netFen, exact]).toEqual([grossFen - taxFen, true])
      expect(netFen - (withheld?.vatFen ?? 0n)).toBe(amountFen)
      expect(grossFen).toBeGreaterThan(calculateTax({ ...payment, amountFen }).grossFen)
    },
  )

  it('returns no tax for the method without withholding, on any day', () => {
    for (const isNet of [true, false])
      expect(
        calculateTax({ ...terms, method: 'none', day: '2001-01-01', amountFen: 12_345n, isNet, history: [] }),
      ).toEqual({
        grossFen: 12_345n,
        taxFen: 0n,
        netFen: 12_345n,
        feeFen: 802n,
        totalFen: 13_147n,
        exact: true,
        trace: undefined,
      })
  })

  it('returns figures that add up and a net that maps to itself, for any input', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...CALCULATOR_METHODS),
        fc.boolean(),
        fc.bigInt(1n, MAX_CALCULATED_FEN),
        fc.bigInt(0n, 30_000_000n),
        (method, isNet, amountFen, incomeFen) => {
          const history = [past('2026-05', incomeFen, incomeFen / 20n)]
          const { grossFen, taxFen, netFen, feeFen, totalFen } = calculateTax({
            ...terms,
            method,
            day,
            amountFen,
            isNet,
            history,
          })
          expect(isNet ? netFen : grossFen).toBe(amountFen)
          expect([grossFen - taxFen, grossFen + feeFen]).toEqual([netFen, totalFen])
          const again = calculateTax({ ...terms, method, day, amountFen: netFen, isNet: true, history })
          expect(again.netFen).toBe(netFen)
          expect(again.grossFen).toBeLessThanOrEqual(grossFen)
        },
      ),
      { numRuns: 300 },
    ))
})

it('counts the months of the year for the cumulative method and only the payment month per payment', () => {
  expect(monthsThatCount('cumulative', day)).toEqual({ first: '2026-01', last: '2026-06' })
  expect(monthsThatCount('per-payment', day)).toEqual({ first: '2026-06', last: '2026-06' })
})

it.each([
  ['cumulative', '2025-09-30', false],
  ['cumulative', '2025-10-01', true],
  ['per-payment', '2018-12-31', false],
  ['per-payment', '2019-01-01', true],
  ['none', '1999-01-01', true],
] as const)('%s on %s has a tax table: %s', (method, on, has) =>
  expect(hasTable(method, on, TAX_TABLES)).toBe(has),
)

it.each([
  ['no months', [], undefined],
  ['the year up to this month', ['2026-01', '2026-06'], undefined],
  ['a future month', ['2026-07'], { code: 'trial-month-outside', month: '2026-07' }],
  ['a month of last year', ['2026-01', '2025-12'], { code: 'trial-month-outside', month: '2025-12' }],
  ['a duplicate month', ['2026-02', '2026-03', '2026-02'], { code: 'trial-month-twice', month: '2026-02' }],
])('validates a history of %s', (_, months, fault) =>
  expect(
    faultOfHistory(
      months.map((month) => past(month)),
      day,
    ),
  ).toEqual(fault),
)

it('rejects a history month with more tax than income', () => {
  expect(faultOfHistory([past('2026-01', 100n, 100n)], day)).toBeUndefined()
  expect(faultOfHistory([past('2026-01', 100n, 101n)], day)).toEqual({
    code: 'trial-withheld-more',
    month: '2026-01',
  })
})
