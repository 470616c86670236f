// From net back to gross: vectors, plateaus, and the round trip for any history.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TAX_COUNTINGS } from './counted-history.ts'
import { GAP_RULES } from './gap-rule.ts'
import { grossForNet, untaxedGrossForNet } from './gross-for-net.ts'
import type { MonthSoFar } from './month-so-far.ts'
import { TAX_TABLES } from './tables.ts'
import type { TaxTables } from './tax-table.ts'
import { VAT_TABLES } from './vat-tables.ts'
import { withholdVat } from './vat-withholding.ts'
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
    settings: fc.record({
      gapRule: fc.constantFrom(...GAP_RULES),
      counting: fc.constantFrom(...TAX_COUNTINGS),
    }),
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

describe('gross for a net amount where the person bears VAT', () => {
  const nobody = { platformPaidFen: 0n, ownPaidFen: 0n, ownWithheldFen: 0n }
  const paidElsewhere = { ...nobody, platformPaidFen: 60_000_00n }

  it.each<[what: string, netFen: bigint, person: typeof nobody, grossFen: bigint, vatFen: bigint]>([
    ['up to the threshold', 40_000_00n, paidElsewhere, 40_000_00n, 0n],
    // 40,424.26 ÷ 1.01 × 1 % = 400.24, and 14.01, 6.00 and 4.00 of surcharges.
    ['one fen above it', 40_000_01n, paidElsewhere, 40_424_26n, 424_25n],
    ['above it before', 1_000_00n, { ...nobody, platformPaidFen: 100_000_01n }, 1_010_61n, 10_61n],
    [
      'what is still owed of earlier payments',
      500_00n,
      { ...paidElsewhere, ownPaidFen: 50_000_00n, platformPaidFen: 110_000_00n },
      1_035_62n,
      535_62n,
    ],
    ['nothing', 0n, { ...nobody, platformPaidFen: 200_000_00n }, 0n, 0n],
  ])('%s', (_, netFen, person, grossFen, vatFen) => {
    const found = untaxedGrossForNet('2026-11-10', netFen, { person, tables: VAT_TABLES })
    expect(found).toEqual({ grossFen, vatFen, netFen, exact: true })
  })

  const fen = fc.oneof(fc.bigInt(0n, 100_000n), fc.bigInt(0n, 20_000_000n))
  const person = fc
    .record({ othersFen: fen, ownPaidFen: fen, withheldShare: fc.bigInt(0n, 3n) })
    .map(({ othersFen, ownPaidFen, withheldShare }) => ({
      platformPaidFen: othersFen + ownPaidFen,
      ownPaidFen,
      ownWithheldFen: (ownPaidFen * withheldShare) / 300n,
    }))

  it('arrives to the fen, from no gross near it that is smaller', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('cumulative' as const, 'per-payment' as const),
        person,
        fen,
        (method, given, netFen) => {
          const incomeFen = given.ownPaidFen
          const history = [{ month: '2026-11', incomeFen, withheldFen: 0n }]
          const payDay = '2026-11-10'
          const netOf = (amountFen: bigint) => {
            const taxFen = withhold({ method, history, payment: { day: payDay, amountFen } }).withheldFen
            const [row] = withholdVat(given, [{ rowId: 1n, amountFen, taxFen }], '2026-11', VAT_TABLES)
            return amountFen - taxFen - (row?.vatFen ?? 0n)
          }
          const vat = { person: given, tables: VAT_TABLES }
          const found = grossForNet({ method, history, day: payDay, netFen, vat })
          expect(found).toMatchObject({ netFen, exact: true })
          expect(netOf(found.grossFen)).toBe(netFen)
          for (let less = 1n; less <= 40n && less <= found.grossFen; less += 1n)
            expect(netOf(found.grossFen - less)).toBeLessThan(netFen)
        },
      ),
      { numRuns: 150 },
    ))
})
