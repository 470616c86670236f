// The two lines of words about a batch beside an earlier one: what is new, gone or changed, and what is at risk.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { RISEN_PERCENT, STEADY_PERCENT } from '@paywages/domain/payouts/batch-comparison.ts'
import type { BatchHead, Comparison } from '@paywages/wire/payouts/shapes.ts'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { signedDifference } from './row-difference.ts'

type Figures = NonNullable<Comparison['figures']>

const count = (number: number) => number.toLocaleString('en-US')

export function factsLine(figures: Figures): string {
  const { addedPeople, addedFen, removedPeople, cardPeople, risenPeople } = figures
  const facts = [
    addedPeople > 0 && labels.added(count(addedPeople), signedDifference(addedFen)),
    removedPeople > 0 && labels.removed(count(removedPeople)),
    cardPeople > 0 && labels.cards(count(cardPeople)),
    risenPeople > 0 && labels.risen(count(risenPeople), RISEN_PERCENT),
  ].filter((fact) => fact !== false)
  return facts.length === 0 ? labels.samePeople : facts.join(' · ')
}

export function riskLine({ highCount }: Pick<BatchHead, 'highCount'>, figures: Figures): string {
  const { highFen, nowFen } = figures
  const permille = nowFen === 0n ? 0 : Number((highFen * 1_000n) / nowFen)
  const share = `${(permille / 10).toFixed(1)}%`
  const high =
    highCount === 0 ? labels.noHigh : labels.high(count(highCount), formatYuanGrouped(highFen), share)
  return [high, steadyWords(figures)].filter((words) => words !== '').join('；')
}

/** Nobody can be steady who was not there: then it is said that all are new; and nothing of a batch that pays nobody. */
function steadyWords({ addedFen, nowFen, steadyPeople }: Figures): string {
  if (steadyPeople > 0) return labels.steady(count(steadyPeople), STEADY_PERCENT)
  if (nowFen === 0n) return ''
  return addedFen === nowFen ? labels.allNew : labels.noneSteady(STEADY_PERCENT)
}
