// The filter bar of a list: labels above fields, Enter searches, 重置 and 查询 at the far right.

import { Button, Checkbox, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { Search } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { DateRangeField } from '../form/date-range-field.tsx'
import { uiLabels } from '../labels.ts'
import {
  type Filter,
  type FilterTexts,
  isFixed,
  latestOf,
  longestOf,
  type TextFilter,
} from './list-filters.ts'
import './filter-bar.css'

type FilterBarProps = {
  filters: readonly Filter[]
  /** What is being searched for now. */
  texts: FilterTexts
  defaults: FilterTexts
  onSearch: (texts: FilterTexts) => void
  /** What a single field leaves room for. */
  beside?: ReactNode
}

const MONTH = 'YYYY-MM'

type Draft = Readonly<Record<string, string | undefined>>

export function FilterBar({ filters, texts, defaults, onSearch, beside }: FilterBarProps) {
  const [draft, setDraft] = useState<Draft>(texts)
  // The address may change without this bar: by the back button, or by a link.
  const shown = JSON.stringify(texts)
  useEffect(() => setDraft(JSON.parse(shown) as Draft), [shown])

  function search(next: Draft) {
    onSearch(trimmed(filters, next))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search(draft)
  }

  function reset() {
    setDraft(defaults)
    search(defaults)
  }

  const fieldProps = {
    draft,
    onChange: (change: Draft) => setDraft({ ...draft, ...change }),
    onSearch: (change: Draft) => {
      setDraft({ ...draft, ...change })
      search({ ...draft, ...change })
    },
  }
  return (
    <form className="filter-bar" onSubmit={submit}>
      {filters.map((filter) => (
        <FilterField key={filter.label} filter={filter} {...fieldProps} />
      ))}
      {beside}
      <div className="filter-acts">
        <Button onClick={reset}>{uiLabels.reset}</Button>
        <Button htmlType="submit" icon={<Search size={14} aria-hidden="true" />}>
          {uiLabels.query}
        </Button>
      </div>
    </form>
  )
}

function trimmed(filters: readonly Filter[], draft: Draft): FilterTexts {
  const longest = new Map(
    filters.flatMap((filter) => (filter.kind === 'text' ? [[filter.name, longestOf(filter)] as const] : [])),
  )
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(draft)) {
    const text = value?.trim().slice(0, longest.get(name)) ?? ''
    if (text !== '') texts[name] = text
  }
  return texts
}

type FilterFieldProps = {
  filter: Filter
  draft: Draft
  onChange: (change: Draft) => void
  onSearch: (change: Draft) => void
}

function FilterField({ filter, draft, onChange, onSearch }: FilterFieldProps) {
  const id = useId()
  return (
    <div className="filter-field">
      <label htmlFor={id}>{filter.label}</label>
      <FilterInput id={id} filter={filter} draft={draft} onChange={onChange} onSearch={onSearch} />
    </div>
  )
}

/** Counted without the spaces before it: a number pasted with one must not lose its last digit to the limit. */
function fitted(filter: TextFilter<string>, event: ChangeEvent<HTMLInputElement>): string {
  const { value } = event.target
  // Letters that are about to become Chinese are not yet what counts.
  const composing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true
  return composing ? value : value.trimStart().slice(0, longestOf(filter))
}

function FilterInput({ id, filter, draft, onChange, onSearch }: FilterFieldProps & { id: string }) {
  if (filter.kind === 'date-range') {
    const toDraft = (days: { from: string | undefined; to: string | undefined }): Draft => ({
      [filter.from]: days.from,
      [filter.to]: days.to,
    })
    return (
      <DateRangeField
        id={id}
        from={draft[filter.from]}
        to={draft[filter.to]}
        clearable={filter.defaultDays === undefined}
        shortcutsInside={filter.shortcutsInside ?? false}
        onChange={(days) => onChange(toDraft(days))}
        onShortcut={(days) => onSearch(toDraft(days))}
      />
    )
  }
  const value = draft[filter.name] ?? ''
  const style = { width: filter.width ?? 168 }
  if (filter.kind === 'text') {
    return (
      <Input
        id={id}
        style={style}
        value={value}
        placeholder={filter.placeholder}
        allowClear
        onChange={(event) => onChange({ [filter.name]: fitted(filter, event) })}
      />
    )
  }
  if (filter.kind === 'tick') {
    return (
      <div className="filter-tick">
        <Checkbox
          id={id}
          checked={value === '1'}
          // A tick is a whole question by itself, so it searches at once.
          onChange={(event) => onSearch({ [filter.name]: event.target.checked ? '1' : '' })}
        >
          {filter.words}
        </Checkbox>
      </div>
    )
  }
  if (filter.kind === 'month') {
    return (
      <DatePicker
        id={id}
        style={style}
        picker="month"
        value={value === '' ? null : dayjs(value)}
        placeholder={uiLabels.all}
        allowClear={!('initial' in filter)}
        disabledDate={(month) => month.format(MONTH) > latestOf(filter)}
        onChange={(month) => onChange({ [filter.name]: month?.format(MONTH) })}
      />
    )
  }
  if (isFixed(filter)) {
    return <Select id={id} style={style} disabled value={filter.fixed} options={[{ value: filter.fixed }]} />
  }
  const options = filter.options.map((option) => ({ value: String(option.value), label: option.label }))
  return (
    <Select
      id={id}
      style={style}
      value={value}
      loading={filter.loading ?? false}
      options={filter.initial === undefined ? [{ value: '', label: uiLabels.all }, ...options] : options}
      showSearch={options.length > 7 ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
      onChange={(chosen: string) => onChange({ [filter.name]: chosen })}
    />
  )
}
