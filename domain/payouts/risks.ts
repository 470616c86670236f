// The high risks of a batch, one by one, as an approver checks them before the approval (D44).

import type { Fen } from '../money/fen.ts'
import { levelledWarnings, ROW_RISKS, type RowRisk } from './warning-levels.ts'
import { kindsIn } from './warning-mask.ts'

/** A row to be paid that holds a high risk. */
export type RiskyRow = {
  readonly rowId: number
  readonly rowNumber: number
  readonly mask: number
  /** Stands for the card. */
  readonly cardHash: string
  /** The first row of those whose ID numbers follow one another. */
  readonly idsFrom: string | null
  readonly amountFen: Fen
}

export type Risk<Row extends RiskyRow = RiskyRow> = { readonly kind: RowRisk; readonly rows: readonly Row[] }

/** Nobody checks more than this one by one: where there are more of a kind, they are checked as one. */
export const MAX_RISKS_OF_A_KIND = 20

/** One of a row, of a card that several people share, or of ID numbers that follow one another; by kind, then in the sheet's order. */
export function risksOf<Row extends RiskyRow>(rows: readonly Row[]): Risk<Row>[] {
  return ROW_RISKS.flatMap((kind): Risk<Row>[] => {
    const held = rows.filter(({ mask }) => levelledWarnings(kindsIn(mask)).includes(kind))
    if (held.length === 0) return []
    const groups = groupsOf(kind, held)
    const risks = groups.length > MAX_RISKS_OF_A_KIND ? [held] : groups
    return risks.map((own) => ({ kind, rows: own }))
  })
}

function groupsOf<Row extends RiskyRow>(kind: RowRisk, rows: readonly Row[]): Row[][] {
  if (kind === 'card-shared') return groupBy(rows, ({ cardHash }) => cardHash)
  if (kind === 'ids-consecutive') return groupBy(rows, ({ idsFrom }) => idsFrom)
  return rows.map((row) => [row])
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Row[][] {
  const groups = new Map<string | null, Row[]>()
  for (const row of rows) {
    const own = groups.get(keyOf(row))
    if (own === undefined) groups.set(keyOf(row), [row])
    else own.push(row)
  }
  return [...groups.values()]
}

/** What an approver says of a risk: that it was checked, and how, in a word. */
export type RiskCheck = { readonly riskId: string; readonly word: string }

export const RISK_WORD = { min: 2, max: 50 } as const

export type RiskRefusal = 'risks-unchecked' | 'risks-changed'

/** Every risk that stands now is checked, and nothing that does not: another batch was looked at otherwise. */
export function validateChecks(
  riskIds: readonly string[],
  checks: readonly RiskCheck[],
): RiskRefusal | undefined {
  const standing = new Set(riskIds)
  if (checks.some(({ riskId }) => !standing.has(riskId))) return 'risks-changed'
  const checked = new Set(checks.map(({ riskId }) => riskId))
  return riskIds.every((riskId) => checked.has(riskId)) ? undefined : 'risks-unchecked'
}
