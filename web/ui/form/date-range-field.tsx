// A range of whole days with its shortcuts: last week, last month, last three months (spec §9).

import { DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { uiLabels } from '../labels.ts'
import { lastDays } from '../list/list-filters.ts'

const SHORTCUTS = [
  { label: uiLabels.lastWeek, value: 7 },
  { label: uiLabels.lastMonth, value: 30 },
  { label: uiLabels.lastQuarter, value: 90 },
]

type Days = { readonly from: string | undefined; readonly to: string | undefined }

type DateRangeFieldProps = Days & {
  id: string
  /** A list that always shows some range offers no way to clear it. */
  clearable: boolean
  onChange: (days: Days) => void
  /** A shortcut is a whole question by itself, so it searches at once. */
  onShortcut: (days: Days) => void
}

const DAY = 'YYYY-MM-DD'

export function DateRangeField({ id, from, to, clearable, onChange, onShortcut }: DateRangeFieldProps) {
  const now = new Date()
  const today = lastDays(1, now).to
  const chosen = SHORTCUTS.find(({ value }) => {
    const days = lastDays(value, now)
    return days.from === from && days.to === to
  })
  return (
    <div className="date-range">
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        value={[from === undefined ? null : dayjs(from), to === undefined ? null : dayjs(to)]}
        onChange={(range) => onChange({ from: range?.[0]?.format(DAY), to: range?.[1]?.format(DAY) })}
        disabledDate={(day) => day.format(DAY) > today}
        allowClear={clearable}
        placeholder={[uiLabels.from, uiLabels.to]}
      />
      <Segmented
        options={SHORTCUTS}
        value={chosen?.value ?? 0}
        onChange={(days) => onShortcut(lastDays(Number(days), now))}
      />
    </div>
  )
}
