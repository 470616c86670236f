// Exact amounts below the fen: 20 % of one fen is no whole fen, and a result may be rounded only once, at the end (docs/rules/tax.md).

import type { Fen } from '../money/fen.ts'

/** Hundredths of a percent as tables write them: 20 % is 2 000n. */
export type BasisPoints = bigint

/** Ten-thousandths of a fen: fen × basis points is a whole number of these, so nothing is lost before the end. */
export type BasisFen = bigint

const BASIS = 10_000n

export function basisFen(amountFen: Fen): BasisFen {
  return amountFen * BASIS
}

export function shareOf(amountFen: Fen, share: BasisPoints): BasisFen {
  return amountFen * share
}

/** For print only: half a fen goes away from zero, so that what is taken back mirrors what was given. */
export function roundedFen(amount: BasisFen): Fen {
  return amount < 0n ? -roundedFen(-amount) : (amount + BASIS / 2n) / BASIS
}

/** amount × rate − quickDeduction, rounded half up to the fen; results below zero count as zero. */
export function taxRoundedHalfUp(amount: BasisFen, rate: BasisPoints, quickDeductionFen: Fen): Fen {
  const scale = BASIS * BASIS
  const exact = amount * rate - quickDeductionFen * scale
  return exact <= 0n ? 0n : (exact + scale / 2n) / scale
}

/** Yuan with two decimals, or as many more as the exact amount needs: 2 000n → "0.002". */
export function formatBasisFen(amount: BasisFen): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`
}
