// The bridge: how the last batch's total became this one's, in five bars and a sentence for those who hear the page.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type BatchDifference, type BridgeStep, bridgeOf } from '@paywages/domain/payouts/batch-comparison.ts'
import { usePhone } from '../ui/page/use-narrow.ts'
import { layOutBridge } from './bridge-layout.ts'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { signedDifference } from './row-difference.ts'
import { signedTenThousands, tenThousands } from './ten-thousands.ts'

const ABOVE = 18
const WORDS = 18

type Measures = { readonly place: number; readonly bar: number; readonly plot: number }

const WIDE: Measures = { place: 116, bar: 44, plot: 44 }
/** Its words stay 12 high: the bars stand closer, and amounts are in 万元. */
const PHONE: Measures = { place: 68, bar: 40, plot: 68 }

export function BridgeChart({ difference }: { difference: BatchDifference }) {
  const phone = usePhone()
  const { place: each, bar, plot } = phone ? PHONE : WIDE
  const width = each * 5
  const base = ABOVE + plot
  const height = base + WORDS
  const steps = bridgeOf(difference)
  const { bars, broken } = layOutBridge(steps, plot)
  const told = steps.map((step) => ({ ...wordsOf(step, difference), step: step.step }))
  const shown = phone
    ? steps.map(({ step }) => shortAmount(step, difference))
    : told.map(({ value }) => value)
  const chart = (
    <svg
      className="bridge"
      role="img"
      aria-label={told.map(({ word, value }) => `${word} ${value}`).join('，')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <line className="bridge-base" x1={0} x2={width} y1={base + 0.5} y2={base + 0.5} />
      {bars.map(({ step, low, high, ends }, place) => {
        const left = place * each + (each - bar) / 2
        const y = base - high
        const isTotal = step === 'last' || step === 'now'
        const falls = step === 'removed' || (step === 'changed' && difference.changedFen < 0n)
        return (
          <g key={step}>
            <rect
              className="bridge-bar"
              data-kind={step === 'last' ? 'last' : falls ? 'less' : 'more'}
              x={left}
              y={y}
              width={bar}
              height={high - low}
              rx={Math.min(2, (high - low) / 2)}
            />
            {isTotal && broken ? <Break left={left} bar={bar} base={base} /> : null}
            {place === bars.length - 1 ? null : (
              <line
                className="bridge-link"
                x1={left + bar}
                x2={left + each}
                y1={base - ends}
                y2={base - ends}
              />
            )}
            <text className="bridge-value" x={left + bar / 2} y={y - 5}>
              {shown[place]}
            </text>
            <text className="bridge-word" x={left + bar / 2} y={height - 4}>
              {told[place]?.word}
            </text>
          </g>
        )
      })}
    </svg>
  )
  if (!phone) return chart
  return (
    <div className="bridge-phone">
      <p>{labels.inTenThousands}</p>
      {chart}
    </div>
  )
}

/** A white wave through a total whose axis does not start at 0. */
function Break({ left, bar, base }: { left: number; bar: number; base: number }) {
  return (
    <path className="bridge-break" d={`M${left} ${base - 7} q${bar / 4} -6 ${bar / 2} 0 t${bar / 2} 0`} />
  )
}

function shortAmount(step: BridgeStep['step'], difference: BatchDifference): string {
  if (step === 'last') return tenThousands(difference.lastFen)
  if (step === 'now') return tenThousands(difference.nowFen)
  if (step === 'added') return signedTenThousands(difference.addedFen)
  return signedTenThousands(step === 'removed' ? -difference.removedFen : difference.changedFen)
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
