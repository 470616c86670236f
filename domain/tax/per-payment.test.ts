// Withholding per payment: the vectors of docs/rules/tax.md, every edge, and a month that counts as one.

import { describe, expect, it } from 'vitest'
import { withhold, withholdSequence } from './withhold.ts'

const yuan = (amount: number): bigint => BigInt(Math.round(amount * 100))

function onePayment(amount: number) {
  const payment = { day: '2026-03-01', amountFen: yuan(amount) }
  return withhold({ method: 'per-payment', history: [], payment })
}

describe('per-payment withholding, documented vectors and boundaries', () => {
  it.each([
    [0, 0],
    [799.99, 0],
    [800, 0],
    [800.02, 0], // 0.4 fen
    [800.03, 0.01], // 0.6 fen
    [801, 0.2],
    [3_999.99, 640], // 639.998
    [4_000, 640],
    [4_000.01, 640], // 640.0016
    [5_000, 800],
    [24_999.99, 4_000],
    [25_000, 4_000],
    [25_000.03, 4_000.01], // 30 % × 80 % × 3 fen = 0.72 fen
    [30_000, 5_200],
    [62_499.99, 13_000],
    [62_500, 13_000],
    [62_500.02, 13_000.01], // 40 % × 80 % × 2 fen = 0.64 fen
    [100_000, 25_000],
  ])('a payment of %s is taxed %s', (amount, tax) => expect(onePayment(amount).withheldFen).toBe(yuan(tax)))

  it.each([
    [4_000, 'fixed', 2_000n],
    [4_000.01, 'share', 2_000n],
    [25_000, 'share', 2_000n],
    [25_000.01, 'share', 3_000n],
    [62_500, 'share', 3_000n],
    [62_500.01, 'share', 4_000n],
  ])('a payment of %s uses a %s allowance and the rate %s', (amount, kind, rateBasisPoints) =>
    expect(onePayment(amount).trace).toMatchObject({ allowance: { kind }, bracket: { rateBasisPoints } }),
  )
})

describe('per-payment withholding within a month', () => {
  it('sums the payments of a month and keeps months separate', () => {
    const payments = [
      ['2026-01-02', 800],
      ['2026-01-20', 3_200],
      ['2026-01-31', 1_000],
      ['2026-02-01', 800],
    ].map(([day, amount]) => ({ day: String(day), amountFen: yuan(Number(amount)) }))
    const rows = withholdSequence({ method: 'per-payment', history: [], payments })
    expect(rows.map((row) => row.withheldFen)).toEqual([0, 640, 160, 0].map(yuan))
  })

  it('offsets excess tax of a returned row against later payments of the same month, without refund', () => {
    // 800 (no tax) and 1,600 (320) in January; the 800 comes back, so only 160 was due.
    const history = [{ month: '2026-01', incomeFen: yuan(1_600), withheldFen: yuan(320) }]
    const pay = (day: string, amount: number) =>
      withhold({ method: 'per-payment', history, payment: { day, amountFen: yuan(amount) } })
    expect(pay('2026-01-31', 500).trace).toMatchObject({
      taxFen: yuan(260),
      withheldFen: 0n,
      carriedOverFen: yuan(60),
    })
    expect(pay('2026-01-31', 1_000).withheldFen).toBe(yuan(40))
    expect(pay('2026-02-01', 1_000).withheldFen).toBe(yuan(40))
  })
})
