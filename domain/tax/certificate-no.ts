// The number of a tax certificate: its month and its place among all of them (D28).

import type { Month } from '../calendar/shanghai.ts'

export function statementNo(month: Month, statementId: number): string {
  return `MX${month.replace('-', '')}${String(statementId).padStart(8, '0')}`
}
