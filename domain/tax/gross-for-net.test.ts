// From net back to gross: vectors, plateaus, and the round trip for any history.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAP_RULES } from './gap-rule.ts'
import { grossForNet } from './gross-for-net.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import type { TaxTables } from './tax-table.ts'
import { withhold } from './withhold.ts'

const day = '2026-06-15'

describe('gross for a net amount', () => {
  it.each([
    ['cumulative', 9_910_00n, 10_000_00n],
    ['cumulative', 6_250_00n, 6_250_00n],
    ['cumulative', 0n, 0n],
    ['per-payment', 800_00n, 800_00n],
    ['per-payment', 3_360_00n, 4_000_00n],
    ['per-payment', 4_200_00n, 5_000_00n],
    ['per-payment', 24_800_00n, 30_000_00n],
    ['per-payment', 49_500_00n, 62_500_00n],
  ] as const)('%s: net %s needs gross %s', (method, netFen, grossFen) =>
    expect(grossForNet({ method, history: [], day, netFen })).toMatchObject({
      grossFen,
      netFen,
      exact: true,
    }),
  )

  it('returns the smaller gross when rounding gives two the same net', () => {
    const net = (amountFen: bigint) =>
      amountFen - withhold({ method: 'per-payment', history: [], payment: { day, amountFen } }).withheldFen
    expect([80_002n, 80_003n, 80_004n].map(net)).toEqual([80_002n, 80_002n, 80_003n])
    expect(grossForNet({ method: 'per-payment', history: [], day, netFen: 80_002n }).grossFen).toBe(80_002n)
  })

  it('returns the next higher net when a table skips the requested one', () => {
    const brackets = [
      { upToFen: 1_000n, rateBasisPoints: 2_000n, quickDeductionFen: 0n },
      { upToFen: null, rateBasisPoints: 2_000n, quickDeductionFen: 100n },
    ]
    const allowances = [{ upToFen: null, kind: 'fixed', fixedFen: 0n }] as const
    const table = { effectiveFrom: '2026-01-01', source: 'a table with a jump', brackets, allowances }
    const tables: TaxTables = { ...TAX_TABLES, perPayment: [table] }
    expect(grossForNet({ method: 'per-payment', history: [], day, netFen: 850n, tables })).toMatchObject({
      grossFen: 1_001n,
      netFen: 901n,
      exact: false,
    })
  })

  it('throws on a negative net and on a net that no gross yields', () => {
    expect(() => grossForNet({ method: 'cumulative', history: [], day, netFen: -1n })).toThrow(RangeError)
    const brackets = [{ upToFen: null, rateBasisPoints: 10_000n, quickDeductionFen: 0n }]
    const allowances = [{ upToFen: null, kind: 'fixed', fixedFen: 0n }] as const
    const perPayment = [
      { effectiveFrom: '2026-01-01', source: 'a table that takes all', brackets, allowances },
    ]
    const tables: TaxTables = { ...TAX_TABLES, perPayment }
    expect(() => grossForNet({ method: 'per-payment', history: [], day, netFen: 1n, tables })).toThrow(
      'takes all',
    )
  })
})

describe('gross for a net amount, for any history', () => {
  const fen = fc.oneof(fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, 200_000_000n))
  const month = fc.integer({ min: 1, max: 7 }).map((number) => `2026-0${number}`)
  const history: fc.Arbitrary<MonthSoFar[]> = fc.array(
    fc.record({ month, incomeFen: fen, withheldFen: fc.bigInt(0n, 50_000_000n) }),
    { maxLength: 8 },
  )
  const taxCase = fc.record({
    method: fc.constantFrom('cumulative' as const, 'per-payment' as const),
    settings: fc.record({ gapRule: fc.constantFrom(...GAP_RULES) }),
    history,
  })
  const netOf = (given: Parameters<typeof withhold>[0]) =>
    given.payment.amountFen - withhold(given).withheldFen

  it('raises the net by at most one fen per fen of gross', () =>
    fc.assert(
      fc.property(taxCase, fen, (given, amountFen) => {
        const net = netOf({ ...given, payment: { day, amountFen } })
        const next = netOf({ ...given, payment: { day, amountFen: amountFen + 1n } })
        expect(next === net || next === net + 1n).toBe(true)
      }),
      { numRuns: 500 },
    ))

  it('round-trips net to gross to net with the smallest gross', () =>
    fc.assert(
      fc.property(taxCase, fen, (given, netFen) => {
        const found = grossForNet({ ...given, day, netFen })
        expect(found).toMatchObject({ netFen, exact: true, withheldFen: found.grossFen - netFen })
        expect(netOf({ ...given, payment: { day, amountFen: found.grossFen } })).toBe(netFen)
        if (found.grossFen > 0n)
          expect(netOf({ ...given, payment: { day, amountFen: found.grossFen - 1n } })).toBeLessThan(netFen)
      }),
    ))

  it('round-trips gross to net to gross with the same net and no larger gross', () =>
    fc.assert(
      fc.property(taxCase, fen, (given, amountFen) => {
        const netFen = netOf({ ...given, payment: { day, amountFen } })
        const found = grossForNet({ ...given, day, netFen })
        expect(found.netFen).toBe(netFen)
        expect(found.grossFen).toBeLessThanOrEqual(amountFen)
        // Where something is left over, only the plateau of one rounding step can lie between.
        if (netFen > 0n) expect(amountFen - found.grossFen).toBeLessThanOrEqual(1n)
      }),
    ))
})
