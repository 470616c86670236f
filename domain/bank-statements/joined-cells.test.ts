// Texts of two columns that a program has joined, and those that only look like it.

import { describe, expect, it } from 'vitest'
import { partCells, partHeadings } from './joined-cells.ts'
import type { TextLine } from './text-lines.ts'

const CARD = '6222021202000010001'
const lineOf = (text: string): TextLine => ({
  y: 0,
  height: 10,
  fragments: [{ text, left: 100, right: 300, y: 0, height: 10 }],
})
const texts = ({ fragments }: TextLine) => fragments.map(({ text }) => text)

describe('a text of a row', () => {
  it.each<[string, string[]]>([
    ['8,047,140.57 王小明', ['8,047,140.57', '王小明']],
    ['-12.50 8,047.00', ['-12.50', '8,047.00']],
    ['8,047.00 John Smith', ['8,047.00', 'John Smith']],
    [`王小明 ${CARD}`, ['王小明', CARD]],
    ['王小明 6222****0001', ['王小明', '6222****0001']],
    ['12.50 DR', ['12.50 DR']],
    ['¥ 12.50', ['¥ 12.50']],
    ['12.50 元', ['12.50 元']],
    ['John Smith', ['John Smith']],
    ['6222 0212 0200 0010 001', ['6222 0212 0200 0010 001']],
    ['2026-03-16 10:11:12', ['2026-03-16 10:11:12']],
  ])('%s is parted into %j', (text, parts) => expect(texts(partCells(lineOf(text), false))).toEqual(parts))

  it('keeps name and account together where one column holds both', () => {
    const text = `王小明 ${CARD}`
    expect(texts(partCells(lineOf(text), true))).toEqual([text])
  })

  it('gives each part its share of the width, in which Chinese characters take two', () => {
    // Four digits, a point, a space, three characters: 7 + 1 + 6 of 14.
    expect(partCells(lineOf('1234.50 王小明'), false).fragments).toMatchObject([
      { left: 100, right: 200 },
      { left: expect.closeTo(214.3, 1), right: 300 },
    ])
  })
})

describe('a text above a table', () => {
  it.each<[string, string[]]>([
    ['交易金额(元) 余额(元)', ['交易金额(元)', '余额(元)']],
    ['借方(元) 贷方(元) 余额(元)', ['借方(元)', '贷方(元)', '余额(元)']],
    ['交易 日期', ['交易 日期']],
    ['余额 栏位甲', ['余额 栏位甲']],
    ['Transaction Date', ['Transaction Date']],
  ])('%s is parted into %j', (text, parts) => expect(texts(partHeadings(lineOf(text)))).toEqual(parts))
})
