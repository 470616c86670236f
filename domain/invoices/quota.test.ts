// What may be invoiced, at its edges.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceableFen, overInvoicedFen, type Quota, validateAmount } from './quota.ts'

const quota = (grossFen: bigint, feeFen: bigint, invoicedFen: bigint, appliedFen: bigint): Quota => ({
  grossFen,
  feeFen,
  invoicedFen,
  appliedFen,
})

describe('invoice quota', () => {
  it.each([
    // gross, fee, invoiced, applied → invoiceable, over-invoiced
    [quota(0n, 0n, 0n, 0n), 0n, 0n],
    [quota(100_00n, 6_50n, 0n, 0n), 106_50n, 0n],
    [quota(100_00n, 6_50n, 50_00n, 30_00n), 26_50n, 0n],
    [quota(100_00n, 6_50n, 100_00n, 6_50n), 0n, 0n],
    // A payout came back after it was invoiced, or applied for: only the first needs a red invoice.
    [quota(0n, 0n, 106_50n, 0n), -106_50n, 106_50n],
    [quota(0n, 0n, 0n, 106_50n), -106_50n, 0n],
    [quota(50_00n, 3_25n, 60_00n, 10_00n), -16_75n, 6_75n],
  ])(
    'computes from %o the invoiceable amount %s and the over-invoiced amount %s',
    (given, invoiceable, over) => {
      expect([invoiceableFen(given), overInvoicedFen(given)]).toEqual([invoiceable, over])
    },
  )

  it.each([
    [-1n, 'invoice-amount-wrong'],
    [0n, 'invoice-amount-wrong'],
    [1n, undefined],
    [26_50n, undefined],
    [26_51n, 'invoice-over-quota'],
  ])('judges an application for %s fen as %s', (amountFen, refusal) => {
    expect(validateAmount(amountFen, quota(100_00n, 6_50n, 50_00n, 30_00n))).toBe(refusal)
  })

  it('rejects any amount once the quota is used up or negative', () => {
    expect(validateAmount(1n, quota(100n, 0n, 100n, 0n))).toBe('invoice-over-quota')
    expect(validateAmount(1n, quota(0n, 0n, 100n, 0n))).toBe('invoice-over-quota')
  })

  it('never becomes negative through an accepted amount', () => {
    const fen = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(fen, fen, fen, fen, fen, (gross, fee, invoiced, applied, amount) => {
        const before = quota(gross, fee, invoiced, applied)
        if (validateAmount(amount, before) !== undefined) return
        expect(invoiceableFen({ ...before, appliedFen: applied + amount })).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
})
