// A batch beside an earlier one: which, what is new, gone or changed in words, and the bridge between both totals.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { withoutEnding } from '@paywages/domain/payouts/sheet-name.ts'
import type { BatchHead, EarlierBatch } from '@paywages/wire/payouts/shapes.ts'
import { Dropdown } from 'antd'
import { uiLabels } from '../ui/labels.ts'
import { RowAction } from '../ui/list/row-actions.tsx'
import { BridgeChart } from './bridge-chart.tsx'
import { comparisonLabels as labels } from './comparison-labels.ts'
import { factsLine, riskLine } from './comparison-words.ts'
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
        <p>{factsLine(figures)}</p>
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
