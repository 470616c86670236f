// The shape of the dated VAT rules, and which of them hold for a month.

import { addDays, addMonths, type Day, isMonth, type Month } from '../calendar/shanghai.ts'
import type { Fen } from '../money/fen.ts'
import type { BasisPoints } from './exact.ts'

interface DatedRule {
  readonly effectiveFrom: Day
  /** The announcement or law it comes from, for the trace. */
  readonly source: string
}

/** Holds up to its last day and not beyond. */
interface PassingRule extends DatedRule {
  readonly lastDay: Day
}

export interface VatThreshold extends PassingRule {
  /** Monthly income up to which nothing is due; only more than this is above. */
  readonly thresholdFen: Fen
  /** From which people are shown to managers. */
  readonly watchFen: Fen
}

export interface DatedRate extends DatedRule {
  readonly rateBasisPoints: BasisPoints
}

export interface RateReduction extends PassingRule {
  /** Levied instead of the full rate. */
  readonly rateBasisPoints: BasisPoints
}

/** How much of a surcharge is levied. */
export interface SurchargeReduction extends PassingRule {
  readonly shareBasisPoints: BasisPoints
}

export const SURCHARGE_KINDS = ['urban-maintenance', 'education', 'local-education'] as const
export type SurchargeKind = (typeof SURCHARGE_KINDS)[number]

export interface VatTables {
  readonly thresholds: readonly VatThreshold[]
  readonly levy: { readonly rates: readonly DatedRate[]; readonly reductions: readonly RateReduction[] }
  readonly surcharges: readonly { readonly kind: SurchargeKind; readonly rates: readonly DatedRate[] }[]
  readonly surchargeReductions: readonly SurchargeReduction[]
}

/** What holds for a month, by its last day. */
export interface VatRules {
  readonly threshold: VatThreshold
  /** The threshold's last day has passed and no newer one is known: it is still watched, and the trace says so. */
  readonly lapsed: boolean
  readonly fullRate: DatedRate
  readonly reduction: RateReduction | undefined
  readonly surcharges: readonly { readonly kind: SurchargeKind; readonly rate: DatedRate }[]
  readonly surchargeReduction: SurchargeReduction | undefined
}

/** Undefined before the first threshold or the first rate. */
export function vatRulesOf(month: Month, tables: VatTables): VatRules | undefined {
  if (!isMonth(month)) throw new RangeError(`not a month: ${month}`)
  const day = addDays(`${addMonths(month, 1)}-01`, -1)
  const threshold = newest(tables.thresholds, day)
  const fullRate = newest(tables.levy.rates, day)
  if (threshold === undefined || fullRate === undefined) return undefined
  return {
    threshold,
    lapsed: day > threshold.lastDay,
    fullRate,
    reduction: standing(tables.levy.reductions, day),
    surcharges: tables.surcharges.flatMap(({ kind, rates }) => {
      const rate = newest(rates, day)
      return rate === undefined ? [] : [{ kind, rate }]
    }),
    surchargeReduction: standing(tables.surchargeReductions, day),
  }
}

/** The order of a list does not matter. */
function newest<Rule extends DatedRule>(rules: readonly Rule[], day: Day): Rule | undefined {
  let found: Rule | undefined
  for (const rule of rules)
    if (rule.effectiveFrom <= day && (!found || rule.effectiveFrom > found.effectiveFrom)) found = rule
  return found
}

const standing = <Rule extends PassingRule>(rules: readonly Rule[], day: Day): Rule | undefined =>
  newest(
    rules.filter(({ lastDay }) => day <= lastDay),
    day,
  )
