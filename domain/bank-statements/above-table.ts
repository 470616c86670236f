// What stands above a table and holds for all of it: the day or the year of its lines, their unit, and that it lists payments.

import type { Day } from '../calendar/shanghai.ts'
import { unitAbove, unitInTitle } from '../payouts/amount-words.ts'
import { parseDay } from './printed-days.ts'
import type { PrintedRow } from './printed-row.ts'

const DATE = /(?<![A-Za-z\d])\d{4}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日|\d{4})(?!\d)/g
/** When somebody made the paper is not when anything was paid. */
const ABOUT_PAPER = /(?:打印|导出|生成|制表|下载|申请|创建|操作|开户|出单|验证)[^\d]*$/
const YEAR =
  /(?<!\d)(20[2-9]\d)(?=年|[-/.]\d{1,2}[-/.]|(?:0[1-9]|1[0-2])[0-3]\d(?!\d))|(?<=年[份度]?[:： ]{0,2})(20[2-9]\d)(?!\d)/g
const PAYOUT_LIST =
  /代发|代付|批量付款|批量转账|批量支付|(?:付款|发放|支付|汇款)(?:清单|明细|名单|回单|凭证|结果)|转账(?:清单|名单|回单|凭证|结果)/
/** The title of a list of what went out and of what came in. */
const EITHER_WAY = /(?:收付|收支|往来|进出)[款账]?(?:清单|明细|列表|报表|流水|表)/

/** A company's own books, in which 借 is money that came in. */
const OWN_BOOKS = /日记[账帐]|(?:明细|总)[账帐](?![单户号])|序时[账帐]|会计科目|科目(?:名称|编码|明细|:)/

export type FactsAbove = Pick<
  PrintedRow,
  'paysOut' | 'dayAbove' | 'yearAbove' | 'otherUnit' | 'listsUndone' | 'ownBooks'
>

/** `named` says that a heading names payees or what they were paid, `tab` is the name of a sheet. */
export function factsAbove(lines: readonly string[], named: boolean, tab = ''): FactsAbove {
  const year = yearAbove(lines)
  const unit = lines.map(unitOfLine).find((found) => found !== undefined)
  return {
    paysOut: (named && !lines.some((line) => EITHER_WAY.test(line))) || listsPayouts(lines),
    dayAbove: dayAbove(lines),
    listsUndone: listsUndone([tab, ...lines]),
    ...(year === undefined ? {} : { yearAbove: year }),
    ...(unit === undefined ? {} : { otherUnit: unit }),
    ...([tab, ...lines].some((line) => OWN_BOOKS.test(line)) ? { ownBooks: true } : {}),
  }
}

const unitOfLine = (line: string) => unitAbove(line) ?? currencyAbove(line) ?? unitInTitle(line)

const FOREIGN_MONEY = '美元|美金|港[币元]|欧元|日元|英镑|加元|澳元|新元|瑞郎|外币'
const CURRENCY_TOLD = new RegExp(
  `(?:币种|币别|货币|currency|ccy)(?:\\s*[:：]\\s*|\\s+)(${FOREIGN_MONEY}|USD|HKD|EUR|JPY|GBP|CAD|AUD|SGD|CHF|MOP|TWD|KRW)(?![A-Z])|(${FOREIGN_MONEY})(?:活期|定期|结算|存款|现汇|现钞|一般|基本|经常项目)*[账帐]?户`,
  'i',
)

/** 币种：美元(USD), 港币账户明细: the currency of an account that is not kept in yuan. */
function currencyAbove(line: string): string | undefined {
  const [, told, account] = CURRENCY_TOLD.exec(line) ?? []
  return told ?? account
}

/** The one day that all dates above a table name; a period of several days says nothing of a line. */
export function dayAbove(lines: readonly string[]): Day | null {
  const days = new Set<Day>()
  for (const line of lines.map(closed))
    for (const match of line.matchAll(DATE)) {
      const day = parseDay(match[0])
      if (day !== undefined && !ABOUT_PAPER.test(line.slice(0, match.index))) days.add(day)
    }
  const [only] = days
  return days.size === 1 && only !== undefined ? only : null
}

/** The one year that is named above a table whose days have none. */
export function yearAbove(lines: readonly string[]): string | undefined {
  const years = new Set(
    lines.map(closed).flatMap((line) => Array.from(line.matchAll(YEAR), ([year]) => year)),
  )
  const [only] = years
  return years.size === 1 ? only : undefined
}

/** 2026 年 10 月 15 日 */
const closed = (line: string) => line.replace(/ *([年月]) */g, '$1').replace(/ +日/g, '日')

const UNDONE_LIST =
  /失败|未成功|不成功|未处理|退票|退汇|退回|拒绝|拒付|作废|撤销|待(?:处理|审|复核|发|付|支付|转账|提交)|未(?:付|支付|提交|发放|到账)|计划[付支发]|预计|预约|未达账|测试环境|草稿|模板|样表|申请(?:单|表|明细|清单|列表)/
/** 失败0笔, 失败金额:0.00 say that nothing failed. */
const NONE_OF_THEM = /[\p{Script=Han}]{0,6}[:：]?\s*0+(?:[.]0+)?(?![\d.])/u
/** A title is short; a note on what to do with returns is not. */
const MAX_TITLE = 60

/** Failed or returned payments, or such as are still to be made, by a title or the tab of a sheet. */
export function listsUndone(lines: readonly string[]): boolean {
  return lines.some((line) => line.length <= MAX_TITLE && saysUndone(line))
}

/** A note of what to do is no title. */
const ADVICE = /请|须|需|如有|如果|若|联系|咨询|谢/
const DONE_SECTION =
  /^(?:第?[一二三四五六七八九十\d]{1,2}[、.)])?(?:以下)?[\p{Script=Han}]{0,6}(?:成功|已入账|已支付|已付款|已发放)(?:明细|清单|名单|列表|部分|记录)?(?:\(?共?\d+[笔条人]\)?)?$/u
const MAX_SECTION = 24

/** A line of its own between the lines of a table, which says what became of those below it. */
export function sectionIn(line: string): 'done' | 'undone' | undefined {
  const text = line.normalize('NFKC').replace(/\s|:$/g, '')
  if (text.length > MAX_SECTION || ADVICE.test(text)) return undefined
  if (saysUndone(text)) return 'undone'
  return DONE_SECTION.test(text) ? 'done' : undefined
}

function saysUndone(line: string): boolean {
  const found = UNDONE_LIST.exec(line)
  if (!found) return false
  const after = line.slice(found.index + found[0].length)
  const none = NONE_OF_THEM.exec(after)
  return none?.index === 0 ? saysUndone(after.slice(none[0].length)) : true
}

export function listsPayouts(lines: readonly string[]): boolean {
  return lines.some((line) => PAYOUT_LIST.test(line)) && !lines.some((line) => EITHER_WAY.test(line))
}

/** Pages that repeat the headings go on with what stood above the first, but for what they say themselves. */
export function goingOn(own: FactsAbove, before: FactsAbove, lines: readonly string[]): FactsAbove {
  const saysWay = lines.some((line) => EITHER_WAY.test(line) || PAYOUT_LIST.test(line))
  const isDone = lines.some((line) => /成功|已完成/.test(line))
  return {
    ...before,
    ...own,
    paysOut: saysWay ? own.paysOut : before.paysOut,
    dayAbove: own.dayAbove ?? before.dayAbove,
    listsUndone: own.listsUndone || (!isDone && before.listsUndone === true),
  }
}
