// The one month that the lines above a sheet's table or its name tell: 2026年10月工资表. It is only ever proposed; a person confirms it.

/** A line beyond this is no title. */
const MAX_TITLE_LENGTH = 100
const CHINESE_YEAR = /[〇零○一二三四五六七八九]{4}年/g
const CHINESE_MONTH = /(?<![〇零○一二三四五六七八九十])(十[一二]?|[一二三四五六七八九])月/g
const DIGITS = '〇一二三四五六七八九'

/** A day says when something was made or printed, not which month is paid. */
const DAY =
  /\d{4}年\d{1,2}月\d{1,2}[日号]|\d{4}([-/.])\d{1,2}\1\d{1,2}|(?<!\d)20\d{6}(?!\d)|\d{1,2}月\d{1,2}[日号]/g
/** 9月至10月, 9-10月, 9、10月: more than one, whichever is meant. */
const RANGE = /\d月?份?(?:至|到|~|-+|—+|、|和|及|与|,|\/)(?:\d{2,4}年)?\d{1,2}月|季度|半年|全年/
/** 2026年10月1日至10月31日: all of it in one month. */
const DAYS_OF_ONE =
  /(?<!\d)(\d{4})(?:年|([-/.]))(\d{1,2})(?:月|\2)\d{1,2}[日号]?(?:至|到|~|-+|—+)(?:(?:(\d{4})[-/.年])?(\d{1,2})[-/.月])?\d{1,2}(?:[日号]|(?!\d))/g
const WITH_YEAR = /(?<!\d)(\d{4}|\d{2})年度?第?(\d{1,2})(?:月|期)|(?<!\d)(\d{4})[-/.](\d{1,2})(?![\d.])/g
const BARE = /(?<![\d年第])(\d{1,2})月/g
const YEAR = /(?<!\d)(20\d{2})年/g
const PACKED = /(?<!\d)(20\d{2})(0[1-9]|1[0-2])(?!\d)/g

/** Where a sheet without a column of months may name one. */
export type MonthSources = {
  readonly titles: Iterable<string>
  readonly sheetName?: string | undefined
  /** "YYYY-MM" of today: a month without its year is the last one of that name. */
  readonly thisMonth?: string | undefined
}

/** What the titles say, else the sheet's name; it is only ever proposed. */
export function monthOfSheet({ titles, sheetName = '', thisMonth }: MonthSources): string | undefined {
  const above = gather(titles)
  if (above === undefined) return undefined
  const name = gather([sheetName])
  const isSilent = above.named.size === 0 && above.bare.size === 0
  const said = isSilent ? name : above
  if (said === undefined) return undefined
  if (said.named.size > 0) return oneOf(said)
  const [month, another] = said.bare
  if (month === undefined || another !== undefined || month < 1 || month > 12) return undefined
  const [year, otherYear] = new Set([...above.years, ...(name?.years ?? [])])
  if (otherYear !== undefined) return undefined
  if (year !== undefined) return joined(year, String(month))
  return thisMonth === undefined ? undefined : lastMonthCalled(month, thisMonth)
}

/** "YYYY-MM"; undefined where none or more than one is named, or one without its year. */
export function monthInTitles(titles: Iterable<string>): string | undefined {
  const said = gather(titles)
  return said === undefined ? undefined : oneOf(said)
}

/** The year that the titles name, and the month with it where they name one. */
export type TitleYear = { readonly year: string; readonly month: string | undefined }

export function yearInTitles(titles: Iterable<string>): TitleYear | undefined {
  const said = gather(titles)
  if (said === undefined) return undefined
  const month = oneOf(said)
  if (month !== undefined) return { year: month.slice(0, 4), month: month.slice(5) }
  const [year, another] = said.years
  const isAlone = said.named.size === 0 && said.bare.size === 0 && another === undefined
  return year !== undefined && isAlone ? { year, month: undefined } : undefined
}

type SaidMonths = {
  readonly named: ReadonlySet<string>
  /** Months without a year. */
  readonly bare: ReadonlySet<number>
  readonly years: ReadonlySet<string>
}

/** Undefined where a range or a month that is none is named. */
function gather(titles: Iterable<string>): SaidMonths | undefined {
  const named = new Set<string>()
  const bare = new Set<number>()
  const years = new Set<string>()
  for (const title of titles) {
    if (title.length > MAX_TITLE_LENGTH) continue
    const text = plainText(title).replace(DAYS_OF_ONE, monthOfDays)
    if (RANGE.test(text)) return undefined
    const withoutDays = text.replace(DAY, ' ')
    for (const [, year = '', month = '', otherYear = year, otherMonth = month] of withoutDays.matchAll(
      WITH_YEAR,
    )) {
      const found = joined(otherYear, otherMonth)
      if (found === undefined) return undefined
      named.add(found)
    }
    for (const [, year = '', month = ''] of withoutDays.matchAll(PACKED)) named.add(`${year}-${month}`)
    for (const [, month] of withoutDays.matchAll(BARE)) bare.add(Number(month))
    for (const [, year = ''] of withoutDays.matchAll(YEAR)) years.add(year)
  }
  return { named, bare, years }
}

/** Days of two months stay as they are, a range. */
function monthOfDays(
  days: string,
  year: string,
  _: string | undefined,
  month: string,
  otherYear = year,
  otherMonth = month,
): string {
  return year === otherYear && Number(month) === Number(otherMonth) ? `${year}年${month}月` : days
}

function oneOf({ named, bare }: SaidMonths): string | undefined {
  const [only, another] = named
  if (only === undefined || another !== undefined) return undefined
  // 2026年10月工资（11月发放）: two months are named, whichever has its year.
  return [...bare].every((month) => month === Number(only.slice(5))) ? only : undefined
}

function lastMonthCalled(month: number, thisMonth: string): string | undefined {
  const year = Number(thisMonth.slice(0, 4)) - (month > Number(thisMonth.slice(5)) ? 1 : 0)
  return joined(String(year), String(month))
}

/** Full-width and Chinese figures as digits, without spaces. */
function plainText(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .replace(CHINESE_YEAR, (year) =>
      year.replace(/[〇零○一二三四五六七八九]/g, (character) =>
        String(Math.max(DIGITS.indexOf(character.replace(/[零○]/, '〇')), 0)),
      ),
    )
    .replace(CHINESE_MONTH, (_, month: string) => `${chineseNumber(month)}月`)
}

function chineseNumber(text: string): number {
  return text.startsWith('十') ? 10 + Math.max(DIGITS.indexOf(text[1] ?? ''), 0) : DIGITS.indexOf(text)
}

function joined(year: string, month: string): string | undefined {
  const number = Number(month)
  if (number < 1 || number > 12) return undefined
  return `${year.length === 2 ? `20${year}` : year}-${String(number).padStart(2, '0')}`
}
