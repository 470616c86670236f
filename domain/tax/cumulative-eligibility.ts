// Who may withhold cumulatively: a payer that has filed its platform's basic information (Announcement 2025 No. 15).

import { type Day, isDay } from '../calendar/shanghai.ts'
import type { TaxMethod } from './tax-table.ts'

/** The day on which the basic information was filed; empty where that has not been said. */
export type FiledOn = Day | ''

/** State Council Decree 810, from which on platforms file: nothing can have been filed before. */
export const FIRST_FILING_DAY: Day = '2025-06-20'

export function isFilingDay(text: string, today: Day): boolean {
  return isDay(text) && text >= FIRST_FILING_DAY && text <= today
}

/** What a new provider gets where nobody chose. */
export function methodOfNew(filedOn: FiledOn): TaxMethod {
  return filedOn === '' ? 'per-payment' : 'cumulative'
}

/** Withholding cumulatively without having filed is pointed out, and not refused: the office decides, and the day may be known later. */
export function cumulativeUnfiled(method: TaxMethod, filedOn: FiledOn): boolean {
  return method === 'cumulative' && filedOn === ''
}
