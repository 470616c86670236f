// Pages and sheets as further banks print them: what holds for all pages, wrapped times, headings told twice.

import { describe, expect, it } from 'vitest'
import { readGrid } from './grid-table.ts'
import { type ReadRows, readRows } from './statement-lines.ts'
import { StatementTable } from './statement-table.ts'
import type { Fragment } from './text-lines.ts'

const CARD = '6222021202000010001'
const WIDTH = 130

/** Each line so many points below the one before it. */
const page = (...lines: readonly (readonly [below: number, ...cells: string[]])[]): Fragment[] => {
  let y = 20
  return lines.flatMap(([below, ...cells]) => {
    y += below
    return cells.flatMap((text, column): Fragment[] => {
      const left = column * WIDTH
      return text === '' ? [] : [{ text, left, right: left + text.length * 5, y, height: 10 }]
    })
  })
}

const told = ({ lines, unread }: ReadRows) => ({
  lines: lines.map(({ day, kind, unclear, name, amountFen }) => [
    day,
    unclear ? 'unclear' : kind,
    name,
    amountFen,
  ]),
  unread: unread.map(({ why }) => why),
})

const readPages = (...pages: Fragment[][]) => {
  const table = new StatementTable()
  return told(readRows(pages.flatMap((one) => table.readPage(one))))
}

const HEAD = ['日期', '借方金额', '贷方金额', '对方户名', '对方账号'] as const
const row = (day: string, fen = '12.50', name = '王小明') => [day, fen, '', name, CARD] as const
const PAID = ['2026-11-14', 'debit', '王小明', 1_250n]

describe('what stands above the first page', () => {
  const first = (title: string) =>
    page([0, title], [20, ...HEAD], [20, ...row('11-14')], [20, ...row('11-14')])
  const second = (...above: [number, string][]) => page(...above, [20, ...HEAD], [20, ...row('11-14')])

  it('is the year of all pages that repeat the headings', () => {
    expect(readPages(first('对账周期：2026年11月'), second([0, '第 2 页']))).toEqual({
      lines: [PAID, PAID, PAID],
      unread: [],
    })
  })

  it('says of all pages that nothing of it was paid', () => {
    const { lines } = readPages(first('2026年11月退汇明细'), second())
    expect(lines.map(([, kind]) => kind)).toEqual(['unclear', 'unclear', 'unclear'])
  })
})

describe('rows of a page', () => {
  it('are as many as there are amounts, though the time beside the day is wrapped', () => {
    const head = ['交易时间', '借方金额', '对方户名', '对方账号', '记账日期']
    const wrapped = [
      [20, '2026-11-14', '', '王小', CARD],
      [6, '', '12.50', '', '', '20261114'],
      [6, '10:11:12', '', '明'],
    ] as const
    expect(readPages(page([0, ...head], ...wrapped, ...wrapped))).toEqual({ lines: [PAID, PAID], unread: [] })
  })

  it('are still told where one has a day beside nothing that can be read', () => {
    const lost = ['2026-11-14', '壹佰', '', '王小明', CARD] as const
    const read = readPages(
      page([0, ...HEAD], [20, ...row('2026-11-14')], [20, ...lost], [20, ...row('2026-11-14')]),
    )
    expect(read.unread).toEqual(['amount'])
  })

  it('have the day that is merged over them', () => {
    const days = ['2026-11-14', '', '', '']
    const read = readPages(page([0, ...HEAD], ...days.map((day) => [20, ...row(day)] as const)))
    expect(read).toEqual({ lines: [PAID, PAID, PAID, PAID], unread: [] })
  })

  it('have none where nobody is named: a sum is no payment of the day above it', () => {
    const sum = ['', '25.00', '', '', ''] as const
    expect(readPages(page([0, ...HEAD], [20, ...row('2026-11-14')], [20, ...sum])).unread).toEqual(['day'])
  })
})

describe('headings told twice', () => {
  const english = ['Date', 'Debit', 'Credit', 'Name', 'Account No'] as const

  it('are passed over in a sheet, and in a page where they are wrapped', () => {
    const rows = [HEAD, english, row('2026-11-14')].map((cells, index) => ({ number: index + 1, cells }))
    expect(told(readRows(readGrid(rows, 1).rows))).toEqual({ lines: [PAID], unread: [] })
    const wrapped = [
      [14, 'Posting', 'Debit', 'Credit'],
      [12, 'Date', 'Amount'],
    ] as const
    expect(readPages(page([0, ...HEAD], ...wrapped, [20, ...row('2026-11-14')]))).toEqual({
      lines: [PAID],
      unread: [],
    })
  })

  it('may have their unit on a line of its own', () => {
    expect(readPages(page([0, ...HEAD], [12, '', '(元)', '(元)'], [14, ...row('2026-11-14')]))).toEqual({
      lines: [PAID],
      unread: [],
    })
  })

  it('are no row of English names', () => {
    const list = ['John', 'Smith', 'x', 'John Smith', '']
    const rows = [HEAD, row('2026-11-14'), list].map((cells, index) => ({ number: index + 1, cells }))
    expect(told(readRows(readGrid(rows, 1).rows)).unread).toEqual(['amount'])
  })
})

describe('a row', () => {
  const only = (heading: string, cell: string, above = '2026年') => {
    const rows = [[above], [...HEAD.slice(1), heading], [...row('').slice(1), cell]]
    return readRows(
      readGrid(
        rows.map((cells, index) => ({ number: index + 1, cells })),
        1,
      ).rows,
    )
  }
  it.each([
    ['代发60笔，成功60笔，失败0笔', false],
    ['代发60笔，失败金额:0.00', false],
    ['代发60笔，退票0笔', false],
    ['代发60笔，失败2笔', true],
    ['代发60笔，失败0.50', true],
    ['代发60笔，失败', true],
  ])('that says %s is left to a person: %s', (remark, isLeft) =>
    expect(only('摘要', remark).lines.map(({ unclear }) => unclear)).toEqual([isLeft]),
  )

  it.each([
    ['0316', '2026-03-16'],
    ['3月16', '2026-03-16'],
    ['3 月 16 日', '2026-03-16'],
    ['1316', undefined],
    ['316', undefined],
  ])('has the day %s of the year above as %s', (day, read) =>
    expect(only('月日', day).lines[0]?.day).toBe(read),
  )

  it.each([
    ['RMB人民币', 1],
    ['CNY-人民币', 1],
    ['01人民币', 1],
    ['美元', 0],
    ['USD美元', 0],
  ])('in %s is a line: %i', (currency, count) => expect(only('币种', currency, '').lines).toHaveLength(count))

  it.each([
    ['日期', '1011', '2026-10-11'],
    ['交易时间', '1011', undefined],
    ['打款时间', '1011', undefined],
    ['交易时间', '10-11', '2026-10-11'],
  ])('below %s has %s for the day %s', (heading, cell, day) =>
    expect(only(heading, cell).lines[0]?.day).toBe(day),
  )
})
