// What may be adjusted of a person's month: the items that the tax client has columns for, and which term of the formula each changes.

import type { Fen } from '../../money/fen.ts'
import type { FormulaTerms } from '../formula-terms.ts'

/** In the order of the tax client's columns. */
export const ADJUSTMENT_ITEMS = [
  'exempt-income',
  'health-insurance',
  'deferred-pension',
  'donation',
  'other-deduction',
  'tax-relief',
] as const
export type AdjustmentItem = (typeof ADJUSTMENT_ITEMS)[number]

const TERM_OF_ITEM: Readonly<Record<AdjustmentItem, keyof FormulaTerms>> = {
  'exempt-income': 'exemptFen',
  'health-insurance': 'otherDeductionFen',
  'deferred-pension': 'otherDeductionFen',
  donation: 'otherDeductionFen',
  'other-deduction': 'otherDeductionFen',
  'tax-relief': 'reliefFen',
}

export function termOf(item: AdjustmentItem): keyof FormulaTerms {
  return TERM_OF_ITEM[item]
}

/** Ten million yuan in one entry would be a slip. */
export const MAX_ADJUSTMENT_FEN: Fen = 9_999_999_99n

/** Below zero undoes what was confirmed before; nothing is no adjustment. */
export function isAdjustmentAmount(fen: Fen): boolean {
  return fen !== 0n && fen <= MAX_ADJUSTMENT_FEN && fen >= -MAX_ADJUSTMENT_FEN
}

export const MIN_REASON_LENGTH = 2
export const MAX_REASON_LENGTH = 100

export function isAdjustmentReason(reason: string): boolean {
  const length = [...reason].length
  return length >= MIN_REASON_LENGTH && length <= MAX_REASON_LENGTH
}
