// Service rates: the wire's "fee per 10,000" with two decimals, kept as a whole number of its hundredths (D4).

import type { Fen } from './fen.ts'

/** 650 on the wire (6.5 %) is 65 000 here; the largest rate, 10 000 on the wire (100 %), is 1 000 000. */
export type Rate = number

export const MAX_RATE: Rate = 1_000_000

/** The fee on one gross amount, rounded half up to the fen (D20). */
export function feeRoundedHalfUp(amountFen: Fen, rate: Rate): Fen {
  if (amountFen < 0n) throw new Error('a fee is taken on amounts of zero or more')
  return (amountFen * BigInt(rate) + 500_000n) / 1_000_000n
}

/** A rate as people read it: 65 000 → "6.5%", 65 025 → "6.5025%". */
export function formatRatePercent(rate: Rate): string {
  return `${rate / 10_000}%`
}

/** The wire's number as a rate; undefined outside 0–10,000 or with more than two decimals. */
export function rateFromWireNumber(value: number): Rate | undefined {
  const hundredths = Math.round(value * 100)
  if (!Number.isFinite(value) || hundredths / 100 !== value) return undefined
  return hundredths >= 0 && hundredths <= MAX_RATE ? hundredths : undefined
}

export function wireNumberFromRate(rate: Rate): number {
  return rate / 100
}
