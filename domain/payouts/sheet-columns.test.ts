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
    ['收款人姓名', undefined],
    ['应发金额', undefined],
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
    const upper = readHeading(
      new Map([
        [0, '姓名'],
        [1, '身份证号'],
        [2, '手机号'],
        [3, '收款信息'],
        [5, '金额'],
        [6, '所属月份'],
      ]),
      PAYOUT_SHEET,
    )
    const lower = readHeading(
      new Map([
        [3, '开户行'],
        [4, '银行卡号'],
      ]),
      PAYOUT_SHEET,
    )
    expect(lower.pure).toBe(true)
    expect(joinHeadings(upper, lower, PAYOUT_SHEET)).toMatchObject({ missing: [], twice: [] })
    expect(
      joinHeadings(upper, row('开户行', '银行卡号', '', '', '', '金额', '金额'), PAYOUT_SHEET).twice,
    ).toEqual(['amount'])
  })

  it.each([
    [['姓名', '银行卡号', '金额'], true],
    [['姓名', '身份证号', '手机号'], false],
    [['姓名', '金额'], false],
  ])('headings %j identify a payout sheet: %s', (texts, pays) =>
    expect(isHeadingOf(row(...texts), PAYOUT_SHEET)).toBe(pays),
  )
})
