// Reads days as banks print them: the year first, or the day or the month first as a whole statement shows.

import type { Day } from '../calendar/shanghai.ts'

// A day, and perhaps a time, whose space may be lost where the cell was wrapped.
const DAY =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{2}|\d)|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?:$|T|-\d{2}\.|[ ]*(?:上午|下午|AM|PM)?[ ]*\d{1,2}[:时]|[ ]*\d{6}$)/i
const WEEKDAY = /[ (]*(?:星期|周|礼拜)[一二三四五六日天][ )]*/
/** 16/03/2026 or 03/16/2026. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:$|[ ]*\d{1,2}:)/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** 16-Mar-2026, 16 Mar 2026, Mar 16, 2026. */
const NAMED_MONTH =
  /^(?:(\d{1,2})[- /]?([a-z]{3})[a-z]*[-,. /]*|([a-z]{3})[a-z]*[. ]*(\d{1,2}),? *)(\d{4})(?:$|[ ]*\d{1,2}:)/i

/** 16-Mar-26: nobody puts a year before a month's name. */
const NAMED_MONTH_SHORT_YEAR = /^(\d{1,2})[- ]([a-z]{3})[- ](2\d)(?:$|[ ]+\d{1,2}:)/i

/** 12 2026-03-16: the number of the line, which touches the day beside it. */
const SERIAL_BEFORE = /^\d{1,4} (?=20\d\d[-/.年\d])/

/** What comes first where the year comes last; undefined where no day of the statement tells. */
export type DayOrder = 'day-first' | 'month-first' | undefined

export function parseDay(whole: string, order?: DayOrder): Day | undefined {
  if (!/\d/.test(whole)) return undefined
  const text = whole.replace(SERIAL_BEFORE, '')
  const match = DAY.exec(
    text
      .replace(WEEKDAY, '')
      .replace(/ ?([-/.年月]) ?/g, '$1')
      .replace(/ 日/, '日'),
  )
  if (!match) return shortYear(text) ?? yearLast(text, order)
  const [, year = '', , dashMonth, dashDay, hanMonth, hanDay, bareMonth, bareDay] = match
  return dayOf(year, dashMonth ?? hanMonth ?? bareMonth ?? '', dashDay ?? hanDay ?? bareDay ?? '')
}

/** 26-10-15: the year comes first, as in every day that banks here print. */
const SHORT_YEAR = /^([23]\d)([-/.])(\d{1,2})\2(\d{1,2})(?:$|[ ]*\d{1,2}:)/

function shortYear(text: string): Day | undefined {
  const [, year, , month = '', day = ''] = SHORT_YEAR.exec(text) ?? []
  return year === undefined ? undefined : dayOf(`20${year}`, month, day)
}

const MONTH_AND_DAY =
  /^(?:(\d{1,2})[-/.](\d{1,2})|(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2})(?=$|[ ]))(?:$|[ ]*\d{1,2}:)/

/** 10-15, 10月15日 and 1015, of the year that stands above them. */
export function parseDayOfYear(text: string, year: string | undefined): Day | undefined {
  const closed = text.replace(/ ?([-/.月]) ?/g, '$1').replace(/ 日/, '日')
  const [, month, day, hanMonth, hanDay, bareMonth, bareDay] = MONTH_AND_DAY.exec(closed) ?? []
  const its = month ?? hanMonth ?? bareMonth
  if (year === undefined || its === undefined) return undefined
  return dayOf(year, its, day ?? hanDay ?? bareDay ?? '')
}

function yearLast(text: string, order: DayOrder): Day | undefined {
  const named = NAMED_MONTH.exec(text)
  if (named) {
    const [, before, month, otherMonth, after, year = ''] = named
    const place = MONTHS.indexOf((month ?? otherMonth ?? '').toLowerCase())
    return place < 0 ? undefined : dayOf(year, String(place + 1), before ?? after ?? '')
  }
  const short = NAMED_MONTH_SHORT_YEAR.exec(text)
  if (short) {
    const [, day = '', month = '', year] = short
    const place = MONTHS.indexOf(month.toLowerCase())
    return place < 0 ? undefined : dayOf(`20${year}`, String(place + 1), day)
  }
  const match = YEAR_LAST.exec(text)
  if (!match) return undefined
  const [, first = '', , second = '', year = ''] = match
  const tells = orderOf(text) ?? order ?? (first === second ? 'day-first' : undefined)
  if (tells === undefined) return undefined
  return tells === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
}

function orderOf(text: string): DayOrder {
  const match = YEAR_LAST.exec(text)
  if (!match) return undefined
  if (Number(match[1]) > 12) return 'day-first'
  return Number(match[3]) > 12 ? 'month-first' : undefined
}

/** Told by days that can only be read one way, if all of them agree. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const orders = new Set(texts.map(orderOf).filter((order) => order !== undefined))
  const [only] = orders
  return orders.size === 1 ? only : undefined
}

function dayOf(year: string, month: string, day: string): Day | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  // The 30th of February would silently become the 2nd of March.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written)
  return isReal && year >= '2000' ? written : undefined
}
