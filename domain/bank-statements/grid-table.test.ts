// Tables found in the rows of a spreadsheet.

import { describe, expect, it } from 'vitest'
import { readGrid } from './grid-table.ts'
import { linesFrom, readRows } from './statement-lines.ts'

const grid = (rows: readonly (readonly string[])[]) =>
  rows.map((cells, index) => ({ number: index + 1, cells }))

const read = (rows: readonly (readonly string[])[]) => {
  const page = readGrid(grid(rows), 1)
  const { lines, unread } = readRows(page.rows)
  return {
    ...page,
    lines: lines.map(({ day, kind, name, account, amountFen }) => [day, kind, name, account, amountFen]),
    unread: unread.map(({ place, why }) => [place, why]),
  }
}

const CARD = '6222021202000010001'
const HEAD = [
  '交易日',
  '交易时间',
  '借方发生额/元(支取)',
  '贷方发生额/元(收入)',
  '收(付)方名称',
  '收(付)方账号',
  '摘要',
]
const PAID = ['20261114', '10:00:05', '1,234.50', '', '王小明', CARD, '劳务费']

describe('a statement in a spreadsheet', () => {
  it('is read below its title, with totals and notes left out and nothing lost', () => {
    const page = read([
      ['招商银行交易明细'],
      ['账号', '33050161820000000123', '', '户名：星河科技'],
      HEAD,
      PAID,
      ['20261114', '10:00:06', '', '8.00', '王小明', CARD, '退票'],
      ['20261114', '10:00:07', '12.345', '', '王小明', CARD, '劳务费'],
      ['合计', '', '1,234.50', '8.00'],
      ['本明细仅供参考'],
    ])
    expect(page.lines).toEqual([
      ['2026-11-14', 'debit', '王小明', CARD, 123_450n],
      ['2026-11-14', 'return', '王小明', CARD, 800n],
    ])
    expect(page.unread).toEqual([[6, 'amount']])
    expect(page.around).toEqual([
      '招商银行交易明细',
      '账号 33050161820000000123 户名：星河科技',
      '合计 1,234.50 8.00',
      '本明细仅供参考',
    ])
  })

  it.each<[string, string[][]]>([
    [
      'group headings over two columns',
      [
        ['交易日期', '发生额', '', '对方', '', '用途'],
        ['', '借方', '贷方', '户名', '账号', ''],
        ['2026-11-14', '1,234.50', '', '王小明', CARD, '劳务费'],
      ],
    ],
    [
      'a second line in English',
      [
        ['交易日期', '支出', '收入', '对方户名', '对方账号'],
        ['Date', 'Debit', 'Credit', 'Name', 'Account'],
        ['2026/11/14', '1234.5', '0.00', '王小明', CARD],
      ],
    ],
    ['headings that repeat', [HEAD, HEAD, PAID]],
    [
      'a list of payments with the day above it',
      [
        ['代发清单', '代发日期', '2026-11-14'],
        ['户名', '卡号', '金额'],
        ['王小明', CARD, '1,234.50'],
      ],
    ],
    [
      'name and account in one cell',
      [
        ['日期', '付款金额', '收(付)方名称/账号'],
        ['2026-11-14', '1,234.50', `王小明/${CARD}`],
      ],
    ],
  ])('is read with %s', (_, rows) =>
    expect(read(rows).lines).toEqual([['2026-11-14', 'debit', '王小明', CARD, 123_450n]]),
  )

  it('is not found where nothing tells whose the amounts are', () =>
    expect(
      read([
        ['姓名', '部门', '金额'],
        ['王小明', '财务', '1.00'],
      ]).isFound,
    ).toBe(false))
})

it('reads headings in English alone, and takes the account of every line for the own one', () => {
  const rows = [
    ['Transaction Date', 'Account No.', 'Counterparty', 'Debit', 'Credit', 'Description'],
    ['2026-03-16', '33050161000', '黄小禾', '120.00', '', 'service fee'],
    ['2026-03-16', '33050161000', '马小禾', '257.07', '', 'service fee'],
    ['2026-03-16', '33050161000', '龙一', '', '394.14', 'return'],
  ]
  const grid = readGrid(
    rows.map((cells, index) => ({ number: index + 1, cells })),
    1,
  )
  expect(linesFrom(grid.rows).map(({ kind, name, account }) => [kind, name, account])).toEqual([
    ['debit', '黄小禾', ''],
    ['debit', '马小禾', ''],
    ['return', '龙一', ''],
  ])
})
