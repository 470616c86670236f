// How every form of the console behaves: labels above, one mark for what is required, judged when a field is left, Enter in a date sends nothing.

import { keepOpenInDates } from './enter-in-dates.ts'
import { requiredMark } from './required-mark.tsx'

export const formManner = {
  layout: 'vertical',
  requiredMark,
  validateTrigger: 'onBlur',
  onKeyDown: keepOpenInDates,
} as const
