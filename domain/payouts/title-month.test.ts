// Which month the lines above a table name, and when none can be told.

import { expect, it } from 'vitest'
import { monthInTitles, monthOfSheet, yearInTitles } from './title-month.ts'

const cases: readonly (readonly [string | readonly string[], string | undefined])[] = [
  ['2026年10月工资表', '2026-10'],
  ['星河科技 2026 年 9 月 劳务费发放表', '2026-09'],
  ['２０２６年１０月工资', '2026-10'],
  ['26年3月工资', '2026-03'],
  ['二〇二六年十月劳务费', '2026-10'],
  ['二零二六年十二月', '2026-12'],
  ['工资表（2026-10）', '2026-10'],
  ['工资表 2026/1', '2026-01'],
  ['2026.10 劳务费', '2026-10'],
  ['劳务费202610', '2026-10'],
  ['2026年度10月工资', '2026-10'],
  ['所属期间：2026年10月1日至10月31日', '2026-10'],
  ['结算周期 2026-10-01 ~ 2026-10-31', '2026-10'],
  ['2026.10.1-31', '2026-10'],
  ['2026年10月16日至11月15日', undefined],
  ['2026-10-16至2026-11-15', undefined],
  ['2026年10月1日至2027年10月31日', undefined],
  ['2026年第10期', '2026-10'],
  [['星河科技', '所属月份：2026年10月', '单位：元'], '2026-10'],
  // Named twice alike, with and without its year.
  [['2026年10月工资表', '所属期：2026-10'], '2026-10'],
  ['2026年10月工资表（10月）', '2026-10'],
  // A day above the table says when it was made.
  [['2026年10月工资表', '制表日期：2026-11-15'], '2026-10'],
  [['2026年10月工资表', '制表：2026年11月5日'], '2026-10'],
  [['2026年10月工资表', '打印 20261105'], '2026-10'],
  ['制表日期：2026-11-15', undefined],
  ['2026年11月5日', undefined],
  // Two months, a range, a quarter: nobody can tell which.
  ['2026年9月、2026年10月工资表', undefined],
  [['2026年9月工资表', '2026-10'], undefined],
  ['2026年9月至10月工资', undefined],
  ['2026年9-10月工资', undefined],
  ['2026年9月-2026年10月', undefined],
  ['2026年第三季度10月', undefined],
  ['2026年10月工资（11月发放）', undefined],
  ['2026年10月工资（十一月发放）', undefined],
  [['2026年10月工资表', '11月5日前发放'], '2026-10'],
  // Without its year, outside the year, or no month at all.
  ['10月工资表', undefined],
  ['十月工资表', undefined],
  ['2026年13月工资表', undefined],
  ['2026年0月工资表', undefined],
  ['2026年工资表', undefined],
  ['工资表 V2.10.1', undefined],
  ['编号 620261012', undefined],
  [[], undefined],
  [`2026年10月${'长'.repeat(100)}`, undefined],
]

it.each(cases)('%j names %s', (titles, month) => {
  expect(monthInTitles(typeof titles === 'string' ? [titles] : titles)).toBe(month)
})

it.each([
  [['10月工资表'], '', '2026-11', '2026-10'],
  [['11月工资表'], '', '2026-11', '2026-11'],
  [['十二月工资表'], '', '2026-11', '2025-12'],
  [['10月工资表'], '', undefined, undefined],
  [['13月工资表'], '', '2026-11', undefined],
  [['9月工资表', '10月发放'], '', '2026-11', undefined],
  [['2025年度', '10月工资表'], '', '2026-11', '2025-10'],
  [['工资表'], '2026年10月', '2026-11', '2026-10'],
  [['工资表'], '10月', '2026-11', '2026-10'],
  [['10月工资表'], '2025年', '2026-11', '2025-10'],
  // The title speaks before the name; where it cannot tell, the name does not either.
  [['2026年9月工资表'], '2026年10月', '2026-11', '2026-09'],
  [['2026年9月至10月'], '2026年10月', '2026-11', undefined],
  [['制表日期：2026-11-15'], 'Sheet1', '2026-11', undefined],
] as const)('%j on the sheet %s, read in %s, names %s', (titles, sheetName, thisMonth, month) => {
  expect(monthOfSheet({ titles, sheetName, thisMonth })).toBe(month)
})

it.each([
  ['2026年10月工资表', { year: '2026', month: '10' }],
  ['2026年劳务费发放表', { year: '2026', month: undefined }],
  ['2026年10月工资（11月发放）', undefined],
  ['2025年、2026年劳务费', undefined],
  ['10月工资表', undefined],
  ['制表日期：2026-11-15', undefined],
])('%s gives bare months the year of %j', (title, year) => expect(yearInTitles([title])).toEqual(year))
