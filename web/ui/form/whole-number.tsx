// A field for a whole number outside a form's own values: what is typed stays; whoever judges it gets NaN where it is no number.

import { useState } from 'react'
import { NumberInput, type NumberInputProps } from './number-input.tsx'
import type { TypedNumber } from './typed-number.ts'

type WholeNumberProps = Omit<NumberInputProps, 'decimals' | 'value' | 'onChange'> & {
  /** What it begins with. */
  value: number | undefined
  /** Undefined: nothing typed. */
  onChange: (value: number | undefined) => void
}

export function WholeNumber({ value, onChange, ...rest }: WholeNumberProps) {
  const [typed, setTyped] = useState<TypedNumber>(value ?? null)
  return (
    <NumberInput
      {...rest}
      decimals={0}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(typeof next === 'string' ? Number.NaN : (next ?? undefined))
      }}
    />
  )
}
