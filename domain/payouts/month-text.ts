// The month that a text names, in the ways in which people and programs write it; a text that could be two months names none.

// 2026.1 may have been 2026.10 before a program took it for a number; 2026.9 can be nothing else.
const MONTH_FORM =
  /^(\d{4})(?:[-/](\d{1,2})(?:月份?)?|\.(\d{2}|[2-9])|\.(\d{1,2})月份?|年(\d{1,2})月?份?|(\d{2})(?:月份?)?)$/
// A day, and perhaps a time of day whose space is already gone: 2026-11-01, 2026-11-0100:00:00, 2026-11-01T00:00:00.
const DAY_FORM =
  /^(\d{4})(?:([-/.])(\d{1,2})\2\d{1,2}|年(\d{1,2})月\d{1,2}日|(\d{2})\d{2})(?:T?\d{1,2}:\d{2}.*)?$/

/** "YYYY-MM", of a text without spaces. */
export function monthOfText(bare: string): string | undefined {
  const month = MONTH_FORM.exec(bare)
  if (month) return joined(month[1], month[2] ?? month[3] ?? month[4] ?? month[5] ?? month[6])
  const day = DAY_FORM.exec(bare)
  if (day) return joined(day[1], day[3] ?? day[4] ?? day[5])
  return bare.length > MAX_LENGTH ? undefined : rarer(bare)
}

const MAX_LENGTH = 30
// 2026年第11期, 2026年度11月: periods as bookkeeping programs call them, one a month.
const PERIOD = /^(\d{4})年(?:度|第)*(\d{1,2})(?:月份?|期间?|月期)$/
const SHORT_YEAR = /^(\d{2})年(\d{1,2})月份?$/
const MONTH_FIRST = /^(\d{1,2})[-/.](\d{4})$/
const DAY_OR_MONTH_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:T?\d{1,2}:\d{2}.*)?$/
const ENGLISH = /^(?:(\d{4})[-/.,]?([a-z]{3,9})|(?:\d{1,2}[-/.]?)?([a-z]{3,9})[-/.,]?(\d{4}))$/i
const RANGE = /^(.{6,11}?)(?:至|到|~|--|—+|-)(\d{4}.{2,7})$/
/** 2026年10月1日-31日, 2026.10.1-10.31: the second day has the year of the first. */
const SHORT_RANGE =
  /^(\d{4})(?:年|([-/.]))(\d{1,2})(?:月|\2)(\d{1,2})日?(?:至|到|~|--|—+|-)(?:(\d{1,2})[-/.月])?(\d{1,2})(日?)$/
/** Part of a month, or what is paid for it, written behind it. */
export const PAID_FOR =
  /(?:工资|薪资|薪酬|薪水|劳务费|劳务报酬|劳务|绩效|奖金|佣金|提成|稿酬|稿费|课酬|报酬|费用|[上中下]旬|[上下]半月|第[一二三四五1-5]周)$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FULL_MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]
const CHINESE = /^(\d{4}|[〇零○Oo一二三四五六七八九]{4})年(十[一二]?|[一二三四五六七八九])月份?$/
const DIGITS = '〇一二三四五六七八九'

function rarer(bare: string): string | undefined {
  if (PAID_FOR.test(bare)) return monthOfText(bare.replace(PAID_FOR, ''))
  const [, periodYear, period] = PERIOD.exec(bare) ?? []
  if (period) return joined(periodYear, period)
  const [, shortYear, shortMonth] = SHORT_YEAR.exec(bare) ?? []
  if (shortMonth) return joined(`20${shortYear}`, shortMonth)
  const [, first, year] = MONTH_FIRST.exec(bare) ?? []
  if (first) return joined(year, first)
  const days = DAY_OR_MONTH_FIRST.exec(bare)
  if (days) return dayOrMonthFirst(Number(days[1]), Number(days[3]), days[4])
  return english(bare) ?? chinese(bare) ?? wholeRange(bare)
}

/** 15/11/2026 and 11/15/2026 have one reading each; 01/11/2026 has two, and none is taken. */
function dayOrMonthFirst(one: number, other: number, year = ''): string | undefined {
  if (one === other) return joined(year, String(one))
  if (one > 12 && one <= 31) return joined(year, String(other))
  return other > 12 && other <= 31 ? joined(year, String(one)) : undefined
}

/** Nov2026, 2026-November, 15-Nov-2026; not Nov-26, which may be a day. */
function english(bare: string): string | undefined {
  const [, yearBefore, wordAfter, wordBefore, yearAfter] = ENGLISH.exec(bare) ?? []
  const month = monthOfName(wordAfter ?? wordBefore ?? '')
  return month === undefined ? undefined : joined(yearBefore ?? yearAfter, String(month))
}

/** 9 for Sep, sept or September. */
export function monthOfName(name: string): number | undefined {
  const word = name.toLowerCase()
  if (word === 'sept') return 9
  const at = FULL_MONTHS.includes(word) ? FULL_MONTHS.indexOf(word) : MONTHS.indexOf(word)
  return at === -1 ? undefined : at + 1
}

function chinese(bare: string): string | undefined {
  const [, year, month] = CHINESE.exec(bare) ?? []
  if (year === undefined || month === undefined) return undefined
  const digits = year.replace(/[^\d]/g, (character) => String(Math.max(DIGITS.indexOf(character), 0)))
  const number = month.startsWith('十')
    ? 10 + Math.max(DIGITS.indexOf(month[1] ?? ''), 0)
    : DIGITS.indexOf(month)
  return joined(digits, String(number))
}

/** 2026-11-01至2026-11-30: two days of one month. */
function wholeRange(bare: string): string | undefined {
  const [, year, , month, firstDay, monthAgain, lastDay, sign] = SHORT_RANGE.exec(bare) ?? []
  if (month !== undefined) {
    // 2026.10.1-11 may end in November.
    const isDay = monthAgain !== undefined || sign === '日' || Number(lastDay) > 12
    const isOne = Number(month) === Number(monthAgain ?? month) && Number(firstDay) <= Number(lastDay)
    return isDay && isOne ? joined(year, month) : undefined
  }
  const [, from = '', to = ''] = RANGE.exec(bare) ?? []
  const first = from === '' ? undefined : dayOrMonth(from)
  return first !== undefined && first === dayOrMonth(to) ? first : undefined
}

function dayOrMonth(bare: string): string | undefined {
  const [, year, month] = /^(\d{4})[-/.年](\d{1,2})(?:月|$|[-/.月]\d{1,2}日?$)/.exec(bare) ?? []
  return month === undefined ? undefined : joined(year, month)
}

function joined(year = '', month = ''): string | undefined {
  const number = Number(month)
  return number >= 1 && number <= 12 ? `${year}-${month.padStart(2, '0')}` : undefined
}
