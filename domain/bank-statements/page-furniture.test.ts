// What stands beside the rows of a table and what looks like its headings: neither takes a row with it.

import { describe, expect, it } from 'vitest'
import { readGrid } from './grid-table.ts'
import { isPageNumber } from './page-furniture.ts'
import { linesFrom, readRows } from './statement-lines.ts'
import { StatementTable } from './statement-table.ts'
import type { Fragment } from './text-lines.ts'

const CARD = '6222021202000010001'
const WIDTH = 130

/** One text a column, lines some points apart. */
const page = (rows: readonly (readonly string[])[]): Fragment[] =>
  rows.flatMap((cells, line) =>
    cells.flatMap((text, column): Fragment[] => {
      const left = column * WIDTH
      return text === '' ? [] : [{ text, left, right: left + text.length * 6, y: 10 + line * 13, height: 10 }]
    }),
  )

const MARKED = ['交易时间', '收支方向', '交易金额', '对方户名', '对方账号']
const marked = (second: number, mark: string, amount: string) => [
  ...[`2026-11-14 10:00:0${second}`, mark, amount, '王小明', CARD],
]

describe('marks that are headings elsewhere', () => {
  it.each([
    ['支出', '收入'],
    ['借方', '贷方'],
    ['转出', '转入'],
  ])('%s and %s in the first rows of a page are marks', (out, back) => {
    const rows = new StatementTable().readPage(
      page([MARKED, marked(1, back, '3.00'), marked(2, out, '1.00'), marked(3, out, '2.00')]),
    )
    expect(linesFrom(rows).map(({ kind, unclear, amountFen }) => [kind, unclear, amountFen])).toEqual([
      ['return', false, 300n],
      ['debit', false, 100n],
      ['debit', false, 200n],
    ])
  })
})

const HEAD = ['交易日期', '借方发生额', '对方户名', '对方账号', '摘要']
const PAID = ['2026-11-14', '12.50', '王小明', CARD, '劳务费']
const NOTE = ['截止:2026年11月30日', '账户余额:900.00', '冻结余额:0.00']

describe('labels with their values below a table', () => {
  it('belong to no row of a page', () => {
    const { lines, unread } = readRows(new StatementTable().readPage(page([HEAD, PAID, PAID, NOTE])))
    expect(lines.map(({ day, name, amountFen }) => [day, name, amountFen])).toEqual([
      ['2026-11-14', '王小明', 1_250n],
      ['2026-11-14', '王小明', 1_250n],
    ])
    expect(unread).toEqual([])
  })

  it('are no row of a sheet, and are kept among what stands around it', () => {
    const cells = [HEAD, PAID, NOTE].map((row, index) => ({ number: index + 1, cells: row }))
    const { rows, around } = readGrid(cells, 1)
    expect(rows).toHaveLength(1)
    expect(around).toEqual([NOTE.join(' ')])
  })

  it('are a row where something beside them has no label', () => {
    const odd = ['截止:2026年11月30日', '12.50', '户名:王小明', CARD]
    const cells = [HEAD, PAID, odd].map((row, index) => ({ number: index + 1, cells: row }))
    expect(readRows(readGrid(cells, 1).rows).unread.map(({ why }) => why)).toEqual(['day'])
  })
})

it('takes the value date where a table has no other day, and the day of the transaction where it has one', () => {
  const dayBelow = (heads: readonly string[], days: readonly string[]) => {
    const cells = [
      [...heads, ...HEAD.slice(1)],
      [...days, ...PAID.slice(1)],
    ]
    const { rows } = readGrid(
      cells.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
    return linesFrom(rows).map(({ day }) => day)
  }
  expect(dayBelow(['起息日'], ['2026-11-15'])).toEqual(['2026-11-15'])
  expect(dayBelow(['起息日', '交易日'], ['2026-11-15', '2026-11-14'])).toEqual(['2026-11-14'])
})

describe('a page number', () => {
  it.each<[string[], boolean]>([
    [['第 1 页'], true],
    [['第', '1 页 / 共 3', '页'], true],
    [['第1页/共3页'], true],
    [['第1页，共3页'], true],
    [['Page 1 of 3'], true],
    [['页码：1/3'], true],
    [['3/16'], false],
    [['第 1 页', '12.50'], false],
    [['第1页小计', '3'], false],
    [['共 3 笔'], false],
  ])('%j is one: %s', (texts, isOne) => {
    const fragments = texts.map((text, at) => ({
      text,
      left: at * 50,
      right: at * 50 + 40,
      y: 0,
      height: 10,
    }))
    expect(isPageNumber({ y: 0, height: 10, fragments })).toBe(isOne)
  })
})
