// A batch beside an earlier one: which, what is new, gone or changed in words, and the bridge between both totals.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { withoutEnding } from '@paywages/domain/payouts/sheet-name.ts'
import type { BatchHead, EarlierBatch } from '@paywages/wire/payouts/shapes.ts'
import { Dropdown } from 'antd'
import { uiLabels } from '../ui/labels.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { BridgeChart } from './bridge-chart.tsx'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { type Fact, factsOf, riskLine } from './comparison-words.ts'
import { useComparison } from './use-comparison.ts'
import { useRowChoice } from './use-row-choice.ts'
import './batch-comparison.css'

export function BatchComparison({ batch }: { batch: BatchHead }) {
  const query = useComparison(batch.batchId)
  const { choose } = useRowChoice()
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
          {choices.length < 2 ? null : (
            <Choice earlier={earlier} choices={choices} onChoose={(earlierId) => choose({ earlierId })} />
          )}
        </h2>
        <Facts earlierId={earlier.batchId} facts={factsOf(figures)} />
        <p>{riskLine(batch, figures)}</p>
      </div>
      <BridgeChart difference={figures} />
    </section>
  )
}

type FactsProps = { earlierId: number; facts: readonly Fact[] }

/** Each narrows the rows below to those that it counts, and once more clears that; the batch it was said of goes into the address. */
function Facts({ earlierId, facts }: FactsProps) {
  const { choice, choose } = useRowChoice()
  if (facts.length === 0) return <p>{labels.samePeople}</p>
  return (
    <ul className="comparison-facts" aria-label={labels.facts}>
      {facts.map(({ words, change }) => {
        const pressed = change !== undefined && choice.change === change
        const view = choice.view === 'cancelled' ? 'all' : choice.view
        return (
          <li key={words}>
            {change === undefined ? (
              words
            ) : (
              <button
                type="button"
                className="row-act comparison-fact"
                aria-pressed={pressed}
                onClick={() => choose(pressed ? { change: undefined } : { view, change, earlierId })}
              >
                {words}
              </button>
            )}
          </li>
        )
      })}
    </ul>
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
