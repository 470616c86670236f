// The terms of a provider that need a second person (D47): as they are compared, stored in a proposal, and shown.

import { formatYuan } from '@paywages/domain/money/fen.ts'
import { formatRatePercent } from '@paywages/domain/money/rate.ts'
import type { GuardedTerm } from '@paywages/domain/proposals/second-person.ts'
import type { AuditFacts } from '../audit-log/record-entry.ts'
import type { ProviderTerms } from './store.ts'

export type GuardedTerms = Pick<ProviderTerms, GuardedTerm>

export const guardedTermsOf = (terms: GuardedTerms): GuardedTerms => ({
  serviceRate: terms.serviceRate,
  monthlyLimitFen: terms.monthlyLimitFen,
  withholdsTax: terms.withholdsTax,
  taxMethod: terms.taxMethod,
  gapRule: terms.gapRule,
  vatBearer: terms.vatBearer,
  unsignedBlocks: terms.unsignedBlocks,
})

/** As it lies in a proposal: fen as text. */
export type StoredTerms = Omit<GuardedTerms, 'monthlyLimitFen'> & { readonly monthlyLimitFen: string }

export function storedTerms(terms: GuardedTerms): StoredTerms {
  return { ...guardedTermsOf(terms), monthlyLimitFen: String(terms.monthlyLimitFen) }
}

/** In an order of its own: the database keeps none. */
export const readTerms = (stored: StoredTerms): GuardedTerms =>
  guardedTermsOf({ ...stored, monthlyLimitFen: BigInt(stored.monthlyLimitFen) })

export function termFacts(terms: GuardedTerms): AuditFacts {
  const { serviceRate, monthlyLimitFen, withholdsTax, taxMethod, gapRule, vatBearer, unsignedBlocks } = terms
  return {
    serviceRate: formatRatePercent(serviceRate),
    monthlyLimit: formatYuan(monthlyLimitFen),
    withholdsTax,
    taxMethod,
    gapRule,
    vatBearer,
    unsignedBlocks,
  }
}
