// The months of a year's statement as the database keeps them: amounts as digits, always in the same order, so that a digest tells them apart.

import { createHash } from 'node:crypto'
import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { YearMonth } from '@paywages/domain/tax/year-statement.ts'

type Stored<T> = {
  readonly [K in keyof T]: T[K] extends bigint
    ? string
    : T[K] extends readonly (infer One)[]
      ? readonly Stored<One>[]
      : T[K]
}

export type StoredMonth = Stored<YearMonth>

export function storedMonth(month: YearMonth): StoredMonth {
  return {
    month: month.month,
    method: month.method,
    gapRule: month.gapRule,
    incomeFen: String(month.incomeFen),
    exemptFen: String(month.exemptFen),
    costsFen: String(month.costsFen),
    deductionFen: String(month.deductionFen),
    otherDeductionFen: String(month.otherDeductionFen),
    reliefFen: String(month.reliefFen),
    taxFen: String(month.taxFen),
    corrections: month.corrections.map(({ period, kind, incomeFen, taxFen }) => ({
      period,
      kind,
      incomeFen: String(incomeFen),
      taxFen: String(taxFen),
    })),
  }
}

export function monthFrom(stored: StoredMonth): YearMonth {
  return {
    ...stored,
    incomeFen: BigInt(stored.incomeFen),
    exemptFen: BigInt(stored.exemptFen),
    costsFen: BigInt(stored.costsFen),
    deductionFen: BigInt(stored.deductionFen),
    otherDeductionFen: BigInt(stored.otherDeductionFen),
    reliefFen: BigInt(stored.reliefFen),
    taxFen: BigInt(stored.taxFen),
    corrections: stored.corrections.map((one) => ({
      ...one,
      incomeFen: BigInt(one.incomeFen),
      taxFen: BigInt(one.taxFen),
    })),
  }
}

/** Of all that a statement tells of the year: the figures, and up to which month. */
export function digestOfMonths(months: readonly StoredMonth[], through: Month): string {
  return createHash('sha256')
    .update(JSON.stringify([through, months]))
    .digest('hex')
}
