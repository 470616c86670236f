// Boundary tables of what stands in the cells of a statement.

import { describe, expect, it } from 'vitest'
import { dayOrderOf, parseDay } from './printed-days.ts'
import { withoutRadicals } from './radicals.ts'
import {
  accountFits,
  codesIn,
  parseAccount,
  parseAmount,
  parseName,
  plainText,
  withoutNumbers,
} from './statement-text.ts'

describe('text normalisation of bank statements', () => {
  it.each([
    ['⼯⾏⽇期', '工行日期'], // Kangxi, which NFKC knows
    ['⻩⻢⼾', '黄马户'], // which it does not, or takes for the traditional 戶
    ['⻓⻘⻛⻜⻰⻬⻨⻉⻋⻔⻅⻚⺠⻄', '长青风飞龙齐麦贝车门见页民西'],
    ['王小明', '王小明'],
    ['', ''],
  ])('normalises %s to %s', (text, plain) => expect(withoutRadicals(text)).toBe(plain))

  it('replaces every Kangxi radical with a CJK character', () => {
    const kangxi = Array.from({ length: 0x2fd5 - 0x2f00 + 1 }, (_, index) =>
      String.fromCodePoint(0x2f00 + index),
    )
    for (const character of kangxi) expect(withoutRadicals(character)).toMatch(/^[\u4e00-\u9fff]$/)
  })

  it.each([
    ['　１２３，４５６．７８ ', '123,456.78'],
    ['流水\u00a0号', '流水 号'],
    ['−5–5—5﹣5', '-5-5-5-5'],
    ['a\u200bb', 'a b'],
    ['（元）：', '(元):'],
  ])('normalises %s to %s', (text, plain) => expect(plainText(text)).toBe(plain))

  it.each([
    ['阿卜杜拉・买买提', '阿卜杜拉·买买提'],
    ['张 三', '张三'],
    ['John  Smith', 'John Smith'],
  ])('normalises name %s to %s', (text, name) => expect(parseName(text)).toBe(name))
})

describe('parsing amounts of bank statements', () => {
  it.each([
    ['1,234.50', 123_450n, ''],
    ['1234.5', 123_450n, ''],
    ['0.01', 1n, ''],
    ['1,234', 123_400n, ''],
    ['¥1,234.50', 123_450n, ''],
    ['CNY 1,234.50', 123_450n, ''],
    ['人民币1,234.50元', 123_450n, ''],
    ['-1,234.50', 123_450n, '-'],
    ['- 1,234.50', 123_450n, '-'],
    ['¥-1,234.50', 123_450n, '-'],
    ['1,234.50-', 123_450n, '-'],
    ['+1,234.50', 123_450n, '+'],
    ['(1,234.50)', 123_450n, '-'],
    ['借 1,234.50', 123_450n, '-'],
    ['1,234.50贷', 123_450n, '+'],
    ['1,234.50 DR', 123_450n, '-'],
    ['123,456,789.01', 12_345_678_901n, ''],
  ])('parses %s', (text, fen, sign) => expect(parseAmount(text)).toEqual({ fen, sign }))

  it.each([
    '',
    '-',
    '1,23.50',
    '12,34',
    '1.234',
    '1.2.3',
    '--1',
    '(-1.00)',
    '2026-03-16',
    '一百元',
    '1,234.',
    'Y1',
  ])('rejects "%s"', (text) => expect(parseAmount(text)).toBeUndefined())
})

describe('parsing days of bank statements', () => {
  it.each([
    ['2026-11-14', '2026-11-14'],
    ['2026/11/14', '2026-11-14'],
    ['2026.1.4', '2026-01-04'],
    ['20261114', '2026-11-14'],
    ['2026年11月14日', '2026-11-14'],
    ['2026年1月4日', '2026-01-04'],
    ['2026-11-14 10:00:05', '2026-11-14'],
    ['2026-11-1410:00:05', '2026-11-14'], // wrapped between day and time
    ['2026-11-14T10:00:05', '2026-11-14'],
    ['20261114 100005', '2026-11-14'],
    ['20261114100005', '2026-11-14'],
    ['2026年11月14日 10:00', '2026-11-14'],
    ['2026- 11-14', '2026-11-14'],
    ['2028-02-29', '2028-02-29'],
    ['2026-11-14-10.00.05', '2026-11-14'],
    ['16/03/2026', '2026-03-16'],
    ['03/16/2026', '2026-03-16'],
    ['16-Mar-2026', '2026-03-16'],
    ['16-Mar-26', '2026-03-16'],
    ['16 Mar 26 10:11', '2026-03-16'],
    ['16-Mar-2', undefined],
    ['Mar 16, 2026', '2026-03-16'],
  ])('parses %s', (text, day) => expect(parseDay(text)).toBe(day))

  it('reads days of two numbers alike as the other days of the statement are written', () => {
    expect(parseDay('04/03/2026', dayOrderOf(['04/03/2026', '16/03/2026']))).toBe('2026-03-04')
    expect(parseDay('04/03/2026', dayOrderOf(['04/03/2026', '03/16/2026']))).toBe('2026-04-03')
    expect(parseDay('04/03/2026', dayOrderOf(['16/03/2026', '03/16/2026']))).toBeUndefined()
  })

  it.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-11-31',
    '20261199',
    '11-14',
    '1999-12-31',
    '合计',
    '2026111',
    '2026-11/14',
  ])('rejects "%s"', (text) => expect(parseDay(text)).toBeUndefined())
})

describe('accounts of bank statements', () => {
  it.each([
    ['6222021202000010001', '6222021202000010001'],
    ['6222 0212 0200 0010 001', '6222021202000010001'],
    ['6222-0212-0200', '622202120200'],
    ['6222021202000010001(工商银行)', '6222021202000010001'],
    ['建设银行 6217001202000010001', '6217001202000010001'],
    ['(工行)6222021202000010001', '6222021202000010001'],
    ['6222****8888', '6222****8888'],
    ['622202******8888', '622202******8888'],
    ['************8888', '************8888'],
    ['6222XXXX8888', '6222****8888'],
    ['6222****888', ''], // three digits tell too little
    ['1234567', ''],
    ['王小明', ''],
    ['', ''],
  ])('parses %s as %s', (text, account) => expect(parseAccount(text)).toBe(account))

  it.each([
    ['6222021202000018888', '6222021202000018888', true],
    ['6222021202000018888', '6222021202000018889', false],
    ['6222****8888', '6222021202000018888', true],
    ['6222****8888', '6228021202000018888', false],
    ['6222****8888', '6222021202000018889', false],
    ['********8888', '6222021202000018888', true],
    ['62220212**12028888', '622202128888', false], // head and tail must not share digits
    ['', '6222021202000018888', false],
  ])('%s matches card %s: %s', (account, card, fits) => expect(accountFits(account, card)).toBe(fits))
})

describe('remarks of bank statements', () => {
  it.each([
    ['劳务费PW202611140001R2Xabcd第一周', ['PW202611140001R2Xabcd']],
    ['劳务费 PW2026111400 01R2Xabcd', ['PW2026111400', '01R2Xabcd', 'PW202611140001R2Xabcd']],
    ['salary payment', []],
    ['第12345期', []],
  ])('extracts from %s the codes %s', (text, codes) => expect(codesIn(text)).toEqual(codes))

  it('mask card numbers and ID numbers', () => {
    expect(withoutNumbers('付王小明6222021202000018888 11010519491231002X')).toBe(
      '付王小明622202******8888 110105******002X',
    )
    expect(withoutNumbers('编号 20261114 PW202611140001R2X12345678')).toBe(
      '编号 20261114 PW202611140001R2X12345678',
    )
  })
})
