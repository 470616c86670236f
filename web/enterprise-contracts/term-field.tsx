// The first and the last day of a contract, each with a name of its own for those who hear the page.

import { shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { ContractFormValues } from './contract-form.ts'
import { contractLabels, editLabels as labels } from './labels.ts'

type TermFieldProps = {
  /** antd's form gives them. */
  id?: string
  value?: ContractFormValues['term']
  onChange?: (term: ContractFormValues['term']) => void
}

export function TermField({ id = 'term', value, onChange }: TermFieldProps) {
  const end = `${id}-end`
  return (
    <>
      <label className="contract-term-end" htmlFor={end}>
        {contractLabels.endDay}
      </label>
      <DatePicker.RangePicker
        className="contract-term"
        id={{ start: id, end }}
        value={value ? [...value] : null}
        presets={yearsFromToday()}
        onChange={(range) => {
          const [first, last] = range ?? []
          onChange?.(first && last ? [first, last] : null)
        }}
      />
    </>
  )
}

function yearsFromToday() {
  const today = dayjs(shanghaiDay(new Date()))
  return labels.years.map((label, index) => ({
    label,
    value: [today, today.add(index + 1, 'year').subtract(1, 'day')] satisfies [unknown, unknown],
  }))
}
