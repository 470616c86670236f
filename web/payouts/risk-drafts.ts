// What an approver has ticked and written beside each high risk so far, and what is still missing.

import { RISK_WORD, type RiskCheck } from '@paywages/domain/payouts/risks.ts'
import type { ListedRisk } from '@paywages/wire/payouts/shapes.ts'

export type RiskDraft = { readonly checked: boolean; readonly word: string }
export type RiskDrafts = Readonly<Record<string, RiskDraft>>

const EMPTY: RiskDraft = { checked: false, word: '' }

export const draftOf = (drafts: RiskDrafts, { riskId }: Pick<ListedRisk, 'riskId'>): RiskDraft =>
  drafts[riskId] ?? EMPTY

/** Ticked, and with a word. */
export function isChecked({ checked, word }: RiskDraft): boolean {
  return checked && word.trim().length >= RISK_WORD.min
}

export type Missing = { readonly unticked: readonly ListedRisk[]; readonly wordless: readonly ListedRisk[] }

export function missingOf(risks: readonly ListedRisk[], drafts: RiskDrafts): Missing {
  const unticked = risks.filter((risk) => !draftOf(drafts, risk).checked)
  const wordless = risks.filter((risk) => draftOf(drafts, risk).checked && !isChecked(draftOf(drafts, risk)))
  return { unticked, wordless }
}

/** Of the risks that stand now; a draft of one that does not is left out. */
export function checksOf(risks: readonly ListedRisk[], drafts: RiskDrafts): RiskCheck[] {
  return risks.map((risk) => ({ riskId: risk.riskId, word: draftOf(drafts, risk).word.trim() }))
}

/** Something was written that closing would lose. */
export const isTyped = (drafts: RiskDrafts): boolean =>
  Object.values(drafts).some(({ word }) => word.trim() !== '')
