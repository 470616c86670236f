// A month whose year stands elsewhere: in a column of its own, or in the title above.

import { bareHeading } from './heading-words.ts'
import type { TitleYear } from './title-month.ts'

const YEAR_HEADING = /^(?:所属|归属|费用|发放|工资|薪资|结算|会计)?(?:年|年份|年度)$/
const BARE_MONTH = /^(0?[1-9]|1[0-2])(?:月份?)?$/
const MAX_BARE = 4

/** Whether a column holds the years of the months beside it. */
export function isYearHeading(text: string): boolean {
  return YEAR_HEADING.test(bareHeading(text))
}

/** The only such column of a heading. */
export function yearColumnOf(cells: ReadonlyMap<number, string>): number | undefined {
  const [only, another] = [...cells].filter(([, text]) => isYearHeading(text))
  return another === undefined ? only?.[0] : undefined
}

/** 10月 with its year; whatever is no bare month, or has no year that is plain, stays as it is. */
export function completeMonth(text: string, year: string | undefined, title: TitleYear | undefined): string {
  if (text.length > MAX_BARE) return text
  const [, bare] = BARE_MONTH.exec(text) ?? []
  if (bare === undefined) return text
  const month = bare.padStart(2, '0')
  const [, ofColumn] = /^(20\d{2})年?度?$/.exec(year ?? '') ?? []
  if (year !== undefined) return ofColumn === undefined ? text : `${ofColumn}-${month}`
  // A title of January above a row of December may mean either year.
  const isTold = title !== undefined && (title.month ?? month) === month
  return isTold ? `${title.year}-${month}` : text
}
