// Above the rows: all, with warnings, cancelled; then which kind of warning; and the search.

import { SHOWN_WARNINGS, type ShownWarning } from '@paywages/domain/payouts/sheet-warnings.ts'
import type { BatchHead } from '@paywages/wire/payouts/shapes.ts'
import { Input, Segmented, Select } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { checkLabels as labels, warningLabels } from './labels.ts'
import type { RowChoice, RowView } from './rows-address.ts'

type CheckToolbarProps = {
  batch: BatchHead
  choice: RowChoice
  onChoose: (change: Partial<RowChoice>) => void
}

const VIEWS: readonly RowView[] = ['all', 'warned', 'cancelled']

export function CheckToolbar({ batch, choice, onChoose }: CheckToolbarProps) {
  const counts = { all: batch.rowCount, warned: batch.warnedCount, cancelled: batch.cancelledCount }
  return (
    <div className="check-toolbar">
      <Segmented<RowView>
        aria-label={labels.viewLabel}
        value={choice.view}
        options={VIEWS.map((view) => ({
          value: view,
          label: labels.view(labels.views[view], counts[view].toLocaleString('en-US')),
        }))}
        onChange={(view) => onChoose({ view, kind: undefined })}
      />
      {choice.view === 'warned' ? <KindSelect batch={batch} choice={choice} onChoose={onChoose} /> : null}
      <RowSearch text={choice.text} onSearch={(text) => onChoose({ text })} />
    </div>
  )
}

function KindSelect({ batch, choice, onChoose }: CheckToolbarProps) {
  const kinds = SHOWN_WARNINGS.filter((kind) => (batch.warningCounts[kind] ?? 0) > 0 || kind === choice.kind)
  const options = kinds.map((kind) => ({
    value: kind,
    label: labels.view(warningLabels[kind].kind, (batch.warningCounts[kind] ?? 0).toLocaleString('en-US')),
  }))
  return (
    <Select<ShownWarning | ''>
      className="check-kind"
      aria-label={labels.kindLabel}
      value={choice.kind ?? ''}
      options={[{ value: '', label: labels.everyKind }, ...options]}
      popupMatchSelectWidth={false}
      onChange={(kind) => onChoose({ kind: kind === '' ? undefined : kind })}
    />
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
