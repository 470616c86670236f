// Layouts with words that nobody taught the reader: what does not say plainly that money went out never becomes a payment.

import { describe, expect, it } from 'vitest'
import { readGrid } from './grid-table.ts'
import { readRows, unitOfAll } from './statement-lines.ts'

const CARDS = ['6222021202000430000', '6222021202000430372', '6222021202000430744']

/** Three people, with what stands in one further column of theirs. */
function read(heading: string, values: readonly string[], title = '代发清单', amount = '代发金额') {
  const people = values.map((value, index) => [
    ...['2026-10-15', `收款人${'甲乙丙'[index]}`, CARDS[index] ?? '', `1,00${index}.50`, value],
  ])
  const cells = [[title], ['交易日期', '收款人姓名', '收款账号', amount, heading], ...people]
  const page = readGrid(
    cells.map((row, index) => ({ number: index + 1, cells: row })),
    1,
  )
  const { lines, unread } = readRows(page.rows)
  const isPaid = ({ kind, unclear }: (typeof lines)[number]) => kind === 'debit' && !unclear
  return { paid: lines.map(isPaid), lines, unread, rows: page.rows, isFound: page.isFound }
}

describe('a column that speaks against a payment', () => {
  it.each([
    ['成功标志', ['Y', 'N', 'Y']],
    ['是否成功', ['是', '否', '是']],
    ['回盘标志', ['成功', '失败', '成功']],
    ['执行结果', ['处理成功', '已受理', '成功']],
    ['栏位甲', ['成功', '账号不存在', '成功']],
    ['栏位甲', ['', '已退汇', '']],
    ['银行备注', ['', '对方行拒收', '']],
    ['栏位甲', ['', '未到账', '']],
    ['栏位甲', ['', '退单', '']],
    ['栏位甲', ['', '已冲回', '']],
    ['栏位甲', ['借', '贷', '借']],
    ['冲正标志', ['否', '是', '']],
    ['红蓝字标志', ['蓝字', '红字', '正常']],
    ['是否退汇', ['0', '1', 'N']],
    ['被冲标志', ['0', '1', '0']],
    ['是否已退款', ['否', '是', '']],
    ['退款金额', ['0.00', '1,001.50', '']],
    ['状态', ['S', 'F', 'S']],
    ['备注', ['劳务费', '失败：户名不符', '劳务费']],
    ['摘要', ['劳务费', '反交易', '劳务费']],
    ['摘要', ['劳务费', '抹帐', '劳务费']],
    ['摘要', ['劳务费', '冲帐', '劳务费']],
    ['摘要', ['劳务费', '撤消', '劳务费']],
    ['摘要', ['劳务费', '沖正', '劳务费']],
    ['摘要', ['劳务费', '对方拒收', '劳务费']],
    ['摘要', ['劳务费', '原路返还', '劳务费']],
    ['摘要', ['劳务费', '退单', '劳务费']],
    ['摘要', ['劳务费', '返还', '劳务费']],
    ['栏位甲', ['劳务费', '该笔被退回', '劳务费']],
    ['栏位甲', ['劳务费', '款项已退还', '劳务费']],
    ['摘要', ['劳务费', '错账调整', '劳务费']],
    ['摘要', ['劳务费', '未入账', '劳务费']],
    ['摘要', ['劳务费', 'REVERSAL', '劳务费']],
    ['摘要', ['劳务费', 'Returned: name mismatch', '劳务费']],
    ['摘要', ['劳务费', 'payment rejected', '劳务费']],
    ['借贷方标识', ['借', '贷', '1-借']],
  ])('leaves the second of three to a person: %s', (heading, values) => {
    expect(read(heading, values).paid).toEqual([true, false, true])
  })

  it.each([
    ['栏位甲', ['滨江店', '城西店', '城东店']],
    ['备注', ['上期劳务费', '累计课时', '合计3场']],
    ['栏位甲', ['上期劳务费', '累计课时', '合计3场']],
    ['打印状态', ['未打印', '未打印', '已打印']],
    ['备注', ['失败重发', '失败补付', '劳务费']],
    ['备注', ['返还垫付款', '退还押金', 'Return trip']],
  ])('passes over what says nothing of it: %s', (heading, values) => {
    expect(read(heading, values).paid).toEqual([true, true, true])
  })
})

it.each([
  ['摘要', ['作废', '待复核', '预约付款'], [false, false, false]],
  ['摘要', ['冻结', '预授权', '处理中'], [false, false, false]],
  ['摘要', ['汇款被退', '取消代发', '挂账'], [false, false, false]],
  ['摘要', ['预约挂号系统劳务费', '待发劳务费结清', '冻结食品推广'], [true, true, true]],
] as const)('hears a %s that says nothing else: %s', (heading, values, paid) =>
  expect(read(heading, [...values]).paid).toEqual(paid),
)

it('takes no amount for paid whose characters say another', () => {
  const capitals = ['壹仟元伍角整', '贰仟元整', '']
  expect(read('金额大写', capitals).paid).toEqual([true, false, true])
})

it.each([
  ...['代发失败明细', '退汇明细', '待支付明细', '收付款明细', '付款明细（未提交）'],
  ...['预约付款明细', '批量转账模板', '付款申请单', '代发草稿'],
])('takes nothing below the title %s for paid', (title) => {
  expect(read('附言', ['', '', ''], title, '金额').paid).toEqual([false, false, false])
})

it('takes an amount that arrived before the one that was asked for, and says where none did', () => {
  const { lines, unread } = read('成功金额', ['1000.50', '0.00', '1002.50'])
  expect(lines.map(({ amountFen }) => amountFen)).toEqual([100_050n, 100_250n])
  expect(unread.map(({ why }) => why)).toEqual(['amount'])
})

describe('amounts that are no yuan', () => {
  it.each([
    ['金额(万元)', '万元'],
    ['付款金额(美元)', '美元'],
    ['金额/USD', 'USD'],
    ['金额(千元)', '千元'],
  ])('are not read below %s, and it is told', (amount, unit) => {
    const { isFound, rows, lines, unread } = read('附言', ['', '', ''], '代发清单', amount)
    expect([isFound, lines.length, unread.length, unitOfAll(rows)]).toEqual([true, 0, 3, unit])
  })

  it('are read where the same stand beside them in yuan', () => {
    const { lines } = read('付款金额(万元)', ['0.1', '0.2', '0.3'])
    expect(lines.map(({ amountFen }) => amountFen)).toEqual([100_050n, 100_150n, 100_250n])
  })

  it('are not read where another unit stands above the table', () => {
    const { rows, lines, unread } = read('附言', ['', '', ''], '单位：千元')
    expect([lines.length, unread.length, unitOfAll(rows)]).toEqual([0, 3, '千元'])
  })

  it.each([
    ['in a line below the headings', [['', '', '(万元)', '']], []],
    ['below the table', [], [['金额单位：万元']]],
  ])('are not read where another unit stands %s', (_, between, below) => {
    const payments = [1, 2, 3].map((at) => ['王小明', CARDS[at] ?? '', `${at}.20`, ''])
    const grid = [['收款人', '收款账号', '付款金额', '附言'], ...between, ...payments, ...below]
    const { rows } = readGrid(
      grid.map((cells, index) => ({ number: index + 1, cells })),
      1,
    )
    expect([readRows(rows).lines.length, unitOfAll(rows)]).toEqual([0, '万元'])
  })

  it('are not read in another currency', () => {
    const { lines, unread } = read('币种', ['人民币', 'USD', 'CNY'])
    expect([lines.length, unread.map(({ place }) => place)]).toEqual([2, [4]])
    expect(unitOfAll(read('币种', ['USD', 'USD', 'USD']).rows)).toBe('USD')
    expect(unitOfAll(read('币种', ['USD', '人民币', 'USD']).rows)).toBeUndefined()
  })
})

describe('days with half a year', () => {
  const daysOf = (title: string, ...days: readonly string[]) => {
    const rows = days.map((day, index) => [day, '王小明', CARDS[index] ?? '', '1.00', ''])
    const cells = [[title], ['交易日期', '对方户名', '对方账号', '借方发生额', '贷方发生额'], ...rows]
    const { rows: printed } = readGrid(
      cells.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
    return readRows(printed).lines.map(({ day }) => day)
  }

  it.each([
    ['2026年10月对账单', ['10-15', '10月16日', '10/17'], ['2026-10-15', '2026-10-16', '2026-10-17']],
    ['查询期间 2026-10-01 至 2026-10-31', ['10-15'], ['2026-10-15']],
    ['对账单', ['26-10-15', '26/1/5'], ['2026-10-15', '2026-01-05']],
    ['2025-12-01 至 2026-01-31', ['10-15'], []],
    ['2026年10月对账单', ['02-30'], []],
  ])('%s: %s', (title, days, expected) => expect(daysOf(title, ...days)).toEqual(expected))
})

it.each([
  ['交易金额(支出)', '交易金额(收入)'],
  ['发生额（借）', '发生额（贷）'],
  ['金额-支出', '金额-收入'],
  ['发生额[借方]', '发生额[贷方]'],
])('reads %s and %s as the two sides of the account', (out, back) => {
  const cells = [
    ['交易日期', out, back, '对方户名', '对方账号'],
    ['2026-10-15', '1.00', '', '王小明', CARDS[0] ?? ''],
    ['2026-10-15', '', '2.00', '李芳', CARDS[1] ?? ''],
  ]
  const { rows } = readGrid(
    cells.map((row, index) => ({ number: index + 1, cells: row })),
    1,
  )
  expect(readRows(rows).lines.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
    ['debit', 100n],
    ['return', 200n],
  ])
})

describe('books that a company keeps itself', () => {
  const booked = (title: string, withBalance: boolean) => {
    const rows = [100, 20, 30, 40].map((yuan, at) => {
      const isIn = at === 0
      const balance = [1000, 980, 950, 910][at]
      return [
        ...['2026-10-15', '王小明', CARDS[0] ?? '', isIn ? `${yuan}.00` : '', isIn ? '' : `${yuan}.00`],
        ...(withBalance ? [`${balance}.00`] : []),
      ]
    })
    const heading = ['日期', '对方户名', '对方账号', '借方金额', '贷方金额', ...(withBalance ? ['余额'] : [])]
    const { rows: printed } = readGrid(
      [[title], heading, ...rows].map((cells, index) => ({ number: index + 1, cells })),
      1,
    )
    return readRows(printed).lines.map(({ kind, unclear }) => (unclear ? 'unclear' : kind))
  }

  it.each<[string, boolean, string[]]>([
    ['银行存款日记账', false, ['unclear', 'unclear', 'unclear', 'unclear']],
    ['银行存款日记账', true, ['return', 'debit', 'debit', 'debit']],
    ['科目:1002 银行存款', false, ['unclear', 'unclear', 'unclear', 'unclear']],
    // The bank's own words.
    ['账户交易明细账单', false, ['debit', 'return', 'return', 'return']],
  ])('%s, with balances: %s', (title, withBalance, kinds) =>
    expect(booked(title, withBalance)).toEqual(kinds),
  )
})

describe('signs beside balances', () => {
  const kinds = (...rows: readonly (readonly [amount: string, balance: string])[]) => {
    const cells = rows.map(([amount, balance]) => ['2026-10-15', '王小明', CARDS[0] ?? '', amount, balance])
    const grid = [['日期', '对方户名', '对方账号', '金额', '余额'], ...cells]
    const { rows: printed } = readGrid(
      grid.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
    return readRows(printed).lines.map(({ kind, unclear }) => (unclear ? 'unclear' : kind))
  }

  it('mean the opposite where every balance says so, and nothing where one stands without', () =>
    expect(
      kinds(['-5.00', '100.00'], ['+10.00', '90.00'], ['+20.00', '70.00'], ['-30.00', '100.00']),
    ).toEqual(['unclear', 'debit', 'debit', 'return']))

  it('leave a line to a person whose balance alone speaks against its sign', () =>
    expect(
      kinds(
        ['10.00', '110.00'],
        ['-10.00', '100.00'],
        ['-20.00', '80.00'],
        ['-30.00', '110.00'],
        ['-1.00', '109.00'],
        ['-2.00', '107.00'],
      ),
    ).toEqual(['return', 'debit', 'debit', 'unclear', 'debit', 'debit']))
})

describe('sections between the lines', () => {
  const payment = (at: number) => ['王小明', CARDS[at] ?? '', '1.00', '2026-10-15']
  const heading = ['收款人', '收款账号', '付款金额', '日期']

  it.each([
    ['失败：', [true, true, false]],
    ['失败明细（1笔）', [true, true, false]],
    ['如有失败请联系开户行', [true, true, true]],
    ['其他', [true, true, true]],
  ])('%s', (title, expected) => {
    const cells = [heading, ['成功：'], payment(0), payment(1), [title], payment(2)]
    const { rows } = readGrid(
      cells.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
    expect(readRows(rows).lines.map(({ kind, unclear }) => kind === 'debit' && !unclear)).toEqual(expected)
  })

  it('are over where the next one lists what was paid', () => {
    const cells = [heading, ['一、失败'], payment(0), ['二、成功'], payment(1)]
    const { rows } = readGrid(
      cells.map((row, index) => ({ number: index + 1, cells: row })),
      1,
    )
    expect(readRows(rows).lines.map(({ unclear }) => unclear)).toEqual([true, false])
  })
})
