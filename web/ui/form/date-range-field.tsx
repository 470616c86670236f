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
  /** In the calendar rather than beside it. */
  shortcutsInside: boolean
}

const DAY = 'YYYY-MM-DD'

const presetsAt = (now: Date) =>
  SHORTCUTS.map(({ label, value }) => {
    const { from, to } = lastDays(value, now)
    return { label, value: [dayjs(from), dayjs(to)] as [dayjs.Dayjs, dayjs.Dayjs] }
  })

export function DateRangeField(props: DateRangeFieldProps) {
  const { id, from, to, clearable, onChange, onShortcut, shortcutsInside } = props
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
        {...(shortcutsInside ? { presets: presetsAt(now) } : {})}
      />
      {shortcutsInside ? null : (
        <Segmented
          options={SHORTCUTS}
          value={chosen?.value ?? 0}
          onChange={(days) => onShortcut(lastDays(Number(days), now))}
        />
      )}
    </div>
  )
}
