// The VAT and surcharges that a person's month bears, with everything they were reckoned by (docs/rules/tax.md).

import type { Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { BasisPoints } from './exact.ts'
import { type SurchargeKind, type VatRules, type VatTables, vatRulesOf } from './vat-table.ts'

/** Above the threshold, at or beyond the watch line, or neither. */
export type VatStanding = 'above' | 'near' | 'below'

export interface Surcharge {
  readonly kind: SurchargeKind
  readonly rateBasisPoints: BasisPoints
  /** How much of it is levied. */
  readonly shareBasisPoints: BasisPoints
  readonly fen: Fen
}

export interface MonthVat {
  readonly month: Month
  /** What all companies of the platform paid, VAT included. */
  readonly grossFen: Fen
  readonly rules: VatRules
  readonly standing: VatStanding
  readonly rateBasisPoints: BasisPoints
  /** Without VAT. */
  readonly salesFen: Fen
  readonly vatFen: Fen
  readonly surcharges: readonly Surcharge[]
  /** VAT and surcharges; nothing unless the month is above. */
  readonly totalFen: Fen
}

const WHOLE: BasisPoints = 10_000n

export function vatStanding(grossFen: Fen, { threshold }: Pick<VatRules, 'threshold'>): VatStanding {
  if (grossFen > threshold.thresholdFen) return 'above'
  return grossFen >= threshold.watchFen ? 'near' : 'below'
}

export type Levied = Pick<MonthVat, 'rateBasisPoints' | 'salesFen' | 'vatFen' | 'surcharges' | 'totalFen'>

/** VAT and surcharges of an amount that is taxed, whatever the threshold. Payments include VAT: sales are gross ÷ (1 + rate). */
export function vatOnGross(grossFen: Fen, rules: VatRules): Levied {
  const rateBasisPoints = (rules.reduction ?? rules.fullRate).rateBasisPoints
  const vatFen = dividedHalfUp(grossFen * rateBasisPoints, WHOLE + rateBasisPoints)
  const shareBasisPoints = rules.surchargeReduction?.shareBasisPoints ?? WHOLE
  const surcharges = rules.surcharges.map(({ kind, rate }) => ({
    kind,
    rateBasisPoints: rate.rateBasisPoints,
    shareBasisPoints,
    fen: dividedHalfUp(vatFen * rate.rateBasisPoints * shareBasisPoints, WHOLE * WHOLE),
  }))
  const totalFen = surcharges.reduce((sum, { fen }) => sum + fen, vatFen)
  return { rateBasisPoints, salesFen: grossFen - vatFen, vatFen, surcharges, totalFen }
}

/** Undefined before the first table. Above the threshold the whole month is taxed, not only what exceeds it. */
export function vatOfMonth(month: Month, grossFen: Fen, tables: VatTables): MonthVat | undefined {
  if (grossFen < 0n) throw new RangeError('a month below zero bears no VAT')
  const rules = vatRulesOf(month, tables)
  if (rules === undefined) return undefined
  const standing = vatStanding(grossFen, rules)
  return { month, grossFen, rules, standing, ...vatOnGross(standing === 'above' ? grossFen : 0n, rules) }
}

/** Divides a sum by what each paid, so that the parts are the whole again: each running total is rounded, not each part. */
export function shareByPayer(totalFen: Fen, paidFen: readonly Fen[]): Fen[] {
  const allFen = paidFen.reduce((sum, fen) => sum + fen, 0n)
  if (allFen === 0n) return paidFen.map(() => 0n)
  let [running, given] = [0n, 0n]
  return paidFen.map((fen) => {
    running += fen
    const upTo = dividedHalfUp(totalFen * running, allFen)
    const part = upTo - given
    given = upTo
    return part
  })
}

const dividedHalfUp = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by)
