// How headings may be written, and what is told when they are not all there.

import { describe, expect, it } from 'vitest'
import {
  fieldOfHeading,
  isHeadingOf,
  joinHeadings,
  PAYOUT_SHEET,
  readHeading,
  titlesOf,
} from './sheet-columns.ts'

const row = (...texts: string[]) =>
  readHeading(new Map(texts.map((text, index) => [index, text])), PAYOUT_SHEET)

describe('headings of a payout sheet', () => {
  it.each([
    ['姓名', 'name'],
    ['姓名*', 'name'],
    ['* 姓 名', 'name'],
    ['姓名（必填）', 'name'],
    ['姓名：', 'name'],
    ['身份证 号', 'idCardNo'],
    ['身份证\n号', 'idCardNo'],
    ['\u200b身份证号\u00a0', 'idCardNo'],
    ['金额(元)', 'amount'],
    ['金额（元）', 'amount'],
    ['金额【元】', 'amount'],
    ['所属月份', 'month'],
    ['备注', 'remark'],
    ['收款人姓名', 'name'],
    ['员工\n姓名', 'name'],
    ['户　名', 'name'],
    ['身份证号码', 'idCardNo'],
    ['★证件号码', 'idCardNo'],
    ['ID No.', 'idCardNo'],
    ['手机号码', 'phone'],
    ['联系电话', 'phone'],
    ['开户银行', 'bank'],
    ['开户行名称', 'bank'],
    ['银行账号', 'cardNo'],
    ['收款账号', 'cardNo'],
    ['卡号', 'cardNo'],
    ['应发金额', 'amount'],
    ['实发金额（元）', 'amount'],
    ['发放金额/元', 'amount'],
    ['月份', 'month'],
    ['账期', 'month'],
    ['摘要', 'remark'],
    ['汇款金额', 'amount'],
    ['发放金额', 'amount'],
    ['發放金額', 'amount'],
    ['身分證號碼', 'idCardNo'],
    ['聯絡電話', undefined],
    ['手機號碼', 'phone'],
    ['*收入', 'amount'],
    ['结算周期', 'month'],
    // What may be anything is asked about.
    ['账号', undefined],
    ['日期', undefined],
    ['服务费', undefined],
    ['合计', undefined],
    ['序号', undefined],
    ['', undefined],
    [`姓名${' '.repeat(60)}`, undefined],
  ])('maps heading %j to %s', (text, field) => expect(fieldOfHeading(text, PAYOUT_SHEET)).toBe(field))

  it('are accepted in any order with other columns between', () => {
    const heading = row(
      '序号',
      '金额',
      '所属月份',
      '银行卡号',
      '开户行',
      '手机号',
      '身份证号',
      '部门',
      '姓名',
    )
    expect(heading.missing).toEqual([])
    expect(heading.columns.get('name')).toBe(8)
    expect(heading.columns.has('remark')).toBe(false)
    expect(heading.pure).toBe(false)
  })

  it('are reported when missing or duplicate', () => {
    const heading = row('姓名', '姓名*', '身份证号', '金额')
    expect(titlesOf(heading.missing)).toBe('手机号、开户行、银行卡号、所属月份')
    expect(heading.twice).toEqual(['name'])
  })

  it('may span two rows with group titles above', () => {
    const upper = new Map([
      [0, '姓名'],
      [1, '身份证号'],
      [2, '手机号'],
      [3, '收款信息'],
      [5, '金额'],
      [6, '所属月份'],
    ])
    const lower = new Map([
      [3, '开户行'],
      [4, '银行卡号'],
    ])
    expect(joinHeadings(upper, lower, PAYOUT_SHEET)).toMatchObject({ missing: [], twice: [], pure: true })
    const amounts = new Map([...lower, [5, '应发'], [6, '实发']] as const)
    expect(joinHeadings(upper, amounts, PAYOUT_SHEET).twice).toEqual(['amount'])
  })

  it('prefer the template’s own word, except for money', () => {
    const heading = row('联系电话', '手机号', '户名', '姓名')
    expect([...heading.columns]).toEqual([
      ['phone', 1],
      ['name', 3],
    ])
    expect(heading.twice).toEqual([])
    expect(row('金额', '实发金额').twice).toEqual(['amount'])
    expect(row('银行账号', '卡号').twice).toEqual(['cardNo'])
    expect(row('应发金额', '个税').twice).toEqual(['amount'])
    expect(row('金额', '个税').twice).toEqual([])
    expect(row('劳务费', '奖励').twice).toEqual(['amount'])
    expect(row('劳务费', '差旅报销').twice).toEqual(['amount'])
    expect(row('金额（小写）', '金额（大写）').twice).toEqual([])
    expect(row('工资', '奖金', '合计').twice).toEqual(['amount'])
    expect(row('发放金额', '服务费', '合计').twice).toEqual([])
  })

  it('take no remark in brackets for nothing that makes it somebody else’s', () => {
    expect([...row('手机号（紧急联系人）', '银行卡号（报销）').columns]).toEqual([])
    expect([...row('手机号（必填）', '备注（公司内部）').columns.keys()]).toEqual(['phone', 'remark'])
  })

  it.each([
    ['金额', 'gross', undefined],
    ['应发工资', 'gross', undefined],
    ['实发金额(元)', 'net', undefined],
    ['发放金额', 'either', undefined],
    ['金额（万元）', 'either', '万元'],
    ['金额(分)', 'either', '分'],
    ['金额（精确到分）', 'either', undefined],
    ['金额（税后）', 'net', undefined],
    ['金额（税前，元）', 'gross', undefined],
    ['金额（单位：元）', 'gross', undefined],
    ['金额（上月）', undefined, undefined],
    ['金额/美元', undefined, undefined],
    ['金额(USD)', 'either', 'USD'],
  ])('of amounts, %s is %s in %s', (text, meaning, unit) => {
    const heading = row(text)
    expect(heading.columns.has('amount') ? heading.amountMeaning : undefined).toBe(meaning)
    expect(heading.amountUnit).toBe(unit)
  })

  it.each([
    [['姓名', '银行卡号', '金额'], true],
    [['姓名', '身份证号', '手机号'], false],
    [['姓名', '金额'], false],
  ])('headings %j identify a payout sheet: %s', (texts, pays) =>
    expect(isHeadingOf(row(...texts), PAYOUT_SHEET)).toBe(pays),
  )
})

it.each([
  [['开户银行', '开户支行'], 0, false],
  [['开户支行', '开户银行'], 1, false],
  [['开户行', '开户支行'], 0, false],
  [['开户银行', '收款银行'], 0, true],
])('of the banks %j takes the one at %i, and asks of two that are no branches', (banks, column, isTwice) => {
  const heading = readHeading(new Map(banks.map((text, at) => [at, text])), PAYOUT_SHEET)
  expect([heading.columns.get('bank'), heading.twice.includes('bank')]).toEqual([column, isTwice])
})
