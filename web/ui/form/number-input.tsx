// A field for a number: what is typed stays as typed, its rules say what is wrong; grouped once it is left.

import { Input } from 'antd'
import { useState } from 'react'
import { readNumber, type TypedNumber, writeNumber } from './typed-number.ts'

/** While one types, too: a reason that no longer holds must not stay beside a number that was put right. */
export const NUMBER_TRIGGERS = ['onBlur', 'onChange']

export type NumberInputProps = {
  id?: string
  value?: TypedNumber
  onChange?: (value: TypedNumber) => void
  onBlur?: () => void
  /** How many decimals are shown. */
  decimals: number
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  'aria-label'?: string
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
}

export function NumberInput({ value, onChange, onBlur, decimals, ...rest }: NumberInputProps) {
  // Only while someone types: the form's value has no place for a point that nothing follows yet.
  const [typing, setTyping] = useState<string>()
  const shown = typing !== undefined && readNumber(typing) === (value ?? null) ? typing : undefined
  return (
    <Input
      {...rest}
      autoComplete="off"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      value={shown ?? writeNumber(value, decimals)}
      onChange={(event) => {
        setTyping(event.target.value)
        onChange?.(readNumber(event.target.value))
      }}
      onBlur={() => {
        setTyping(undefined)
        onBlur?.()
      }}
    />
  )
}
