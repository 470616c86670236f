// The bridge: how the last batch's total became this one's, in five bars and a sentence for those who hear the page.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type BatchDifference, type BridgeStep, bridgeOf } from '@paywages/domain/payouts/batch-comparison.ts'
import { layOutBridge } from './bridge-layout.ts'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { signedDifference } from './row-difference.ts'

const PLACE = 116
const BAR = 44
const ABOVE = 18
const PLOT = 44
const WORDS = 18
const WIDTH = PLACE * 5
const HEIGHT = ABOVE + PLOT + WORDS
const BASE = ABOVE + PLOT

export function BridgeChart({ difference }: { difference: BatchDifference }) {
  const steps = bridgeOf(difference)
  const { bars, broken } = layOutBridge(steps, PLOT)
  const told = steps.map((step) => ({ ...wordsOf(step, difference), step: step.step }))
  return (
    <svg
      className="bridge"
      role="img"
      aria-label={told.map(({ word, value }) => `${word} ${value}`).join('，')}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <line className="bridge-base" x1={0} x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
      {bars.map(({ step, low, high, ends }, place) => {
        const left = place * PLACE + (PLACE - BAR) / 2
        const y = BASE - high
        const isTotal = step === 'last' || step === 'now'
        const falls = step === 'removed' || (step === 'changed' && difference.changedFen < 0n)
        return (
          <g key={step}>
            <rect
              className="bridge-bar"
              data-kind={step === 'last' ? 'last' : falls ? 'less' : 'more'}
              x={left}
              y={y}
              width={BAR}
              height={high - low}
              rx={Math.min(2, (high - low) / 2)}
            />
            {isTotal && broken ? <Break left={left} /> : null}
            {place === bars.length - 1 ? null : (
              <line
                className="bridge-link"
                x1={left + BAR}
                x2={left + PLACE}
                y1={BASE - ends}
                y2={BASE - ends}
              />
            )}
            <text className="bridge-value" x={left + BAR / 2} y={y - 5}>
              {told[place]?.value}
            </text>
            <text className="bridge-word" x={left + BAR / 2} y={HEIGHT - 4}>
              {told[place]?.word}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A white wave through a total whose axis does not start at 0. */
function Break({ left }: { left: number }) {
  const y = BASE - 7
  return <path className="bridge-break" d={`M${left} ${y} q11 -6 22 0 t22 0`} />
}

function wordsOf({ step }: BridgeStep, difference: BatchDifference): { word: string; value: string } {
  const { addedPeople, removedPeople, addedFen, removedFen, changedFen, lastFen, nowFen } = difference
  const count = (people: number) => people.toLocaleString('en-US')
  if (step === 'last') return { word: labels.last, value: formatYuanGrouped(lastFen) }
  if (step === 'now') return { word: labels.now, value: formatYuanGrouped(nowFen) }
  if (step === 'added')
    return { word: labels.addedStep(count(addedPeople)), value: signedDifference(addedFen) }
  if (step === 'removed')
    return { word: labels.removed(count(removedPeople)), value: signedDifference(-removedFen) }
  return { word: labels.changed, value: signedDifference(changedFen) }
}
