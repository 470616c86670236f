// When a result says that its payments were made: whole days, days without their year, days that a bank's serials begin with (ADR 188).

import { parseDay, parseDayOfYear } from '../bank-statements/printed-days.ts'
import { addDays, type Day } from '../calendar/shanghai.ts'

/** A stamp of whatever form behind a whole day: 2026-11-18 09.30.11.123456. */
const DAY_FIRST = /^\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)/
/** Any leap year: it has every day. */
const SOME_YEAR = '2024'

export type ToldDays = {
  readonly oldestDay: Day | undefined
  readonly newestDay: Day | undefined
  /** 11-18, where none of them says of which year. */
  readonly dayOfYear: string | undefined
}

export function daysTold(texts: readonly string[]): ToldDays {
  const told = texts.map((text) => text.trim()).filter((text) => text !== '')
  const days = told.flatMap((text) => wholeDay(text) ?? []).toSorted()
  const dayOfYear =
    days.length > 0
      ? undefined
      : told.flatMap((text) => parseDayOfYear(text, SOME_YEAR)?.slice(5) ?? []).toSorted()[0]
  return { oldestDay: days[0], newestDay: days.at(-1), dayOfYear }
}

export const wholeDay = (text: string): Day | undefined =>
  parseDay(text) ?? parseDay(DAY_FIRST.exec(text)?.[0] ?? '')

/** From the day on which a file was made to the one on which its result is read; banks book what is done at night on the morrow. */
export type Span = { readonly since?: Day | undefined; readonly until?: Day | undefined }

const isLater = (day: Day, until: Day | undefined): boolean => until !== undefined && day > addDays(until, 1)

/** Before there was a file; a day without its year is the first one since then, which must have come. */
export function isTooOld({ oldestDay, dayOfYear }: Partial<ToldDays>, { since, until }: Span): boolean {
  if (since === undefined) return false
  if (oldestDay !== undefined) return oldestDay < since
  if (dayOfYear === undefined) return false
  const year = Number(since.slice(0, 4))
  const first = [year, year + 1].map((one): Day => `${one}-${dayOfYear}`).find((day) => day >= since)
  return first !== undefined && isLater(first, until)
}

/** What is said to be done on a day that has not come was only arranged. */
export const isTooNew = ({ newestDay }: Partial<ToldDays>, { until }: Span): boolean =>
  newestDay !== undefined && isLater(newestDay, until)

const SERIAL_DAY = /^[A-Z]{0,6}(20[2-9]\d[01]\d[0-3]\d)\d*[0-9A-Z]{4}/i

/** Of serials that all begin with a day, the newest; undefined where one of them does not. */
export function newestSerialDay(serials: readonly string[]): Day | undefined {
  const told = serials.filter((serial) => serial !== '')
  const days = told.flatMap((serial) => parseDay(SERIAL_DAY.exec(serial)?.[1] ?? '') ?? [])
  return days.length === told.length ? days.toSorted().at(-1) : undefined
}
