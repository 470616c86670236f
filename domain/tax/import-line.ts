// Whether the tax client takes a person's line, and if not, why: such a line is left out of the file and named.

import type { Fen } from '../money/fen.ts'

export type ImportAmounts = {
  readonly income: Fen
  readonly exemptIncome: Fen
  readonly healthInsurance: Fen
  readonly deferredPension: Fen
  readonly otherDeduction: Fen
  readonly donation: Fen
  readonly taxRelief: Fen
}

export const LEFT_OUT_OF_IMPORT = [
  'negative-income',
  'negative-item',
  'exempt-above-income',
  'missing-field',
] as const
export type LeftOutOfImport = (typeof LEFT_OUT_OF_IMPORT)[number]

/** A month after a return may be below zero: the client takes no such line, and the month of the payout is corrected instead. */
export function whyNotImported({
  income,
  exemptIncome,
  ...items
}: ImportAmounts): LeftOutOfImport | undefined {
  if (income < 0n) return 'negative-income'
  if (exemptIncome < 0n || Object.values(items).some((fen) => fen < 0n)) return 'negative-item'
  return exemptIncome > income ? 'exempt-above-income' : undefined
}
