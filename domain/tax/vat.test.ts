// The VAT of a month at its boundaries: the threshold, the watch line, first and last days; and for any amount against a reckoning of its own.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MONTHLY_LIMIT_DEFAULT_FEN } from '../limits/monthly-limit.ts'
import { shareByPayer, vatOfMonth } from './vat.ts'
import { vatRulesOf } from './vat-table.ts'
import { VAT_TABLES } from './vat-tables.ts'

const of = (month: string, grossFen: bigint) => vatOfMonth(month, grossFen, VAT_TABLES)
const surchargesOf = (month: string, grossFen: bigint) =>
  of(month, grossFen)?.surcharges.map(({ fen }) => fen)

describe('VAT threshold', () => {
  it.each([
    ['0.00', 0n, 'below'],
    ['91,999.99', 91_999_99n, 'below'],
    ['92,000.00', 92_000_00n, 'near'],
    ['100,000.00', 100_000_00n, 'near'],
    ['100,000.01', 100_000_01n, 'above'],
  ])('puts a month of %s where it belongs', (_, grossFen, standing) => {
    const month = of('2026-11', grossFen)
    expect(month?.standing).toBe(standing)
    if (standing !== 'above') expect([month?.vatFen, month?.totalFen]).toEqual([0n, 0n])
  })

  it('taxes the whole month once it is above, and not only what exceeds', () => {
    // 100,000.01 ÷ 1.01 × 1 % = 990.0991; halved surcharges of 7, 3 and 2 % of it.
    expect(of('2026-11', 100_000_01n)).toMatchObject({ vatFen: 990_10n, salesFen: 99_009_91n })
    expect(surchargesOf('2026-11', 100_000_01n)).toEqual([34_65n, 14_85n, 9_90n])
    expect(of('2026-11', 100_000_01n)?.totalFen).toBe(1_049_50n)
  })

  it('is watched from a figure below it and reached by no provider with the default limit', () => {
    for (const { thresholdFen, watchFen } of VAT_TABLES.thresholds) {
      expect(watchFen).toBeLessThan(thresholdFen)
      expect(MONTHLY_LIMIT_DEFAULT_FEN).toBeLessThan(thresholdFen)
    }
  })
})

describe('VAT rules by day', () => {
  it.each([
    ['2022-12', undefined, undefined, undefined],
    ['2023-01', 100n, 5_000n, false],
    ['2026-11', 100n, 5_000n, false],
    ['2027-12', 100n, 5_000n, false],
    ['2028-01', 300n, 10_000n, true],
  ])('in %s levy %s basis points and %s of each surcharge', (month, rate, share, lapsed) => {
    const vat = of(month, 200_000_00n)
    expect(vat?.rateBasisPoints).toBe(rate)
    expect(vat?.surcharges[0]?.shareBasisPoints).toBe(share)
    expect(vat?.rules.lapsed).toBe(lapsed)
  })

  it('levies the full rate and whole surcharges after the last day of the reductions', () => {
    expect(of('2027-12', 103_000_00n)).toMatchObject({ vatFen: 1_019_80n })
    expect(of('2028-01', 103_000_00n)).toMatchObject({ vatFen: 3_000_00n, salesFen: 100_000_00n })
    expect(surchargesOf('2028-01', 103_000_00n)).toEqual([210_00n, 90_00n, 60_00n])
  })

  it('follows a newer announcement from its day on, in whatever order they are listed', () => {
    const [first] = VAT_TABLES.thresholds
    if (first === undefined) throw new Error('there is a threshold')
    const later = { ...first, effectiveFrom: '2028-01-01', lastDay: '2030-12-31', thresholdFen: 150_000_00n }
    const tables = { ...VAT_TABLES, thresholds: [later, first] }
    expect(vatRulesOf('2027-12', tables)?.threshold).toBe(first)
    expect(vatRulesOf('2028-01', tables)).toMatchObject({ threshold: later, lapsed: false })
    expect(vatOfMonth('2028-01', 120_000_00n, tables)?.standing).toBe('near')
  })

  it('throws on what is no month and on a sum below zero', () => {
    expect(() => of('2026-13', 1n)).toThrow(RangeError)
    expect(() => of('2026-11', -1n)).toThrow(RangeError)
  })
})

/** In ten-thousandths of a fen by plain long division, away from the engine's formula. */
function longDivision(grossFen: bigint): bigint {
  const tenThousandths = (grossFen * 10_000n * 100n) / 10_100n
  const rest = tenThousandths % 10_000n
  return tenThousandths / 10_000n + (rest >= 5_000n ? 1n : 0n)
}

describe('VAT of any month', () => {
  const gross = fc.bigInt({ min: 0n, max: 10n ** 12n })

  it('matches long division, ties to the gross and is made of its parts', () => {
    fc.assert(
      fc.property(gross, (grossFen) => {
        const vat = of('2026-11', grossFen)
        if (vat === undefined) throw new Error('there is a table')
        if (grossFen <= 100_000_00n) return vat.totalFen === 0n && vat.salesFen === 0n
        const parts = vat.surcharges.reduce((sum, { fen }) => sum + fen, 0n)
        expect(vat.vatFen).toBe(longDivision(grossFen))
        expect(vat.salesFen + vat.vatFen).toBe(grossFen)
        expect(vat.totalFen).toBe(vat.vatFen + parts)
        // Six percent of the VAT in all, each of three rounded once.
        const off = parts * 100n - vat.vatFen * 6n
        return off <= 150n && off >= -150n
      }),
    )
  })

  it('never falls when the month grows', () => {
    fc.assert(
      fc.property(gross, gross, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        return (of('2026-11', low)?.totalFen ?? 0n) <= (of('2026-11', high)?.totalFen ?? 0n)
      }),
    )
  })

  it('is shared by payers without losing a fen', () => {
    fc.assert(
      fc.property(
        gross,
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1 }),
        (totalFen, paid) => {
          const shares = shareByPayer(totalFen, paid)
          const all = paid.reduce((sum, fen) => sum + fen, 0n)
          expect(shares.reduce((sum, fen) => sum + fen, 0n)).toBe(totalFen)
          shares.forEach((share, index) => {
            const off = share * all - totalFen * (paid[index] ?? 0n)
            expect(off <= all && off >= -all).toBe(true)
          })
        },
      ),
    )
    expect(shareByPayer(0n, [])).toEqual([])
    expect(shareByPayer(5n, [0n, 0n])).toEqual([0n, 0n])
  })
})
