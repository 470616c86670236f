// What stands above a table and holds for all of it: the day of its lines, and that it lists payments.

import type { Day } from '../calendar/shanghai.ts'
import { parseDay } from './printed-days.ts'

const DATE = /(?<![A-Za-z\d])\d{4}(?:([-/.])\d{1,2}\1\d{1,2}|年\d{1,2}月\d{1,2}日|\d{4})(?!\d)/g
/** When somebody made the paper is not when anything was paid. */
const ABOUT_PAPER = /(?:打印|导出|生成|制表|下载|申请|创建|操作|开户|出单|验证)[^\d]*$/
const PAYOUT_LIST =
  /代发|代付|批量付款|批量转账|批量支付|(?:付款|发放|支付|转账|汇款)(?:清单|明细|名单|回单|凭证|结果)/

/** The one day that all dates above a table name; a period of several days says nothing of a line. */
export function dayAbove(lines: readonly string[]): Day | null {
  const days = new Set<Day>()
  for (const line of lines)
    for (const match of line.matchAll(DATE)) {
      const day = parseDay(match[0])
      if (day !== undefined && !ABOUT_PAPER.test(line.slice(0, match.index))) days.add(day)
    }
  const [only] = days
  return days.size === 1 && only !== undefined ? only : null
}

const UNDONE_LIST =
  /失败|未成功|不成功|未处理|退票|退汇|退回|拒绝|拒付|作废|撤销|待(?:处理|审|复核|发|付|提交)/
/** 失败0笔, 失败金额:0.00 say that nothing failed. */
const NONE_OF_THEM = /[\p{Script=Han}]{0,6}[:：]?\s*0+(?:[.]0+)?(?![\d.])/u
/** A title is short; a note on what to do with returns is not. */
const LONGEST_TITLE = 60

/** Failed or returned payments, by a title or the tab of a sheet. */
export function listsUndone(lines: readonly string[]): boolean {
  return lines.some((line) => line.length <= LONGEST_TITLE && saysUndone(line))
}

function saysUndone(line: string): boolean {
  const found = UNDONE_LIST.exec(line)
  if (!found) return false
  const after = line.slice(found.index + found[0].length)
  const none = NONE_OF_THEM.exec(after)
  return none?.index === 0 ? saysUndone(after.slice(none[0].length)) : true
}

export function listsPayouts(lines: readonly string[]): boolean {
  return lines.some((line) => PAYOUT_LIST.test(line))
}
