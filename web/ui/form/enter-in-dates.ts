// Enter in a date field takes the typed day and never sends the form: whoever picks a day is not done yet.

import type { KeyboardEvent } from 'react'

/** On the form itself, so that no date field can be forgotten. */
export function keepOpenInDates(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof Element)) return
  if (event.target.closest('.ant-picker, .ant-picker-dropdown') !== null) event.preventDefault()
}
