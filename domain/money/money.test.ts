// Boundary tables and properties of fen and rate.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenFromYuanNumber, formatYuan, formatYuanGrouped, parseYuan, yuanNumberFromFen } from './fen.ts'
import { feeRoundedHalfUp, formatRatePercent, rateFromWireNumber, wireNumberFromRate } from './rate.ts'

describe('amounts in fen', () => {
  it.each([
    ['0', 0n],
    ['0.01', 1n],
    ['1.5', 150n],
    ['1234567.89', 123456789n],
    ['01', 100n],
    ['', undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['1.234', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['1,000', undefined],
    ['１', undefined],
  ])('parses %j as %s', (text, fen) => expect(parseYuan(text)).toBe(fen))

  it('round-trips through text and the wire number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 900_000_000_000_000n }), (fen) => {
        expect(parseYuan(formatYuan(fen))).toBe(fen)
        expect(fenFromYuanNumber(yuanNumberFromFen(fen))).toBe(fen)
      }),
    )
  })

  it.each([0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e15])('rejects %s yuan', (yuan) =>
    expect(fenFromYuanNumber(yuan)).toBeUndefined(),
  )

  it('formats with thousands separators', () => {
    expect(formatYuanGrouped(0n)).toBe('0.00')
    expect(formatYuanGrouped(100000n)).toBe('1,000.00')
    expect(formatYuanGrouped(-123456789n)).toBe('-1,234,567.89')
  })
})

describe('rates', () => {
  it.each([
    [0, 0],
    [650, 65000],
    [650.25, 65025],
    [10000, 1000000],
    [10000.01, undefined],
    [-0.01, undefined],
    [1.234, undefined],
    [Number.NaN, undefined],
  ])('parses wire rate %s', (wire, rate) => expect(rateFromWireNumber(wire)).toBe(rate))

  it('formats as a percentage', () => {
    expect(formatRatePercent(65000)).toBe('6.5%')
    expect(formatRatePercent(65025)).toBe('6.5025%')
    expect(formatRatePercent(0)).toBe('0%')
    expect(wireNumberFromRate(65025)).toBe(650.25)
  })

  it.each([
    [100n, 65000, 7n], // 6.5 fen rounds up
    [100n, 64999, 6n],
    [1n, 500000, 1n],
    [1n, 499999, 0n],
    [38642050n, 65000, 2511733n],
  ])('computes the fee on %s at rate %s as %s', (amount, rate, fee) =>
    expect(feeRoundedHalfUp(amount, rate)).toBe(fee),
  )
})
