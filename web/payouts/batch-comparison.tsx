// A batch beside an earlier one: which, what is new, gone or changed in words, and the bridge between both totals.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { RISEN_PERCENT, STEADY_PERCENT } from '@paywages/domain/payouts/batch-comparison.ts'
import { withoutEnding } from '@paywages/domain/payouts/sheet-name.ts'
import type { BatchHead, Comparison, EarlierBatch } from '@paywages/wire/payouts/shapes.ts'
import { Dropdown } from 'antd'
import { uiLabels } from '../ui/labels.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { BridgeChart } from './bridge-chart.tsx'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { signedDifference } from './row-difference.ts'
import { useComparison } from './use-comparison.ts'
import './batch-comparison.css'

export function BatchComparison({ batch }: { batch: BatchHead }) {
  const { query, choose } = useComparison(batch.batchId)
  if (query.isError)
    return (
      <p className="comparison-none">
        {labels.failed} <RowAction onClick={() => void query.refetch()}>{uiLabels.retry}</RowAction>
      </p>
    )
  if (query.data === undefined) return <div className="comparison" aria-busy="true" />
  const { earlier, choices, figures } = query.data
  if (earlier === null || figures === null) return <p className="comparison-none">{labels.none}</p>
  return (
    <section className="comparison" aria-label={labels.region} data-stale={query.isPlaceholderData}>
      <div className="comparison-words">
        <h2>
          {labels.title(withoutEnding(earlier.fileName), dayOf(earlier))}
          {choices.length < 2 ? null : <Choice earlier={earlier} choices={choices} onChoose={choose} />}
        </h2>
        <p>{factsOf(figures)}</p>
        <p>{riskLine(batch, figures)}</p>
      </div>
      <BridgeChart difference={figures} />
    </section>
  )
}

const dayOf = ({ startedAt }: EarlierBatch) => shanghaiDay(startedAt).slice(5)

type ChoiceProps = {
  earlier: EarlierBatch
  choices: readonly EarlierBatch[]
  onChoose: (batchId: number) => void
}

function Choice({ earlier, choices, onChoose }: ChoiceProps) {
  const items = choices.map((one) => ({
    key: String(one.batchId),
    label: `${dayOf(one)} ${withoutEnding(one.fileName)}`,
  }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectedKeys: [String(earlier.batchId)],
        onClick: ({ key }) => onChoose(Number(key)),
        'aria-label': labels.chooseHint,
      }}
    >
      <button type="button" className="row-act" aria-haspopup="menu">
        {labels.choose}
      </button>
    </Dropdown>
  )
}

type Figures = NonNullable<Comparison['figures']>

const count = (number: number) => number.toLocaleString('en-US')

function factsOf(figures: Figures): string {
  const { addedPeople, addedFen, removedPeople, cardPeople, risenPeople } = figures
  const facts = [
    addedPeople > 0 && labels.added(count(addedPeople), signedDifference(addedFen)),
    removedPeople > 0 && labels.removed(count(removedPeople)),
    cardPeople > 0 && labels.cards(count(cardPeople)),
    risenPeople > 0 && labels.risen(count(risenPeople), RISEN_PERCENT),
  ].filter((fact) => fact !== false)
  return facts.length === 0 ? labels.samePeople : facts.join(' · ')
}

function riskLine({ highCount }: BatchHead, { highFen, nowFen, steadyPeople }: Figures): string {
  const permille = nowFen === 0n ? 0 : Number((highFen * 1_000n) / nowFen)
  const share = `${(permille / 10).toFixed(1)}%`
  const high =
    highCount === 0 ? labels.noHigh : labels.high(count(highCount), formatYuanGrouped(highFen), share)
  return `${high}；${labels.steady(count(steadyPeople), STEADY_PERCENT)}`
}
