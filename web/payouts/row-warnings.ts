// The warnings of a row in words, highest level first: what a chip says, and why in a sentence.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { VAT_WARNING } from '@paywages/domain/payouts/sheet-warnings.ts'
import {
  CARD_AND_AMOUNT,
  type LevelledWarning,
  levelledWarnings,
  type RiskKind,
} from '@paywages/domain/payouts/warning-levels.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { chipLabels, warningLabels } from './warning-labels.ts'

export type WarnedRow = Pick<DetailRow, 'warnings' | 'aboveVat' | 'platformPaidFen' | 'amountFen'>

export type RowWarningWords = {
  readonly warning: LevelledWarning
  readonly short: string
  readonly why: string
}

export function warningsOfRow(row: WarnedRow): readonly RowWarningWords[] {
  const kinds = row.warnings.map(({ kind }) => kind)
  return levelledWarnings(row.aboveVat ? [...kinds, VAT_WARNING] : kinds).map((warning) => {
    const about = aboutOf(row, warning)
    const why = warning === 'card-shared' ? sharedWith(row) : whyOf(warning, about)
    return { warning, short: shortOf(row, warning, about), why }
  })
}

/** With whom; rows of other lists are not told. */
function sharedWith({ warnings }: WarnedRow): string {
  const others = warnings.find(({ kind }) => kind === 'card-shared')?.others
  if (others === undefined) return chipLabels.sharedCard
  const { row, name, people } = others
  return people === 1
    ? chipLabels.sharedWith(row, name)
    : chipLabels.sharedWithAll(row, name, people.toLocaleString('en-US'))
}

/** The sum of VAT only for those who may know it. */
function aboutOf({ warnings, platformPaidFen }: WarnedRow, warning: LevelledWarning): string | undefined {
  if (warning === VAT_WARNING) return platformPaidFen === null ? undefined : String(platformPaidFen)
  const kind = warning === CARD_AND_AMOUNT ? 'amount-unusual' : warning
  return warnings.find((one) => one.kind === kind)?.about
}

function shortOf({ amountFen }: WarnedRow, warning: LevelledWarning, about: string | undefined): string {
  if (warning !== 'amount-unusual' || about === undefined) return warningLabels[warning].kind
  return amountFen > BigInt(about) ? chipLabels.above : chipLabels.below
}

const SUMS: readonly string[] = ['amount-unusual', CARD_AND_AMOUNT, VAT_WARNING]

/** Sums come in fen; batch numbers and banks as they are. */
export function whyOf(warning: LevelledWarning | RiskKind, about: string | undefined): string {
  const words = warningLabels[warning]
  if (warning === 'hidden-row') return chipLabels.hidden
  if (about === undefined || about === '' || words.about === undefined)
    return warning === 'card-shared' ? chipLabels.sharedCard : words.kind
  return words.about(SUMS.includes(warning) ? formatYuanGrouped(BigInt(about)) : about)
}
