// Days of a statement whose year, month and day stand in columns of their own, as bookkeepers draw them.

import type { Cell } from './printed-row.ts'

const YEAR = /^年(?:份|度)?$/
const MONTH = /^月(?:份)?$/
const DAY = /^日$/

/** The columns of the parts; the year may stand above the table instead. */
export type DayParts = { readonly year: number | undefined; readonly month: number; readonly day: number }

/** Of a row of headings; undefined where a part is missing or stands twice. */
export function dayPartsOf(headings: readonly string[]): DayParts | undefined {
  const places = (form: RegExp) =>
    headings.flatMap((text, column) => (form.test(text.replace(/\s/g, '')) ? [column] : []))
  const [years, months, days] = [places(YEAR), places(MONTH), places(DAY)]
  const [month, day] = [months[0], days[0]]
  if (month === undefined || day === undefined) return undefined
  if (years.length > 1 || months.length > 1 || days.length > 1) return undefined
  return { year: years[0], month, day }
}

/** 2026-10-15, or 10-15 where no column has the year; undefined where a part is blank or no number. */
export function dayOfParts(cells: readonly string[], { year, month, day }: DayParts): string | undefined {
  const parts = [...(year === undefined ? [] : [year]), month, day].map((column) =>
    (cells[column] ?? '').replace(/\s|[年月日]$/g, ''),
  )
  const isDay = parts.every((part, index) =>
    (index === parts.length - 3 ? /^\d{4}$/ : /^\d{1,2}$/).test(part),
  )
  return isDay ? parts.join('-') : undefined
}

/** Over the columns of months and days stands the year of both. */
export const isYear = (cell: string) => /^20\d\d ?年$/.test(cell)

/** The parts of a day become one cell in the column of its month. */
export function joinDay(row: Cell[], parts: DayParts): void {
  const texts: string[] = []
  for (const { column, text } of row) texts[column] = text
  const text = dayOfParts(texts, parts)
  if (text !== undefined) row.push({ kind: 'day', rank: 0, column: parts.month, text })
}
