// Statements as further banks print them: days without years or merged, headings told twice, both parties in a cell, receipts in a workbook.

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
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
  name,
  OWN,
  only,
  remark,
} from './corpus-statement.ts'
import { SAMPLE_PAYMENTS } from './statement-samples.ts'

const balance = (entry: Entry) => entry.balance
const paid = only('out', grouped)
const received = only('in', grouped)

const BANKS: readonly Bank[] = [
  {
    name: 'spdb-month-day',
    above: [['单位活期存款对账单'], ['对账周期：2026年3月'], [`户名：${HOLDER}`]],
    columns: [
      ['日期', () => '03-16'],
      ['摘要', remark],
      ['付方金额', paid],
      ['收方金额', received],
      ['余额', balance],
      ['对方户名', name],
      ['对方账号', card],
    ],
    foot: (sums) => [
      ['', '本期合计', sums.out, sums.in, '', '', ''],
      ['', '本年累计', '9,999,999.99', '8,888,888.88', '', '', ''],
    ],
  },
  {
    name: 'bocom-months',
    above: [['交易清单'], [`户名：${HOLDER}`, '会计年度：2026']],
    columns: [
      ['月日', () => '0316'],
      ['币种', () => 'RMB人民币'],
      ['借贷标志', (entry) => either(entry, '借 Dr', '贷 Cr')],
      ['交易金额', grouped],
      ['账户余额', balance],
      ['对方账号/对方户名', (entry) => `${card(entry)} ${name(entry)}`],
      ['交易摘要', remark],
    ],
  },
  {
    name: 'pab-merged-days',
    above: [['对公账户交易明细'], [`账号：${OWN}`]],
    columns: [
      ['交易日期', ({ index }) => (index % 4 === 0 ? DAY : '')],
      ['交易时间', ({ time }) => time],
      ['支出金额', paid],
      ['收入金额', received],
      ['账户余额', balance],
      ['对方账户名称', name],
      ['对方账户', card],
    ],
  },
]

const english = ['Date', 'Currency', 'Transaction Amount', 'Balance', 'Transaction Type', 'Counter Party']

const cmb = bankStatement(
  {
    name: 'cmb-english-row',
    above: [['交易流水 Transaction Statement'], [`户 名：${HOLDER}`, `账号：${OWN}`]],
    columns: [
      ['记账日期', () => DAY],
      ['货币', () => 'CNY'],
      ['交易金额', (entry) => either(entry, `-${grouped(entry)}`, grouped(entry))],
      ['联机余额', balance],
      ['交易摘要', remark],
      ['对手信息', (entry) => `${name(entry)} ${card(entry)}`],
    ],
  },
  24,
)

const receipts: CorpusStatement = {
  name: 'receipts-in-a-book',
  truth: [50, 51, 52],
  grid: SAMPLE_PAYMENTS.slice(50, 53).flatMap((payment) => [
    ['网上银行电子回单'],
    ['付款人', '户名', HOLDER, '收款人', '户名', payment.name],
    ['', '账号', OWN, '', '账号', payment.cardNo],
    [
      '小写金额',
      '',
      `¥${formatYuanGrouped(payment.netFen)}`,
      '大写金额',
      '',
      `人民币${chineseCapitals(payment.netFen)}`,
    ],
    ['交易日期', '', DAY, '摘要', '', '劳务费'],
    [''],
  ]),
}

export const PRINTED_STATEMENTS: readonly CorpusStatement[] = [
  ...BANKS.map((bank, index) => bankStatement(bank, index * 8)),
  { ...cmb, grid: [...cmb.grid.slice(0, 3), english, ...cmb.grid.slice(3)] },
  receipts,
]
