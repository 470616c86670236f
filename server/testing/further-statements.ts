// Statements and lists in further layouts, read as grids alone: what each line must say of the money is known.

import {
  type Bank,
  bankStatement,
  type CorpusStatement,
  card,
  DAY,
  type Entry,
  either,
  grouped,
  HOLDER,
  name,
  OWN,
  only,
  plain,
  remark,
  serial,
} from './corpus-statement.ts'
import { EXPORTED_STATEMENTS } from './exported-statements.ts'
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

const balance = (entry: Entry) => entry.balance
const at = (entry: Entry) => entry.time
const day = () => DAY
const none = () => ''
const paid = only('out', grouped)
const received = only('in', grouped)
const signed = (entry: Entry) => either(entry, `-${grouped(entry)}`, grouped(entry))
const mark = (out: string, back: string) => (entry: Entry) => either(entry, out, back)
const spaced = (entry: Entry) => ` ${grouped(entry)} `
const yen = (entry: Entry) => `￥${grouped(entry)}`

/** Headings in their order, with what stands below each. */
type Columns = Readonly<Record<string, (entry: Entry) => string>>

const LAYOUTS: Readonly<Record<string, Columns>> = {
  'account and holder in every line': {
    ...{ 账号: () => OWN, 账户名称: () => HOLDER, 交易时间: (entry) => `20260316 ${at(entry)}` },
    ...{ '借方发生额（支取）': only('out', grouped, '0'), '贷方发生额（收入）': only('in', grouped, '0') },
    ...{ 余额: balance, 币种: () => '人民币元', 对方户名: name, 对方账号: card, 对方开户机构: () => '工行' },
    ...{
      记账日期: () => '20260316',
      摘要: remark,
      备注: none,
      '账户明细编号-交易流水号': serial,
      关联账户: none,
    },
  },
  'income before expense': {
    ...{ 交易日期: day, 交易时间: at, 收入: received, 支出: paid, 账户余额: balance },
    ...{
      对方账号: card,
      对方户名: name,
      对方行名: () => '工行',
      摘要: remark,
      附言: none,
      交易渠道: () => '网银',
    },
  },
  'dashes for nothing': {
    ...{ 记账日期: () => '2026年3月16日', 记账时间: at, 借方发生额: only('out', grouped, '--') },
    ...{ 贷方发生额: only('in', grouped, '--'), 余额: balance, 对方账号: card, 对方户名: name, 摘要: remark },
  },
  'signs in one column': {
    ...{ 日期: () => '2026.03.16', 收支金额: (entry) => either(entry, '', '+') + signed(entry) },
    ...{ 当前余额: balance, 对方: name, 对方卡号: card, 附言: remark },
  },
  'name and card in one cell': {
    ...{ 记账日期: day, 货币: () => 'CNY', 交易金额: signed, 联机余额: balance, 交易摘要: remark },
    ...{ 对手信息: (entry) => `${name(entry)} ${card(entry)}` },
  },
  'amounts behind the other side': {
    ...{ 日期: day, 交易类型: () => '转账', 凭证号: none, 对方户名: name, 对方账号: card, 摘要: remark },
    ...{ 借方发生额: paid, 贷方发生额: received, 余额: balance },
  },
  'beneficiary in English': {
    ...{ 'Value Date': day, 'Customer Reference': serial, 'Debit Amount': paid, 'Credit Amount': received },
    ...{ 'Beneficiary Name': name, 'Beneficiary Account': card, Narrative: remark },
  },
  'English behind a slash': {
    ...{ '交易日期/Date': day, '支出/Debit': paid, '收入/Credit': received, '余额/Balance': balance },
    ...{ '对方户名/Counterparty Name': name, '对方账号/Counterparty Account': card },
  },
  'English on a second line': {
    ...{ '交易日期\nTransaction Date': day, '借方金额\nDebit': paid, '贷方金额\nCredit': received },
    ...{ '对方名称\nCounterparty': name, '对方账号\nAccount': card },
  },
  'withdrawals and deposits': {
    ...{ 'Posting Date': () => '16 Mar 2026', Details: remark, Payee: name, 'Payee Account': card },
    ...{ Withdrawals: paid, Deposits: received, Balance: balance },
  },
  'sides in brackets': {
    ...{ 发生日期: day, 摘要: remark, '收入（贷方）': received, '支出（借方）': paid, 余额: balance },
    ...{ 对方单位: name, 对方账号: card },
  },
  'D and C': { 入账日期: day, 交易金额: plain, 借贷方向: mark('D', 'C'), 对方户名: name, 对方账号: card },
  'transferred out and in': {
    ...{ 交易日期: day, 交易方向: mark('转出', '转入'), 金额: plain, 对方户名: name, 对方账号: card },
  },
  'day and time joined by T': {
    ...{ 时间: (entry) => `${DAY}T${at(entry)}`, 收支: mark('支出', '收入'), '金额（元）': plain },
    ...{ 交易对象: name, 交易对象账号: card },
  },
  'tabs around numbers': {
    ...{
      交易日期: () => '\t20260316',
      对方账号: (entry) => `${card(entry)}\t`,
      对方户名: (entry) => `${name(entry)} `,
    },
    ...{ 借方金额: only('out', spaced, ' '), 贷方金额: only('in', spaced, ' ') },
  },
  'quotes before numbers': {
    ...{ 交易日期: day, 对方账号: (entry) => `'${card(entry)}`, 对方户名: name },
    ...{ 借方金额: only('out', yen), 贷方金额: only('in', yen) },
  },
  'paid and received amounts': {
    ...{ 交易时间: (entry) => `20260316${at(entry).replaceAll(':', '')}`, 对方账号: card, 对方户名: name },
    ...{ 付款金额: paid, 收款金额: received },
  },
  'days with their weekday': {
    ...{
      交易日期: () => '2026-03-16 星期一',
      对方账号: card,
      对方户名: name,
      支取: paid,
      存入: received,
      结存: balance,
    },
  },
  'labels inside the cell': {
    ...{ 交易日期: day, 对方信息: (entry) => `户名：${name(entry)} 账号：${card(entry)}` },
    ...{ 支出金额: paid, 收入金额: received },
  },
  'traditional characters': {
    ...{
      交易日期: day,
      摘要: remark,
      支出: paid,
      存入: received,
      結餘: balance,
      對方戶名: name,
      對方賬號: card,
    },
  },
  'name above account': {
    ...{ 交易日: () => '2026/3/16', '对方户名/账号': (entry) => `${name(entry)}\n${card(entry)}` },
    ...{ '借方/支出': paid, '贷方/收入': received, 余额: balance },
  },
  'own side named first': {
    ...{ 交易日期: day, 我方账号: () => OWN, 我方户名: () => HOLDER, 对方账户号: card, 对方户名称: name },
    ...{ 借贷: mark('借', '贷'), 交易额: grouped, 账面余额: balance },
  },
  'DR and CR': {
    Date: () => '2026/03/16',
    'Dr/Cr': mark('DR', 'CR'),
    Amount: grouped,
    Name: name,
    Account: card,
  },
  'a mark without a name': {
    交易日期: day,
    标志: mark('1', '2'),
    金额: grouped,
    对方户名: name,
    对方账号: card,
  },
  'marks that only balances explain': {
    ...{
      交易日期: day,
      借贷标志: mark('0', '1'),
      发生额: grouped,
      余额: balance,
      对方户名: name,
      对方账号: card,
    },
  },
  'payer and payee': {
    ...{
      付款账号: (entry) => either(entry, OWN, card(entry)),
      付款户名: (entry) => either(entry, HOLDER, name(entry)),
    },
    ...{
      收款账号: (entry) => either(entry, card(entry), OWN),
      收款户名: (entry) => either(entry, name(entry), HOLDER),
    },
    ...{ 金额: grouped, 交易时间: (entry) => `${DAY} ${at(entry)}` },
  },
  'direction of the balance': {
    ...{ 交易日期: day, 借方: paid, 贷方: received, 方向: () => '借', 余额: balance, 对方科目: none },
    ...{ 对方户名: name, 对方账号: card },
  },
  'empty columns between': {
    ...{ ' ': none, 交易日期: day, '  ': none, 借方发生额: paid, '   ': none, 贷方发生额: received },
    ...{ '    ': none, 对方户名: name, '     ': none, 对方账号: card },
  },
  'last digits of the card': {
    ...{
      交易日期: day,
      支出金额: paid,
      收入金额: received,
      收款人: name,
      收款卡尾号: (entry) => card(entry).slice(-4),
    },
  },
  'spaces inside headings': {
    ...{
      '交 易 日 期': day,
      '借 方 金 额': paid,
      '贷 方 金 额': received,
      '对 方 户 名': name,
      '对 方 账 号': card,
    },
  },
}

const bankOf = ([title, columns]: [string, Columns]): Bank => ({
  name: title,
  above: [['账户明细']],
  columns: Object.entries(columns),
})

const list = (
  title: string,
  head: string[],
  row: (payment: SamplePayment, index: number) => string[],
  isPaid = (_index: number) => true,
): CorpusStatement => ({
  name: title,
  truth: SAMPLE_PAYMENTS.map((_, index) => (isPaid(index) ? index : null)),
  grid: [head, ...SAMPLE_PAYMENTS.map(row)],
})
/** Every ninth of a list was not paid. */
const isUnpaid = (index: number) => index % 9 === 4
const allButNinth = (index: number) => !isUnpaid(index)
const yuan = ({ amount }: SamplePayment) => amount
const LISTS: readonly CorpusStatement[] = [
  list(
    'failed among successful',
    ['序号', '收款人户名', '收款人账号', '金额', '交易状态', '交易日期'],
    (p, i) => [String(i + 1), p.name, p.cardNo, yuan(p), isUnpaid(i) ? '交易失败' : '交易成功', DAY],
    allButNinth,
  ),
  list(
    'reasons of failure',
    ['收款方', '收款方账号', '转账金额', '处理状态', '失败原因', '处理时间'],
    (p, i) => [
      p.name,
      p.cardNo,
      yuan(p),
      isUnpaid(i) ? '失败' : '成功',
      isUnpaid(i) ? '账号户名不符' : '',
      `${DAY} 10:00`,
    ],
    allButNinth,
  ),
  list(
    'returns among payments',
    ['日期', '户名', '账号', '支出', '备注'],
    (p, i) => [DAY, p.name, p.cardNo, yuan(p), isUnpaid(i) ? '退票' : '劳务费'],
    allButNinth,
  ),
  list(
    'red figures among payments',
    ['日期', '对方户名', '对方账号', '借方发生额', '贷方发生额'],
    (p, i) => [DAY, p.name, p.cardNo, isUnpaid(i) ? `-${yuan(p)}` : yuan(p), ''],
    allButNinth,
  ),
  list('payroll with results', ['姓名', '身份证号', '银行卡号', '实发金额', '发放日期', '结果'], (p) => [
    p.name,
    '110101199003077571',
    p.cardNo,
    yuan(p),
    '2026-03-16',
    '成功',
  ]),
  list(
    'payments still under way',
    ['收款人', '账号', '金额', '状态', '日期'],
    (p, i) => [p.name, p.cardNo, yuan(p), isUnpaid(i) ? '处理中' : '已入账', DAY],
    allButNinth,
  ),
]

/** One person, three times from one account: nothing tells which of both is the own one, and the headings say that all was paid. */
const samePerson = (title: string, payer: Readonly<Record<string, string>>): CorpusStatement => ({
  name: title,
  truth: [7, 7, 7],
  grid: [
    [...Object.keys(payer), '收款账号', '收款户名', '金额', '交易时间'],
    ...Array.from({ length: 3 }, (_, index) => {
      const { name: who = '', cardNo = '', amount = '' } = SAMPLE_PAYMENTS[7] ?? {}
      return [...Object.values(payer), cardNo, who, amount, `${DAY} 10:00:0${index}`]
    }),
  ],
})

export const FURTHER_STATEMENTS: readonly CorpusStatement[] = [
  ...EXPORTED_STATEMENTS,
  ...Object.entries(LAYOUTS).map((layout, index) => bankStatement(bankOf(layout), index * 3)),
  ...LISTS,
  samePerson('one person paid three times', { 付款账号: OWN }),
  samePerson('one person paid three times by nobody named', {}),
]
