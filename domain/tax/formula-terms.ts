// The terms of the formula beside income, costs and standard deduction: exempt income, other lawful deductions, tax relief (docs/rules/tax.md).

import type { Fen } from '../money/fen.ts'

export interface FormulaTerms {
  readonly exemptFen: Fen
  readonly otherDeductionFen: Fen
  readonly reliefFen: Fen
}

export const NO_TERMS: FormulaTerms = { exemptFen: 0n, otherDeductionFen: 0n, reliefFen: 0n }

/** Sums by term; what is absent is zero. */
export function sumTerms(parts: Iterable<Partial<FormulaTerms>>): FormulaTerms {
  let [exemptFen, otherDeductionFen, reliefFen] = [0n, 0n, 0n]
  // Hardly anybody has any, and a declaration asks for a hundred thousand months.
  for (const part of parts) {
    if (part.exemptFen !== undefined) exemptFen += part.exemptFen
    if (part.otherDeductionFen !== undefined) otherDeductionFen += part.otherDeductionFen
    if (part.reliefFen !== undefined) reliefFen += part.reliefFen
  }
  return { exemptFen, otherDeductionFen, reliefFen }
}

export function hasTerms({ exemptFen, otherDeductionFen, reliefFen }: FormulaTerms): boolean {
  return exemptFen !== 0n || otherDeductionFen !== 0n || reliefFen !== 0n
}

const atLeastZero = (fen: Fen): Fen => (fen > 0n ? fen : 0n)

/**
 * As they count. A term below zero undoes one of months that this figure does not hold, such as those before a gap: nobody is taxed on
 * more than was paid.
 */
export function countedTerms(parts: Iterable<Partial<FormulaTerms>>): FormulaTerms {
  const { exemptFen, otherDeductionFen, reliefFen } = sumTerms(parts)
  return {
    exemptFen: atLeastZero(exemptFen),
    otherDeductionFen: atLeastZero(otherDeductionFen),
    reliefFen: atLeastZero(reliefFen),
  }
}
