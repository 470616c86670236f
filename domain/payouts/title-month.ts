// The one month that the lines above a sheet's table name: 2026年10月工资表. It is only ever proposed; a person confirms it.

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
const WITH_YEAR = /(?<!\d)(\d{4}|\d{2})年度?第?(\d{1,2})(?:月|期)|(?<!\d)(\d{4})[-/.](\d{1,2})(?![\d.])/g
const BARE = /(?<![\d年第])(\d{1,2})月/g
const PACKED = /(?<!\d)(20\d{2})(0[1-9]|1[0-2])(?!\d)/g

/** "YYYY-MM"; undefined where none or more than one is named, or one without its year. */
export function monthInTitles(titles: Iterable<string>): string | undefined {
  const named = new Set<string>()
  const bare = new Set<number>()
  for (const title of titles) {
    if (title.length > MAX_TITLE_LENGTH) continue
    const text = plainText(title)
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
  }
  const [only, another] = named
  if (only === undefined || another !== undefined) return undefined
  // 2026年10月工资（11月发放）: two months are named, whichever has its year.
  return [...bare].every((month) => month === Number(only.slice(5))) ? only : undefined
}

/** Full-width and Chinese figures as digits, without spaces. */
function plainText(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .replace(CHINESE_YEAR, (year) =>
      year.replace(/[〇零○一二三四五六七八九]/g, (sign) =>
        String(Math.max(DIGITS.indexOf(sign.replace(/[零○]/, '〇')), 0)),
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
