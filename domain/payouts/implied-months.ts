// Months of a column that leave their year out or tell only its last figures: what each can mean, for a person to confirm.

import { addMonths } from '../calendar/shanghai.ts'
import { monthOfName, PAID_FOR } from './month-text.ts'

/** A text of a sheet, and the "YYYY-MM" that it is read as. */
export type ImpliedMonth = { readonly text: string; readonly month: string }

const MAX_LENGTH = 16
const MONTHS_BACK = 12
const BARE = /^(今年|本年|去年|上年)?(?:(0?[1-9]|1[0-2])(?:月份?)?|(十[一二]?|[一二三四五六七八九])月份?)$/
/** 26-9, 26/09, 26.11, 2609: not 26.1, which may have been 26.10. */
const SHORT_YEAR = /^[‘’']?(\d{2})(?:[-/](\d{1,2})月?份?|\.(\d{2}|[2-9])|\.(\d{1,2})月份?|(\d{2}))$/
const ENGLISH = /^([a-z]{3,9})\.?(?:[-/‘’']?(\d{2}))?$/i
const WORDS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']

/** The only month up to `thisMonth` and not a year before it that the text can mean; this month rather than the same a year ago. */
export function impliedMonth(text: string, thisMonth: string): string | undefined {
  if (text === '' || text.length > MAX_LENGTH) return undefined
  const said = text.replace(PAID_FOR, '')
  if (/^[本当这]个?月份?$/.test(said)) return thisMonth
  if (/^上个?月份?$/.test(said)) return addMonths(thisMonth, -1)
  const [, whichYear, figures, word = ''] = BARE.exec(said) ?? []
  if (figures !== undefined) return ofName(Number(figures), whichYear, thisMonth)
  if (word !== '') return ofName(WORDS.indexOf(word) + 1, whichYear, thisMonth)
  const [, year, ...months] = SHORT_YEAR.exec(said) ?? []
  if (year !== undefined) return ofYear(year, Number(months.find((one) => one !== undefined)), thisMonth)
  return english(said, thisMonth)
}

/** Whether the answer to a question is what the text means: midnight may have passed since it was asked. */
export function mayMean({ text, month }: ImpliedMonth, thisMonth: string): boolean {
  return [thisMonth, addMonths(thisMonth, -1)].some((asked) => impliedMonth(text, asked) === month)
}

/** 9月 or Sep-26 says of itself that it is a month; 9 may be anything. */
export function saysMonth(text: string): boolean {
  return /月|[a-z]/i.test(text)
}

function english(text: string, thisMonth: string): string | undefined {
  const [, name = '', year] = ENGLISH.exec(text) ?? []
  const month = monthOfName(name)
  if (month === undefined) return undefined
  return year === undefined ? ofName(month, undefined, thisMonth) : ofYear(year, month, thisMonth)
}

function ofName(month: number, whichYear: string | undefined, thisMonth: string): string | undefined {
  const year = Number(thisMonth.slice(0, 4))
  const isPast = month <= Number(thisMonth.slice(5))
  if (whichYear === undefined) return payable(year - (isPast ? 0 : 1), month, thisMonth)
  return payable(/^[今本]/.test(whichYear) ? year : year - 1, month, thisMonth)
}

function ofYear(year: string, month: number, thisMonth: string): string | undefined {
  return payable(2000 + Number(year), month, thisMonth)
}

function payable(year: number, month: number, thisMonth: string): string | undefined {
  if (month < 1 || month > 12) return undefined
  const found = `${year}-${String(month).padStart(2, '0')}`
  return found <= thisMonth && found >= addMonths(thisMonth, -MONTHS_BACK) ? found : undefined
}
