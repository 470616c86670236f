// Documents of the corpus that only a typesetter makes: receipts of several banks, a table on its side, one that runs over pages with sums.

import { chineseCapitals } from '@paywages/domain/money/chinese-capitals.ts'
import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { typeset } from '../adapters/pdf/typeset.ts'
import { DAY, HOLDER, OWN, type Truth } from './corpus-statement.ts'
import { SAMPLE_PAYMENTS, type SamplePayment } from './statement-samples.ts'

export type TypesetStatement = {
  readonly name: string
  readonly truth: Truth
  readonly make: () => Promise<Uint8Array>
}

const START = `#let d = json(bytes(sys.inputs.data))
#set text(font: "Noto Sans SC", size: 8pt, lang: "zh")
`
/** Boxes of four columns: the payer's label and value, the payee's label and value. */
const BOXES = `${START}#set page(paper: "a4", margin: 1.5cm)
#for one in d.receipts {
  align(center, text(size: 12pt, d.title))
  table(columns: (2.6cm, 6cm, 2.6cm, 6cm), stroke: 0.4pt, ..one.map(text))
  v(0.6cm)
}
`
/** Labels with their colons, one or two on a line. */
const LINES = `${START}#set page(paper: "a5", flipped: true, margin: 1.2cm)
#for (at, one) in d.receipts.enumerate() {
  if at > 0 { pagebreak() }
  align(center, text(size: 12pt, d.title))
  grid(columns: (1fr, 1fr), row-gutter: 0.4cm, ..one.map(text))
}
`
const PAGES = `${START}#set page(paper: "a4", flipped: d.flipped, margin: 1.4cm, footer: align(center)[第 #context counter(page).display() 页 共 3 页])
#let sheet = {
  align(center, text(size: 12pt, d.title))
  table(columns: d.head.len(), stroke: 0.4pt, table.header(repeat: true, ..d.head.map(text)), ..d.rows.flatten().map(text))
}
#if d.aside { rotate(-90deg, reflow: true, sheet) } else { sheet }
`

const yuan = ({ netFen }: SamplePayment) => formatYuanGrouped(netFen)
const capitals = ({ netFen }: SamplePayment) => chineseCapitals(netFen)
const listed = (from: number, count: number) => SAMPLE_PAYMENTS.slice(from, from + count)
const places = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

function receipts(
  name: string,
  source: string,
  title: string,
  from: number,
  cells: (payment: SamplePayment) => readonly string[],
): TypesetStatement {
  const make = () => typeset(source, { title, receipts: listed(from, 4).map(cells) })
  return { name, truth: places(from, 4), make }
}

const HEAD = ['交易日期', '流水号', '摘要', '借方发生额', '贷方发生额', '余额', '对方户名', '对方账号']

function rowsOf(from: number, count: number): string[][] {
  let balance = 500_000_000n
  return listed(from, count).map((payment) => {
    balance -= payment.netFen
    const { serial, name, cardNo } = payment
    return [DAY, serial, '劳务费', yuan(payment), '', formatYuanGrouped(balance), name, cardNo]
  })
}

/** A page ends with its sum, and the next begins with what was carried on. */
function withSums(rows: readonly string[][]): string[][] {
  return rows.flatMap((row, at) => {
    if (at === 0 || at % 20 !== 0) return [row]
    const [sum, carried] = ['本页小计', '承前页'].map((word) => [
      '',
      '',
      word,
      '1,000.00',
      '0.00',
      row[5] ?? '',
      '',
      '',
    ])
    return [sum ?? [], carried ?? [], row]
  })
}

function pages(name: string, from: number, count: number, aside: boolean): TypesetStatement {
  const rows = aside ? rowsOf(from, count) : withSums(rowsOf(from, count))
  const data = { title: '银行账户对账单', head: HEAD, rows, aside, flipped: !aside }
  return { name, truth: places(from, count), make: () => typeset(PAGES, data) }
}

/** Its title and its year stand on the first page alone, its headings and page numbers on each. */
const MONTHS = `${START}#set page(paper: "a4", margin: 1.2cm, footer: align(center)[第 #context counter(page).display() 页 / 共 #context counter(page).final().first() 页])
#align(center, text(size: 12pt, d.title))
#table(columns: d.head.len(), stroke: 0pt, inset: 3pt, table.header(repeat: true, ..d.head.map(text)), ..d.rows.flatten().map(text))
`

function months(name: string, from: number, count: number): TypesetStatement {
  const head = ['日 期', '摘要', '支出(元)', '收入(元)', '余额(元)', '对方户名', '对方账号']
  const rows = rowsOf(from, count).map(([, , words = '', out = '', back = '', ...others]) => [
    ...['3月16日', words, out, back],
    ...others,
  ])
  const data = { title: '2026年3月对账单', head, rows }
  return { name, truth: places(from, count), make: () => typeset(MONTHS, data) }
}

/** Three on a page, none of which has a title. */
const UNTITLED = `${START}#set page(paper: "a4", margin: 1.5cm)
#for one in d.receipts {
  grid(columns: (1fr, 1fr), row-gutter: 0.4cm, ..one.map(text))
  v(1cm)
}
`

export const TYPESET_STATEMENTS: readonly TypesetStatement[] = [
  receipts('icbc-receipts', BOXES, '中国工商银行 网上银行电子回单', 0, (payment) => [
    ...['付款人户名', HOLDER, '收款人户名', payment.name],
    ...['付款人账号', OWN, '收款人账号', payment.cardNo],
    ...['付款人开户行', '杭州城东支行', '收款人开户行', '农业银行'],
    ...['金额', `¥${yuan(payment)}元`, '金额（大写）', capitals(payment)],
    ...['摘要', '劳务费', '业务（产品）种类', '跨行汇款'],
    ...['交易流水号', payment.serial, '时间戳', '2026-03-16-10.11.12.123456'],
  ]),
  receipts('ccb-receipts', BOXES, '中国建设银行单位客户专用回单', 8, (payment) => [
    ...['付款人', '', '收款人', ''],
    ...['全称', HOLDER, '全称', payment.name],
    ...['账号', OWN, '账号', payment.cardNo],
    ...['开户行', '建行杭州分行', '开户行', '农业银行'],
    ...['小写金额', yuan(payment), '币别', '人民币'],
    ...['交易日期', '2026年03月16日', '凭证号', payment.serial],
  ]),
  receipts('cmb-receipts', LINES, '招商银行付款回单', 16, (payment) => [
    ...['日期：2026年03月16日', `业务类型：网银代发`],
    ...[`付款账号：${OWN}`, `付款户名：${HOLDER}`],
    ...[`收款账号：${payment.cardNo}`, `收款人：${payment.name}`],
    ...['付款开户行：招商银行杭州分行', '收款开户行：农业银行'],
    ...[`金额（小写）：${yuan(payment)}`, `金额（大写）：${capitals(payment)}`],
    ...['交易摘要：劳务费', `回单编号：${payment.serial}`],
  ]),
  receipts('webank-receipts', LINES, '微众银行电子回单 E-Receipt', 24, (payment) => [
    ...['交易时间：2026-03-16 10:11:12', '交易状态：交易成功'],
    ...[`付款方户名：${HOLDER}`, `付款方账号：${OWN}`],
    ...[`收款方户名：${payment.name}`, `收款方账号：${payment.cardNo}`],
    ...[`交易金额：CNY ${yuan(payment)}`, '手续费：0.00'],
  ]),
  pages('table-on-its-side', 30, 12, true),
  pages('pages-with-sums', 0, 60, false),
  months('pages-of-months', 0, 60),
  receipts('untitled-receipts', UNTITLED, '', 40, (payment) => [
    ...['2026年03月16日', `凭证号码：${payment.serial}`],
    ...[`付款账号：${OWN}`, `收款账号：${payment.cardNo}`],
    ...[`付款户名：${HOLDER}`, `收款户名：${payment.name}`],
    ...[`（大写）：${capitals(payment)}`, `（小写）：CNY${yuan(payment)}`],
  ]),
]
