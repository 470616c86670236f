// A field for yuan: thousands grouped while one types, two decimals, nothing below zero unless asked for.

import { InputNumber } from 'antd'
import './amount-input.css'

type AmountInputProps = {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  onBlur?: () => void
  max?: number
  /** Zero unless amounts below it mean something. */
  min?: number
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

export function AmountInput({ max, min = 0, ...rest }: AmountInputProps) {
  return (
    <InputNumber<number>
      className="amount-input"
      {...rest}
      {...(max === undefined ? {} : { max })}
      min={min}
      precision={2}
      controls={false}
      inputMode="decimal"
      formatter={(value, { userTyping }) => shown(value, userTyping)}
      parser={(text) => Number((text ?? '').replace(/[,，\s]/g, ''))}
    />
  )
}

/** While one types, as typed; otherwise with its two decimals. */
function shown(value: number | string | undefined, userTyping: boolean): string {
  if (value === undefined || value === '') return ''
  return grouped(userTyping ? String(value) : Number(value).toFixed(2))
}

/** Only what stands before the point is grouped. */
function grouped(text: string): string {
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(\d{3})+(?!\d))/g, ','), ...cents].join('.')
}
