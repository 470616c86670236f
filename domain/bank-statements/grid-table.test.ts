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

describe('statements of wallets', () => {
  const ALIPAY = ['账务流水号', '发生时间', '对方账号', '对方名称', '收入金额(+元)', '支出金额(-元)', '备注']
  const alipay = (income: string, spent: string) => [
    ...['2026111400001', '2026-11-14 10:00:05', CARD, '王小明', income, spent, ''],
  ]
  const kinds = (rows: readonly (readonly string[])[]) =>
    linesFrom(readGrid(grid(rows), 1).rows).map(({ kind, unclear }) => (unclear ? 'unclear' : kind))

  it.each<[string, string[][], string[]]>([
    ['one payment alone', [alipay('', '-1.00')], ['debit']],
    [
      'payments and a receipt',
      [alipay('', '-1.00'), alipay('2.00', ''), alipay('', '-3.00')],
      ['debit', 'return', 'debit'],
    ],
    ['payments printed without the minus', [alipay('', '1.00'), alipay('', '2.00')], ['debit', 'debit']],
    ['one without a minus among others', [alipay('', '-1.00'), alipay('', '2.00')], ['debit', 'unclear']],
  ])('reads 支出(-元) as it announces itself: %s', (_, rows, expected) => {
    expect(kinds([ALIPAY, ...rows])).toEqual(expected)
  })

  it('asks of the same amount below a heading that announces nothing', () => {
    expect(kinds([ALIPAY.with(5, '支出金额(元)'), alipay('', '-1.00')])).toEqual(['unclear'])
  })

  it('finds the table of a WeChat Pay statement below its lines about itself', () => {
    const head =
      '交易时间 交易类型 交易对方 商品 收/支 金额(元) 支付方式 当前状态 交易单号 商户单号 备注'.split(' ')
    const line = (way: string, amount: string, state: string) => [
      ...['2026-11-14 10:00:05', '转账', '王小明', '转账备注:劳务费', way, amount, '零钱', state],
      ...['1000050001', '10000500012', '/'],
    ]
    const page = read([
      ['微信支付账单明细'],
      ['微信昵称:[星河]'],
      ['起始时间:[2026-11-01 00:00:00] 终止时间:[2026-11-30 23:59:59]'],
      ['共3笔记录'],
      ['----------------------微信支付账单明细列表--------------------'],
      head,
      line('支出', '¥1,234.50', '对方已收钱'),
      line('收入', '¥8.00', '已存入零钱'),
      line('/', '¥9.00', '提现已到账'),
    ])
    expect(page.isFound).toBe(true)
    expect(page.unread).toEqual([])
    expect(page.lines).toEqual([
      ['2026-11-14', 'debit', '王小明', '', 123_450n],
      ['2026-11-14', 'return', '王小明', '', 800n],
      ['2026-11-14', 'debit', '王小明', '', 900n],
    ])
    expect(linesFrom(page.rows).map(({ unclear }) => unclear)).toEqual([false, false, true])
  })
})

describe('rows that only look like something else', () => {
  const gridOf = (...cells: readonly (readonly string[])[]) =>
    readGrid(
      cells.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
  const HEADINGS = ['交易日期', '借方发生额', '贷方发生额', '余额', '对方户名', '对方账号']

  it.each([
    ['合计科技有限公司', '6222021202000430000'],
    ['总计会计师事务所', '6222021202000430000'],
    ['合计餐饮店', ''],
  ])('%s is a payee, no total', (payee, account) => {
    const { rows } = gridOf(HEADINGS, ['2026-10-15', '1.00', '', '9.00', payee, account])
    expect(rows).toHaveLength(1)
  })

  it.each(['合计', '支出合计', '本页小计'])('%s is a total', (word) => {
    const { rows, totals } = gridOf(HEADINGS, ['', '1.00', '', '9.00', word, ''])
    expect([rows.length, totals.length]).toEqual([0, 1])
  })

  it.each(['承前余额', '承前页', '上月结余', '昨日余额', '年初余额'])(
    '%s is a balance carried on',
    (word) => {
      const { rows } = gridOf([...HEADINGS, '摘要'], ['2026-10-01', '', '', '9.00', '', '', word])
      expect(rows).toEqual([])
    },
  )

  it.each(['月初劳务费', '上月转账补发'])('%s is what a payment is for', (word) => {
    const { rows } = gridOf([...HEADINGS, '摘要'], ['2026-10-01', '1.00', '', '9.00', '', '', word])
    expect(rows).toHaveLength(1)
  })

  it('reads a name that goes on in the next row', () => {
    const { rows } = gridOf(
      HEADINGS,
      ['2026-10-15', '1.00', '', '9.00', '阿卜杜拉·买', '6222021202000430000'],
      ['', '', '', '', '买提', ''],
      ['2026-10-15', '1.00', '', '8.00', '王小明', '6222021202000430372'],
    )
    const names = rows.map(({ cells }) => cells.find(({ kind }) => kind === 'name')?.text)
    expect(names).toEqual(['阿卜杜拉·买买提', '王小明'])
  })

  it('takes no note for the rest of a name', () => {
    const { rows } = gridOf(
      ['收款人', '账号', '金额', '日期'],
      ['王小明', '6222021202000430000', '1.00', '2026-10-15'],
      ['以上由财务部核对'],
    )
    expect(rows[0]?.cells[0]?.text).toBe('王小明')
  })
})

it.each([
  [
    [
      ['2026年', '', '摘要', '借方', '贷方', '对方户名', '对方账号'],
      ['月', '日'],
    ],
    ['10', '15'],
  ],
  [[['年', '月', '日', '摘要', '借方', '贷方', '对方户名', '对方账号']], ['2026', '10', '15']],
  [[['2026年', '摘要', '借方', '贷方', '对方户名', '对方账号']], ['10-15']],
])('reads days in parts below the headings %j', (headings, day) => {
  const cells = [...headings, [...day, '劳务费', '1.00', '', '王小明', '6222021202000430000']]
  const { rows } = readGrid(
    cells.map((row, index) => ({ number: index + 1, cells: row })),
    1,
  )
  expect(readRows(rows).lines.map(({ day, amountFen }) => [day, amountFen])).toEqual([['2026-10-15', 100n]])
})

it.each([
  ['张伟 6222021202001234567', '张伟', '6222021202001234567'],
  ['6222 0212 0200 1234 567/张伟', '张伟', '6222021202001234567'],
  ['张伟', '张伟', ''],
  ['7天酒店2026', '7天酒店2026', ''],
])('below 收款人 alone, %s is %s and %s', (cell, name, account) => {
  const rows = [
    ['日期', '收款人', '金额', '流水号'],
    ['2026-10-15', cell, '800.00', 'A1'],
  ]
  expect(linesFrom(readGrid(grid(rows), 1).rows)).toMatchObject([{ name, account }])
})

it('takes a list of payees in English for payments, but for those that did not go', () => {
  const rows = [
    ['Date', 'Payee Name', 'Payee Account', 'Amount (CNY)', 'Status'],
    ['2026-10-15', '张伟', '6222021202001234567', '1,200.50', 'Success'],
    ['2026-10-15', '王秀英', '6217001540001313756', '3,000.00', 'Rejected'],
    ['2026-10-15', '李娜', '6228480030001392940', '800.00', 'Processing'],
  ]
  expect(linesFrom(readGrid(grid(rows), 1).rows).map(({ unclear }) => unclear)).toEqual([false, true, true])
})
