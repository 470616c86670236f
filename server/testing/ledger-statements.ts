// Statements as ledgers, pages of a bank and payment platforms print them: sections, balances carried on, days in parts, wrapped names.

import { formatYuan, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { type CorpusStatement, DAY, HOLDER, OWN, type Truth } from './corpus-statement.ts'
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

const FIRST = 20
const OPENING = 10_000_000n
/** With the account's balance after each. */
const PAID = SAMPLE_PAYMENTS.slice(FIRST, FIRST + 5).map((payment, index, all) => ({
  ...payment,
  left: formatYuanGrouped(all.slice(0, index + 1).reduce((left, { netFen }) => left - netFen, OPENING)),
}))
type Paid = (typeof PAID)[number]

const plain = ({ netFen }: SamplePayment) => formatYuan(netFen)
const all: Truth = PAID.map((_, index) => FIRST + index)
const rowsOf = (cells: (payment: Paid, index: number) => string[]) => PAID.map(cells)
const statement = (name: string, grid: readonly string[][], truth: Truth = all): CorpusStatement => ({
  name,
  grid,
  truth,
})

const SIDES = ['交易日期', '借方发生额', '贷方发生额', '余额', '对方户名', '对方账号', '摘要']
const debit = (payment: Paid, remark = '劳务费') => [
  ...[DAY, plain(payment), '', payment.left, payment.name, payment.cardNo, remark],
]
const LIST = ['日期', '收款人', '账号', '金额']
const listed = (payment: Paid) => [DAY, payment.name, payment.cardNo, plain(payment)]
const [HEAD, LAST] = [PAID.slice(0, 4), PAID.slice(4)]
const butLast: Truth = all.with(4, null)

/** Headings in English with the Chinese ones in brackets behind them. */
const BRACKETED = [
  ...['Transaction Type[ 交易类型 ]', 'Debit Account No.[ 付款人账号 ]', "Payer's Name[ 付款人名称 ]"],
  ...["Payee's Account Number[ 收款人账号 ]", "Payee's Name[ 收款人名称 ]", 'Transaction Date[ 交易日期 ]'],
  ...['Trade Currency[ 交易货币 ]', 'Trade Amount[ 交易金额 ]', 'After-transaction balance[ 交易后余额 ]'],
]

export const LEDGER_STATEMENTS: readonly CorpusStatement[] = [
  statement('headings in English with Chinese in brackets', [
    BRACKETED,
    ...rowsOf((payment) => [
      ...['往账', OWN, HOLDER, payment.cardNo, payment.name, '20260316', 'CNY', `-${plain(payment)}`],
      payment.left,
    ]),
  ]),
  statement('one amount called 借/贷方发生额', [
    ['日期', '对方户名', '对方账号', '借/贷方发生额', '借贷', '余额'],
    ...rowsOf((payment) => [DAY, payment.name, payment.cardNo, plain(payment), '借', payment.left]),
  ]),
  statement('a year above columns of months and days', [
    ['2026年', '', '摘要', '借方', '贷方', '余额', '对方户名', '对方账号'],
    ['月', '日', '', '', '', '', '', ''],
    ...rowsOf((payment) => ['3', '16', ...debit(payment).slice(1).with(5, '')].toSpliced(2, 0, '劳务费')),
  ]),
  statement('the year as 年份 above days without one', [
    ['账单年份：2026'],
    SIDES,
    ...rowsOf((payment) => debit(payment).with(0, '03-16')),
  ]),
  statement('balances carried from page to page', [
    SIDES,
    ['', '', '', formatYuanGrouped(OPENING), '', '', '承前余额'],
    ...HEAD.map((payment) => debit(payment)),
    ['', '', '', '0.00', '', '', '过次页'],
    SIDES,
    ['', '', '', '0.00', '', '', '承上页'],
    ...LAST.map((payment) => debit(payment)),
  ]),
  statement(
    'failures below a line of their own',
    [LIST, ['成功：'], ...HEAD.map(listed), ['失败：'], ...LAST.map(listed)],
    butLast,
  ),
  statement('names that go on in the next row', [
    SIDES,
    ...PAID.flatMap((payment) => {
      const [head, rest] = [payment.name.slice(0, 2), payment.name.slice(2)]
      const row = debit(payment).with(4, head)
      return rest === '' ? [row] : [row, ['', '', '', '', rest, '', '']]
    }),
  ]),
  statement('the time of a platform', [
    ['打款时间', '收款人', '收款账号', '申请金额', '手续费', '实际到账金额', '状态'],
    ...rowsOf((payment) => [
      ...[`${DAY} 10:00:00`, payment.name, payment.cardNo, '99999.00', '2.00', plain(payment), '打款成功'],
    ]),
  ]),
  ...['抹帐', '撤消', '对方拒收', '原路退回', 'REVERSED', '错账'].map((word) =>
    statement(
      `a payment taken back by ${word}`,
      [SIDES, ...HEAD.map((payment) => debit(payment)), ...LAST.map((payment) => debit(payment, word))],
      butLast,
    ),
  ),
]
