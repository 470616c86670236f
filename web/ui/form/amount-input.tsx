// A field for yuan, with two decimals.

import { NumberInput, type NumberInputProps } from './number-input.tsx'

export function AmountInput(props: Omit<NumberInputProps, 'decimals'>) {
  return <NumberInput {...props} decimals={2} />
}
