// Above the rows: tabs by level with counts, what is said once for the batch, and the search.

import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Input, Segmented, Tag } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { comparisonLabels } from './comparison-labels.ts'
import { checkLabels as labels } from './labels.ts'
import { ROW_VIEWS, type RowChoice, type RowView } from './rows-address.ts'
import { SaidOnce } from './said-once.tsx'
import { onceLabels, warningLabels } from './warning-labels.ts'

type CheckToolbarProps = {
  batch: BatchHead
  choice: RowChoice
  onChoose: (change: Partial<RowChoice>) => void
}

export function CheckToolbar({ batch, choice, onChoose }: CheckToolbarProps) {
  const counts: Record<RowView, number> = {
    all: batch.rowCount,
    high: batch.highCount,
    notice: batch.noticeCount,
    cancelled: batch.cancelledCount,
  }
  return (
    <div className="check-toolbar">
      <Segmented<RowView>
        aria-label={labels.viewLabel}
        value={choice.view}
        options={ROW_VIEWS.map((view) => ({
          value: view,
          disabled: view !== 'all' && counts[view] === 0 && choice.view !== view,
          label: (
            <span className="check-tab" data-view={counts[view] === 0 ? 'none' : view}>
              {labels.view(labels.views[view], counts[view].toLocaleString('en-US'))}
            </span>
          ),
        }))}
        onChange={(view) => onChoose({ view, kind: undefined })}
      />
      {choice.kind === undefined ? null : (
        <Chosen what={warningLabels[choice.kind].kind} onClear={() => onChoose({ kind: undefined })} />
      )}
      {choice.change === undefined ? null : (
        <Chosen
          what={comparisonLabels.changes[choice.change]}
          onClear={() => onChoose({ change: undefined })}
        />
      )}
      <SaidOnce batch={batch} onLook={(kind) => onChoose({ view: 'all', kind })} />
      <RowSearch text={choice.text} onSearch={(text) => onChoose({ text })} />
    </div>
  )
}

/** What the rows are narrowed to, and the way back. */
function Chosen({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <Tag className="check-chosen" closable={{ 'aria-label': onceLabels.clear(what) }} onClose={onClear}>
      {onceLabels.chosen(what)}
    </Tag>
  )
}

/** Enter searches, and so does clearing. */
function RowSearch({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  return (
    <Input
      className="check-search"
      aria-label={labels.searchHint}
      prefix={<Search size={14} aria-hidden="true" />}
      placeholder={labels.searchHint}
      maxLength={30}
      allowClear
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '' && text !== '') onSearch('')
      }}
      onPressEnter={() => onSearch(typed.trim())}
    />
  )
}
