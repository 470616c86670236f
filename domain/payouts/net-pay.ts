// Whether what arrives may be less than what a company pays: only then it matters which of the two a sheet's amounts are.

import type { VatBearer } from '../tax/vat-bearer.ts'

/** By income tax, or by VAT where the person bears it. */
export function netMayDiffer(terms: {
  readonly withholdsTax: boolean
  readonly vatBearer: VatBearer
}): boolean {
  return terms.withholdsTax || terms.vatBearer === 'person'
}
