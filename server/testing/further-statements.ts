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
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

const b = ({ balance }: Entry) => balance
const t = ({ time }: Entry) => time

const BANKS: readonly Bank[] = [
  {
    name: 'account and holder in every line',
    above: [],
    columns: [
      ['账号', () => OWN],
      ['账户名称', () => HOLDER],
      ['交易时间', (e) => `20260316 ${t(e)}`],
      ['借方发生额（支取）', only('out', grouped, '0')],
      ['贷方发生额（收入）', only('in', grouped, '0')],
      ['余额', b],
      ['币种', () => '人民币元'],
      ['对方户名', name],
      ['对方账号', card],
      ['对方开户机构', () => '工行'],
      ['记账日期', () => '20260316'],
      ['摘要', remark],
      ['备注', () => ''],
      ['账户明细编号-交易流水号', serial],
      ['企业流水号', () => ''],
      ['凭证种类', () => ''],
      ['凭证号', () => ''],
      ['关联账户', () => ''],
    ],
  },
  {
    name: 'income before expense',
    above: [['广发银行对公账户明细']],
    columns: [
      ['交易日期', () => DAY],
      ['交易时间', t],
      ['收入', only('in', grouped)],
      ['支出', only('out', grouped)],
      ['账户余额', b],
      ['对方账号', card],
      ['对方户名', name],
      ['对方行名', () => '工行'],
      ['摘要', remark],
      ['附言', () => ''],
      ['交易渠道', () => '网银'],
    ],
  },
  {
    name: 'dashes for nothing',
    above: [],
    columns: [
      ['记账日期', () => '2026年3月16日'],
      ['记账时间', t],
      ['凭证号', () => ''],
      ['借方发生额', only('out', grouped, '--')],
      ['贷方发生额', only('in', grouped, '--')],
      ['余额', b],
      ['对方账号', card],
      ['对方户名', name],
      ['对方行名', () => ''],
      ['摘要', remark],
    ],
  },
  {
    name: 'signs in one column',
    above: [],
    columns: [
      ['日期', () => '2026.03.16'],
      ['收支金额', (e) => either(e, `-${grouped(e)}`, `+${grouped(e)}`)],
      ['当前余额', b],
      ['对方', name],
      ['对方卡号', card],
      ['附言', remark],
    ],
  },
  {
    name: 'name and card in one cell',
    above: [['招商银行交易流水']],
    columns: [
      ['记账日期', () => DAY],
      ['货币', () => 'CNY'],
      ['交易金额', (e) => either(e, `-${grouped(e)}`, grouped(e))],
      ['联机余额', b],
      ['交易摘要', remark],
      ['对手信息', (e) => `${name(e)} ${card(e)}`],
    ],
  },
  {
    name: 'amounts behind the other side',
    above: [],
    columns: [
      ['日期', () => DAY],
      ['交易类型', () => '转账'],
      ['凭证种类', () => ''],
      ['凭证号', () => ''],
      ['对方户名', name],
      ['对方账号', card],
      ['摘要', remark],
      ['借方发生额', only('out', grouped)],
      ['贷方发生额', only('in', grouped)],
      ['余额', b],
    ],
  },
  {
    name: 'beneficiary in English',
    above: [['Account statement']],
    columns: [
      ['Value Date', () => '2026-03-16'],
      ['Customer Reference', serial],
      ['Debit Amount', only('out', grouped)],
      ['Credit Amount', only('in', grouped)],
      ['Beneficiary Name', name],
      ['Beneficiary Account', card],
      ['Narrative', remark],
    ],
  },
  {
    name: 'English behind a slash',
    above: [],
    columns: [
      ['交易日期/Date', () => DAY],
      ['支出/Debit', only('out', grouped)],
      ['收入/Credit', only('in', grouped)],
      ['余额/Balance', b],
      ['对方户名/Counterparty Name', name],
      ['对方账号/Counterparty Account', card],
      ['摘要/Description', remark],
    ],
  },
  {
    name: 'English on a second line',
    above: [],
    columns: [
      ['交易日期\nTransaction Date', () => DAY],
      ['借方金额\nDebit', only('out', grouped)],
      ['贷方金额\nCredit', only('in', grouped)],
      ['对方名称\nCounterparty', name],
      ['对方账号\nAccount', card],
    ],
  },
  {
    name: 'withdrawals and deposits',
    above: [],
    columns: [
      ['Posting Date', () => '16 Mar 2026'],
      ['Details', remark],
      ['Payee', name],
      ['Payee Account', card],
      ['Withdrawals', only('out', grouped)],
      ['Deposits', only('in', grouped)],
      ['Balance', b],
    ],
  },
  {
    name: 'sides in brackets',
    above: [],
    columns: [
      ['发生日期', () => DAY],
      ['摘要', remark],
      ['收入（贷方）', only('in', grouped)],
      ['支出（借方）', only('out', grouped)],
      ['余额', b],
      ['对方单位', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'D and C',
    above: [],
    columns: [
      ['入账日期', () => DAY],
      ['交易金额', plain],
      ['借贷方向', (e) => either(e, 'D', 'C')],
      ['对方户名', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'transferred out and in',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['交易方向', (e) => either(e, '转出', '转入')],
      ['金额', plain],
      ['对方户名', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'day and time joined by T',
    above: [],
    columns: [
      ['时间', (e) => `${DAY}T${t(e)}`],
      ['收支', (e) => either(e, '支出', '收入')],
      ['金额（元）', plain],
      ['交易对象', name],
      ['交易对象账号', card],
    ],
  },
  {
    name: 'tabs around numbers',
    above: [],
    columns: [
      ['交易日期', () => '\t20260316'],
      ['对方账号', (e) => `${card(e)}\t`],
      ['对方户名', (e) => `${name(e)} `],
      ['借方金额', only('out', (e) => ` ${grouped(e)} `, ' ')],
      ['贷方金额', only('in', (e) => ` ${grouped(e)} `, ' ')],
    ],
  },
  {
    name: 'quotes before numbers',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['对方账号', (e) => `'${card(e)}`],
      ['对方户名', name],
      ['借方金额', only('out', (e) => `￥${grouped(e)}`)],
      ['贷方金额', only('in', (e) => `￥${grouped(e)}`)],
    ],
  },
  {
    name: 'paid and received amounts',
    above: [],
    columns: [
      ['交易时间', (e) => `20260316${t(e).replaceAll(':', '')}`],
      ['对方账号', card],
      ['对方户名', name],
      ['付款金额', only('out', grouped)],
      ['收款金额', only('in', grouped)],
    ],
  },
  {
    name: 'days with their weekday',
    above: [],
    columns: [
      ['交易日期', () => '2026-03-16 星期一'],
      ['对方账号', card],
      ['对方户名', name],
      ['支取', only('out', grouped)],
      ['存入', only('in', grouped)],
      ['结存', b],
    ],
  },
  {
    name: 'labels inside the cell',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['对方信息', (e) => `户名：${name(e)} 账号：${card(e)}`],
      ['支出金额', only('out', grouped)],
      ['收入金额', only('in', grouped)],
    ],
  },
  {
    name: 'traditional characters',
    above: [['戶口結單']],
    columns: [
      ['交易日期', () => DAY],
      ['摘要', remark],
      ['支出', only('out', grouped)],
      ['存入', only('in', grouped)],
      ['結餘', b],
      ['對方戶名', name],
      ['對方賬號', card],
    ],
  },
  {
    name: 'name above account',
    above: [],
    columns: [
      ['交易日', () => '2026/3/16'],
      ['对方户名/账号', (e) => `${name(e)}\n${card(e)}`],
      ['借方/支出', only('out', grouped)],
      ['贷方/收入', only('in', grouped)],
      ['余额', b],
    ],
  },
  {
    name: 'own side named first',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['我方账号', () => OWN],
      ['我方户名', () => HOLDER],
      ['对方账户号', card],
      ['对方户名称', name],
      ['借贷', (e) => either(e, '借', '贷')],
      ['交易额', grouped],
      ['账面余额', b],
    ],
  },
  {
    name: 'DR and CR',
    above: [],
    columns: [
      ['Date', () => '2026/03/16'],
      ['Dr/Cr', (e) => either(e, 'DR', 'CR')],
      ['Amount', grouped],
      ['Name', name],
      ['Account', card],
    ],
  },
  {
    name: 'a mark without a name',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['标志', (e) => either(e, '1', '2')],
      ['金额', grouped],
      ['对方户名', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'marks that only balances explain',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['借贷标志', (e) => either(e, '0', '1')],
      ['发生额', grouped],
      ['余额', b],
      ['对方户名', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'payer and payee',
    above: [['批量转账明细']],
    columns: [
      ['付款账号', (e) => either(e, OWN, card(e))],
      ['付款户名', (e) => either(e, HOLDER, name(e))],
      ['收款账号', (e) => either(e, card(e), OWN)],
      ['收款户名', (e) => either(e, name(e), HOLDER)],
      ['金额', grouped],
      ['交易时间', (e) => `${DAY} ${t(e)}`],
    ],
  },
  {
    name: 'direction of the balance',
    above: [['单位：元']],
    columns: [
      ['交易日期', () => DAY],
      ['借方', only('out', grouped)],
      ['贷方', only('in', grouped)],
      ['方向', () => '借'],
      ['余额', b],
      ['对方科目', () => ''],
      ['对方户名', name],
      ['对方账号', card],
    ],
  },
  {
    name: 'empty columns between',
    above: [['', ''], ['账户明细']],
    columns: [
      ['', () => ''],
      ['交易日期', () => DAY],
      ['', () => ''],
      ['借方发生额', only('out', grouped)],
      ['', () => ''],
      ['贷方发生额', only('in', grouped)],
      ['', () => ''],
      ['对方户名', name],
      ['', () => ''],
      ['对方账号', card],
    ],
  },
  {
    name: 'last digits of the card',
    above: [],
    columns: [
      ['交易日期', () => DAY],
      ['支出金额', only('out', grouped)],
      ['收入金额', only('in', grouped)],
      ['收款人', name],
      ['收款卡尾号', (e) => card(e).slice(-4)],
    ],
  },
  {
    name: 'spaces inside headings',
    above: [],
    columns: [
      ['交 易 日 期', () => DAY],
      ['借 方 金 额', only('out', grouped)],
      ['贷 方 金 额', only('in', grouped)],
      ['对 方 户 名', name],
      ['对 方 账 号', card],
    ],
  },
]
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
const SAME_PERSON: CorpusStatement = {
  name: 'one person paid three times',
  truth: [7, 7, 7],
  grid: [
    ['付款账号', '收款账号', '收款户名', '金额', '交易时间'],
    ...Array.from({ length: 3 }, (_, index) => {
      const { name: who = '', cardNo = '', amount = '' } = SAMPLE_PAYMENTS[7] ?? {}
      return [OWN, cardNo, who, amount, `${DAY} 10:00:0${index}`]
    }),
  ],
}

export const FURTHER_STATEMENTS: readonly CorpusStatement[] = [
  ...BANKS.map((bank, index) => bankStatement(bank, index * 3)),
  ...LISTS,
  SAME_PERSON,
]
