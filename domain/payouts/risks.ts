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
  readonly amountFen: Fen
}

export type Risk<Row extends RiskyRow = RiskyRow> = { readonly kind: RowRisk; readonly rows: readonly Row[] }

/** Nobody checks more than this one by one: where there are more of a kind, they are checked as one. */
export const MAX_RISKS_OF_A_KIND = 20

/** One of a row, or of a card that several people share; by kind, then in the sheet's order. */
export function risksOf<Row extends RiskyRow>(rows: readonly Row[]): Risk<Row>[] {
  return ROW_RISKS.flatMap((kind): Risk<Row>[] => {
    const held = rows.filter(({ mask }) => levelledWarnings(kindsIn(mask)).includes(kind))
    if (held.length === 0) return []
    const groups = kind === 'card-shared' ? byCard(held) : held.map((row) => [row])
    const risks = groups.length > MAX_RISKS_OF_A_KIND ? [held] : groups
    return risks.map((own) => ({ kind, rows: own }))
  })
}

function byCard<Row extends RiskyRow>(rows: readonly Row[]): Row[][] {
  const cards = new Map<string, Row[]>()
  for (const row of rows) {
    const own = cards.get(row.cardHash)
    if (own === undefined) cards.set(row.cardHash, [row])
    else own.push(row)
  }
  return [...cards.values()]
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
