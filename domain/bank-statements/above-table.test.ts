// What holds for a whole table because it stands above it.

import { describe, expect, it } from 'vitest'
import { dayAbove, listsPayouts, listsUndone } from './above-table.ts'

describe('the day above a table', () => {
  it.each<[string[], string | null]>([
    [['代发日期：2026-11-14'], '2026-11-14'],
    [['2026年11月14日代发清单', '打印时间：2026-11-15 09:00'], '2026-11-14'],
    [['起始日期 20261114 截止日期 20261114'], '2026-11-14'],
    [['查询期间：2026/11/01 至 2026/11/30'], null],
    [['交易日期：2026-11-14', '到账日期：2026-11-15'], null],
    [['打印日期：2026-11-15', '导出时间 2026-11-16'], null],
    [['账号：33050161820000000123', '批次 PW20261114'], null],
    [[], null],
  ])('of %j is %s', (lines, day) => expect(dayAbove(lines)).toBe(day))

  it.each([
    ['代发工资交易清单', true],
    ['批量付款明细', true],
    ['账户交易明细', false],
    ['收款明细', false],
  ])('%s lists payments only: %s', (title, lists) => expect(listsPayouts([title])).toBe(lists))

  it.each([
    ['代发失败明细', true],
    ['退票清单', true],
    ['待处理', true],
    ['成功8笔 失败2笔', true],
    ['成功10笔 失败0笔', false],
    ['失败笔数：0 失败金额：0.00 退票笔数 0', false],
    ['失败笔数：0 退票笔数 1', true],
    ['账户交易明细', false],
    [`本行提示：${'如交易失败或退票请联系开户网点，'.repeat(5)}`, false],
  ])('%s lists what was not paid: %s', (title, lists) => expect(listsUndone([title])).toBe(lists))
})
