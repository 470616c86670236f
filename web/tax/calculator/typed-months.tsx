// The months that someone types as paid before: one a row, added and removed.

import { pastMonthShape } from '@paywages/wire/tax/endpoints.ts'
import { Button, Checkbox, DatePicker, Form, type FormListFieldData } from 'antd'
import type { Dayjs } from 'dayjs'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { AmountInput } from '../../ui/form/amount-input.tsx'
import { rulesOf } from '../../ui/form/field-rules.ts'
import { calculatorLabels as labels } from './calculator-labels.ts'
import { MONTH, type PastMonthFormValues } from './calculator-typed.ts'
import './typed-months.css'

const MAX_TYPED_MONTHS = 12
const { incomeFen: income, withheldFen: withheld } = pastMonthShape.fields

const TERMS = [
  { field: 'exemptFen', label: labels.exempt },
  { field: 'otherDeductionFen', label: labels.otherDeduction },
  { field: 'reliefFen', label: labels.relief },
] as const

export function TypedMonths({ day }: { day: Dayjs }) {
  const months = (Form.useWatch('months') ?? []) as readonly (PastMonthFormValues | undefined)[]
  const [asked, setAsked] = useState(false)
  // Those of a known person, taken over to be changed, must not be hidden.
  const hasTerms = months.some((past) => TERMS.some(({ field }) => (past?.[field] ?? 0) !== 0))
  const withTerms = asked || hasTerms
  return (
    <Form.List name="months">
      {(fields, { add, remove }, { errors }) => (
        <div className="typed-months form-wide">
          {fields.length === 0 ? null : (
            <div className="typed-months-head" aria-hidden="true">
              <span>{labels.month}</span>
              <span>{labels.income}</span>
              <span>{labels.withheld}</span>
            </div>
          )}
          {fields.map((field, index) => (
            <MonthRow
              key={field.key}
              field={field}
              place={index + 1}
              day={day}
              withTerms={withTerms}
              onRemove={() => remove(field.name)}
            />
          ))}
          {errors.length === 0 ? null : (
            <p className="typed-months-wrong" role="alert">
              {errors}
            </p>
          )}
          <Checkbox
            checked={withTerms}
            disabled={hasTerms}
            onChange={(event) => setAsked(event.target.checked)}
          >
            {labels.withTerms}
          </Checkbox>
          <AddMonth day={day} full={fields.length >= MAX_TYPED_MONTHS} onAdd={add} />
        </div>
      )}
    </Form.List>
  )
}

type MonthRowProps = {
  field: FormListFieldData
  place: number
  day: Dayjs
  withTerms: boolean
  onRemove: () => void
}

function MonthRow({ field, place, day, withTerms, onRemove }: MonthRowProps) {
  const { name } = field
  return (
    <div className="typed-month">
      <Form.Item
        name={[name, 'month']}
        validateTrigger="onChange"
        rules={[{ required: true, message: labels.monthMissing }]}
      >
        <DatePicker
          picker="month"
          allowClear={false}
          suffixIcon={null}
          aria-label={labels.of(labels.month, place)}
          placeholder={labels.month}
          disabledDate={(each) => each.format(MONTH) > day.format(MONTH) || each.year() !== day.year()}
        />
      </Form.Item>
      <Form.Item name={[name, 'incomeFen']} rules={rulesOf(income.value)}>
        <AmountInput aria-label={labels.of(labels.income, place)} />
      </Form.Item>
      <Form.Item name={[name, 'withheldFen']} rules={rulesOf(withheld.value)}>
        <AmountInput aria-label={labels.of(labels.withheld, place)} />
      </Form.Item>
      <Button
        type="text"
        aria-label={labels.removeMonth(place)}
        icon={<X size={14} aria-hidden="true" />}
        onClick={onRemove}
      />
      {withTerms ? (
        <div className="typed-month-terms">
          {TERMS.map(({ field: term, label }) => (
            <Form.Item
              key={term}
              label={label}
              name={[name, term]}
              rules={rulesOf(pastMonthShape.fields[term].value)}
            >
              <AmountInput aria-label={labels.of(label, place)} />
            </Form.Item>
          ))}
        </div>
      ) : null}
    </div>
  )
}

type AddMonthProps = { day: Dayjs; full: boolean; onAdd: (past: PastMonthFormValues) => void }

/** The first month of the year that is not there yet, which is mostly the one wanted. */
function AddMonth({ day, full, onAdd }: AddMonthProps) {
  const months = (Form.useWatch('months') ?? []) as readonly (PastMonthFormValues | undefined)[]
  const taken = new Set(months.map((past) => past?.month?.format(MONTH)))
  const next = Array.from({ length: day.month() + 1 }, (_, index) =>
    day.startOf('year').add(index, 'month'),
  ).find((each) => !taken.has(each.format(MONTH)))
  return (
    <Button
      size="small"
      icon={<Plus size={13} aria-hidden="true" />}
      disabled={full || next === undefined}
      onClick={() => onAdd({ month: next ?? null, withheldFen: 0 })}
    >
      {labels.addMonth}
    </Button>
  )
}
