// What holds for a whole table because it stands above it.

import { describe, expect, it } from 'vitest'
import { dayAbove, factsAbove, goingOn, listsPayouts, listsUndone, sectionIn } from './above-table.ts'

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

  it.each([
    ['失败：', 'undone'],
    ['二、失败明细', 'undone'],
    ['以下为退汇', 'undone'],
    ['成功：', 'done'],
    ['成功明细（4笔）', 'done'],
    ['如有退汇请与开户网点联系', undefined],
    ['转账失败的原因见附言,请核对后重新提交,谢谢配合', undefined],
    ['王小明', undefined],
    ['未成功', 'undone'],
  ])('%s between the lines begins a section of %s', (text, section) => expect(sectionIn(text)).toBe(section))

  it.each([
    ['币种：美元(USD)', '美元'],
    ['账号：3305 币种:USD', 'USD'],
    ['Currency: HKD', 'HKD'],
    ['账号 3305 币种 美元 USD', '美元'],
    ['币种 人民币', undefined],
    ['美元账户交易明细', '美元'],
    ['港币活期账户对账单', '港币'],
    ['币种：人民币(CNY)', undefined],
    ['币种：CNY', undefined],
    ['币种', undefined],
    ['收款人：美元咨询有限公司', undefined],
  ])('%s names the currency %s', (line, currency) =>
    expect(factsAbove([line], false).otherUnit).toBe(currency),
  )

  it.each([
    ['账单年份：2026', '2026'],
    ['2026年度', '2026'],
    ['年份：2026 年', '2026'],
    ['批次2026', undefined],
  ])('%s is of the year %s', (line, year) => expect(factsAbove([line], false).yearAbove).toBe(year))
})

describe('a page that repeats the headings', () => {
  const facts = (...lines: string[]) => factsAbove(lines, true)
  it.each<[string, string[], string[], object]>([
    ['the list of what failed', ['代发失败明细'], ['第 2 页'], { listsUndone: true }],
    ['what failed, until it says otherwise', ['代发失败明细'], ['代发成功明细'], { listsUndone: false }],
    ['a list of its own that failed', ['代发成功明细'], ['代发失败明细'], { listsUndone: true }],
    ['what goes either way', ['收付款明细'], [], { paysOut: false }],
    ['payments, where it says so', ['收付款明细'], ['付款明细'], { paysOut: true }],
    ['the day', ['代发日期：2026-03-16'], [], { dayAbove: '2026-03-16' }],
    ['its own day', ['日期：2026-03-16'], ['日期：2026-03-17'], { dayAbove: '2026-03-17' }],
    ['the year', ['2026年'], [], { yearAbove: '2026' }],
    ['the unit', ['单位：万元'], [], { otherUnit: '万元' }],
    ['own books', ['银行存款日记账'], [], { ownBooks: true }],
  ])('goes on with %s', (_, before, own, told) =>
    expect(goingOn(facts(...own), facts(...before), own)).toMatchObject(told),
  )
})
