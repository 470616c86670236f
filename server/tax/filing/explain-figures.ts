// The figures that explain what a declaration has of a person: the same for a month as declared and as corrected.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { declareMonth } from '@paywages/domain/tax/declaration.ts'
import { type DeclaredFigures, declaredFigures } from '@paywages/domain/tax/declared-figures.ts'
import type { TaxTables } from '@paywages/domain/tax/tax-table.ts'
import type { PersonFigures } from '../periods/person-lines.ts'

export function explainFigures(person: PersonFigures, month: Month, tables: TaxTables): DeclaredFigures {
  const declaration = declareMonth(person, month, { settings: person, tables })
  return declaredFigures(declaration, { ...person, period: month }, tables)
}
