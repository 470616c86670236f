// Statements in layouts that the words and rules were not made for: signs, brackets, reversed marks, days first, rows that are no lines.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
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
  masked,
  maskedName,
  name,
  OWN,
  only,
  plain,
  remark,
  serial,
} from './corpus-statement.ts'
import { NAMESAKES } from './statement-samples.ts'

const time = ({ time: at }: Entry) => at
const balance = ({ balance: after }: Entry) => after

const BANKS: readonly Bank[] = [
  {
    name: 'hxb',
    above: [['华夏银行企业网银交易明细', '', `户名：${HOLDER}`]],
    columns: [
      ['序号', ({ index }) => String(index + 1)],
      ['交易日期', (entry) => `${DAY} ${time(entry)}`],
      ['收入/支出金额(元)', (entry) => either(entry, `-${plain(entry)}`, `+${plain(entry)}`)],
      ['账户余额', balance],
      ['交易对方账户信息', (entry) => `${name(entry)}(${card(entry)})`],
      ['交易流水号', serial],
      ['附言', remark],
    ],
  },
  {
    name: 'ceb',
    above: [['中国光大银行对公账户交易明细']],
    columns: [
      ['记账日期', () => '2026/3/16'],
      ['发生额', (entry) => either(entry, `${grouped(entry)}-`, grouped(entry))],
      ['手续费', () => '2.00'],
      ['结余', balance],
      ['对手户名', name],
      ['对手账号', card],
      ['摘要说明', remark],
    ],
  },
  {
    name: 'czb',
    above: [['浙商银行账户流水'], ['账号', OWN]],
    columns: [
      ['日期', () => '2026年3月16日'],
      ['金额(人民币)', (entry) => either(entry, `(${grouped(entry)})`, grouped(entry))],
      ['对方名称', name],
      ['对方账户', card],
      ['用途', remark],
    ],
  },
  {
    name: 'bob',
    above: [['北京银行 企业账'], ['期初余额', '5,000,000.00']],
    columns: [
      ['交易时间', (entry) => `2026-03-16-${time(entry).replaceAll(':', '.')}`],
      // As the company books it: its money at the bank goes down in 贷方.
      ['借方', only('in', grouped)],
      ['贷方', only('out', grouped)],
      ['余额', balance],
      ['往来单位', name],
      ['往来账号', card],
      ['摘要', remark],
    ],
  },
  {
    name: 'nbcb',
    above: [['宁波银行 Bank of Ningbo'], ['Statement of account', '', OWN]],
    columns: [
      ['Transaction Date', () => '16/03/2026'],
      ['Value Date', () => '16/03/2026'],
      ['Description', remark],
      ['Debit', only('out', grouped)],
      ['Credit', only('in', grouped)],
      ['Balance', balance],
      ['Counterparty', name],
      ['Account No.', card],
      ['Reference', serial],
    ],
  },
  {
    name: 'mybank',
    above: [['网商银行交易流水'], [`账户：${OWN}`]],
    columns: [
      ['交易时间', (entry) => `2026-03-16 ${time(entry)}`],
      ['收支类型', (entry) => either(entry, '转账支出', '转账收入')],
      ['交易金额', (entry) => `CNY ${plain(entry)}`],
      ['服务费', () => '0.00'],
      ['余额', balance],
      ['对方姓名', name],
      ['对方银行卡号', (entry) => card(entry).replace(/(.{4})(?=.)/g, '$1 ')],
      ['备注', remark],
    ],
    foot: ({ out, in: back }) => [
      ['本页小计', '', '', '', '', '', '', ''],
      ['支出合计', out, '', '收入合计', back],
    ],
  },
  {
    name: 'webank',
    above: [['深圳前海微众银行 账户明细']],
    columns: [
      ['交易日期', () => '20260316'],
      ['交易时间', (entry) => time(entry).replaceAll(':', '')],
      ['转出金额', only('out', (entry) => `${plain(entry)}元`, '-')],
      ['转入金额', only('in', (entry) => `${plain(entry)}元`, '-')],
      ['交易对手名称', maskedName],
      ['交易对手账号', masked],
      ['交易摘要', remark],
    ],
  },
  {
    name: 'rcb',
    above: [['农村商业银行明细查询']],
    columns: [
      ['账号', () => OWN],
      ['户名', () => HOLDER],
      ['交易日', () => '16-Mar-2026'],
      ['D/C', (entry) => either(entry, 'D', 'C')],
      ['交易额', grouped],
      ['对方户名', name],
      ['对方帐号', card],
      ['附言', remark],
    ],
  },
]

/** An opening balance, a payment that was reversed in red, a fee, sums by page and day. */
const REVERSED: CorpusStatement = (() => {
  const { grid, truth } = bankStatement(
    {
      name: 'reversed',
      above: [['华通银行对账单']],
      columns: [
        ['交易日期', () => DAY],
        ['摘要', remark],
        ['借方发生额', only('out', grouped)],
        ['贷方发生额', only('in', grouped)],
        ['对方户名', name],
        ['对方账号', card],
        ['凭证号', serial],
      ],
    },
    20,
  )
  const [title = [], head = [], ...lines] = grid
  const paid = lines.at(-2) ?? []
  return {
    name: 'reversed',
    grid: [
      title,
      head,
      [DAY, '承前页', '', '5,000,000.00', '', '', ''],
      ...lines,
      paid.with(1, '冲正').with(2, `-${paid[2]}`).with(6, 'RX1'),
      [DAY, '手续费', '2.00', '', '', '', 'FEE1'],
      ['本日合计', '', '1.00', '2.00', '', '', ''],
    ],
    truth: [...truth, null, null],
  }
})()

/** Two people of one surname are paid alike on one day: by their cards they are told apart, by masks they are not. */
const namesakes = (isMasked: boolean): CorpusStatement => ({
  name: isMasked ? 'namesakes-masked' : 'namesakes',
  grid: [
    ['交易日期', '收付标志', '交易金额', '对方户名', '对方账号', '附言'],
    ...NAMESAKES.map((person) => [
      DAY,
      '付',
      formatYuanGrouped(person.netFen),
      isMasked ? `${person.name.slice(0, 1)}*${person.name.slice(2)}` : person.name,
      isMasked ? `6228****${person.cardNo.slice(-4)}` : person.cardNo,
      '劳务费',
    ]),
  ],
  truth: NAMESAKES.map((_, index) => (isMasked ? null : 60 + index)),
})

export const ADVERSARIAL: readonly CorpusStatement[] = [
  ...BANKS.map((bank, index) => bankStatement(bank, index * 5)),
  REVERSED,
  namesakes(false),
  namesakes(true),
]
