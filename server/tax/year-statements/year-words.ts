// A month of a year's statement in words, for PDF and export alike: how tax was withheld, and what was corrected later.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { YearMonth } from '@paywages/domain/tax/year-statement.ts'
import { fillIn } from '../../adapters/pdf-writer/published-text.ts'

export type YearWords = {
  readonly methods: {
    readonly cumulative: Readonly<Record<NonNullable<YearMonth['gapRule']>, string>>
    readonly perPayment: string
    readonly none: string
  }
  readonly corrections: { readonly reversed: string; readonly late: string; readonly separator: string }
}

export function methodWords({ methods }: YearWords, { method, gapRule }: YearMonth): string {
  if (method === null) return methods.none
  return method === 'cumulative' ? methods.cumulative[gapRule ?? 'everything'] : methods.perPayment
}

export function remarkWords({ corrections: words }: YearWords, { corrections }: YearMonth): string {
  return corrections
    .map(({ period, kind, incomeFen, taxFen }) =>
      fillIn(kind === 'reversed' ? words.reversed : words.late, {
        period,
        income: formatYuanGrouped(incomeFen),
        tax: formatYuanGrouped(taxFen),
      }),
    )
    .join(words.separator)
}
