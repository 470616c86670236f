// The two lines of words about a batch beside an earlier one: what is new, gone or changed, and what is at risk.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import {
  type BatchChange,
  RISEN_PERCENT,
  risePermille,
  STEADY_PERCENT,
} from '@paywages/domain/payouts/batch-comparison.ts'
import type { BatchHead, Comparison } from '@paywages/wire/payouts/shapes.ts'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { signedDifference } from './row-difference.ts'

type Figures = NonNullable<Comparison['figures']>

const count = (number: number) => number.toLocaleString('en-US')

/** `change` finds its rows; those who are gone have none here. */
export type Fact = { readonly words: string; readonly change: BatchChange | undefined }

/** None where the same people are paid to the same cards, and nobody far more. */
export function factsOf(figures: Figures): readonly Fact[] {
  const { addedPeople, addedFen, removedPeople, cardPeople, risenPeople } = figures
  const facts: readonly (Fact & { readonly people: number })[] = [
    {
      people: addedPeople,
      words: labels.added(count(addedPeople), signedDifference(addedFen)),
      change: 'added',
    },
    { people: removedPeople, words: labels.removed(count(removedPeople)), change: undefined },
    { people: cardPeople, words: labels.cards(count(cardPeople)), change: 'card' },
    { people: risenPeople, words: labels.risen(count(risenPeople), RISEN_PERCENT), change: 'risen' },
  ]
  return facts.filter(({ people }) => people > 0).map(({ words, change }) => ({ words, change }))
}

/** 较上批 +37,290.00 · +7.7%, of both totals; a narrow window has room for the amount. */
export function totalDifference(
  { lastFen, nowFen }: Pick<Figures, 'lastFen' | 'nowFen'>,
  narrow: boolean,
): string {
  const permille = risePermille(lastFen, nowFen)
  const amount = signedDifference(nowFen - lastFen)
  if (narrow || permille === undefined || permille === 0) return labels.inShort(amount)
  const percent = (Math.abs(permille) / 10).toLocaleString('en-US', { minimumFractionDigits: 1 })
  return labels.inShort(`${amount} · ${permille < 0 ? '−' : '+'}${percent}%`)
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
