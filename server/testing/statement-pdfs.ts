// Bank statements as PDF in several banks' layouts, made from payments; for tests, the demo and the benchmark.

import { type Day, shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'
import { type Fen, formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import { typeset } from '../adapters/pdf/typeset.ts'

export type ListedPayment = {
  readonly at: Date
  readonly kind?: 'debit' | 'return'
  readonly reference: string
  readonly serial?: string
  readonly name: string
  readonly cardNo: string
  readonly netFen: Fen
  readonly remark?: string
}

type Cell = (payment: ListedPayment, index: number) => string
export type Layout = {
  readonly title: string
  readonly columns: readonly {
    title: string
    width?: string
    align?: 'left' | 'right' | 'center'
    cell: Cell
  }[]
  readonly align?: 'top' | 'horizon' | 'bottom'
  readonly size?: string
  readonly landscape?: boolean
  /** A last row, as printed, with the sum of what went out. */
  readonly foot?: (sum: string) => readonly string[]
  readonly repeatsHeadings?: boolean
}

const yuan = ({ netFen }: ListedPayment) => formatYuanGrouped(netFen)
const isBack = ({ kind }: ListedPayment) => kind === 'return'
const day = ({ at }: ListedPayment): Day => shanghaiSecond(at).slice(0, 10)

export const LAYOUTS = {
  /** One signed amount, the payer's reference in a column of its own, a masked account. */
  signed: {
    title: '账户交易明细',
    landscape: true,
    columns: [
      { title: '交易时间', cell: ({ at }) => shanghaiSecond(at) },
      { title: '流水号', cell: ({ serial = '' }) => serial },
      { title: '客户参考号', cell: ({ reference }) => reference },
      { title: '收款户名', width: '2.6cm', cell: ({ name }) => name },
      { title: '收款账号', cell: ({ cardNo }) => `${cardNo.slice(0, 4)}****${cardNo.slice(-4)}` },
      { title: '金额(元)', align: 'right', cell: (p) => (isBack(p) ? yuan(p) : `-${yuan(p)}`) },
      { title: '摘要', width: '3cm', cell: (p) => p.remark ?? (isBack(p) ? '退票' : '劳务费') },
    ],
  },
  /** Debit and credit apart, a balance, the reference inside the remark, cells wrapped and centred. */
  twoSided: {
    title: '中国某某银行对账单',
    align: 'horizon',
    columns: [
      { title: '序号', align: 'center', cell: (_, index) => String(index + 1) },
      { title: '记账日期', align: 'center', cell: (p) => day(p).replaceAll('-', '/') },
      { title: '凭证号', cell: ({ serial = '' }) => serial },
      { title: '借方发生额', align: 'right', cell: (p) => (isBack(p) ? '' : yuan(p)) },
      { title: '贷方发生额', align: 'right', cell: (p) => (isBack(p) ? yuan(p) : '') },
      { title: '余额', align: 'right', cell: (_, index) => formatYuanGrouped(987_654_321n - BigInt(index)) },
      { title: '对方户名', width: '2cm', cell: ({ name }) => name },
      { title: '对方账号', width: '2cm', cell: ({ cardNo }) => cardNo },
      {
        title: '附言',
        width: '2.6cm',
        cell: (p) => `${p.remark ?? '劳务费'} ${p.reference} ${isBack(p) ? '退票' : ''}`,
      },
    ],
    foot: (sum) => ['', '合计', '', sum, '', '', '', '', ''],
    size: '7pt',
  },
  /** Account first, a mark for the direction, no reference at all. */
  marked: {
    title: '代发工资交易清单',
    align: 'bottom',
    columns: [
      { title: '卡号', width: '2.4cm', cell: ({ cardNo }) => cardNo.replace(/(\d{4})(?=\d)/g, '$1 ') },
      { title: '户名', width: '1.6cm', cell: ({ name }) => name },
      { title: '借贷标志', align: 'center', cell: (p) => (isBack(p) ? '贷' : '借') },
      { title: '交易金额', align: 'right', cell: (p) => `¥${yuan(p)}` },
      { title: '交易日期', cell: (p) => day(p).replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日') },
      { title: '用途', width: '2.2cm', cell: (p) => p.remark ?? '劳务费' },
    ],
    repeatsHeadings: false,
  },
} as const satisfies Record<string, Layout>

const SOURCE = `
#let d = json(bytes(sys.inputs.data))
#set page(paper: "a4", flipped: d.landscape, margin: 1.6cm,
  header: text(size: 7pt)[打印时间：2026-11-15 09:00:00 #h(1fr) 柜员 00123],
  footer: text(size: 7pt)[本对账单仅供参考 #h(1fr) 第 #context counter(page).display() 页])
#set text(font: "Noto Sans SC", size: eval(d.size), lang: "zh")
#align(center, text(size: 13pt, weight: "bold", d.title))
#text(d.holder)
#table(
  columns: d.columns.map(c => if c.width == none { auto } else { eval(c.width) }),
  align: (x, y) => eval(d.align) + if y == 0 { center } else { eval(d.columns.at(x).align) },
  stroke: 0.4pt,
  table.header(repeat: d.repeats, ..d.columns.map(c => strong(text(c.title)))),
  ..d.rows.flatten().map(c => text(c)),
  ..d.foot.map(c => text(c)),
)
`

/** The PDF of these payments in that layout. */
export function statementPdf(
  layout: Layout,
  payments: readonly ListedPayment[],
  holder = '星河科技有限公司',
): Promise<Uint8Array> {
  const out = payments.filter((payment) => !isBack(payment)).reduce((sum, { netFen }) => sum + netFen, 0n)
  const { title, columns, align = 'top', size = '8pt', landscape = false, foot } = layout
  return typeset(SOURCE, {
    title,
    align,
    size,
    landscape,
    foot: foot?.(formatYuanGrouped(out)) ?? [],
    holder: `账号：3305 0161 8200 0000 0123　户名：${holder}　币种：人民币`,
    repeats: layout.repeatsHeadings ?? true,
    columns: columns.map((column) => ({
      title: column.title,
      width: column.width ?? null,
      align: column.align ?? 'left',
    })),
    // A space that may break nothing lets long numbers wrap as banks wrap them.
    rows: payments.map((payment, index) =>
      columns.map(({ cell, width }) => breakable(cell(payment, index), width)),
    ),
  })
}

/** Typst keeps a number whole however narrow its cell; banks' programs break it anywhere. */
function breakable(text: string, width: string | undefined): string {
  const isNumber = width !== undefined && /\d/.test(text)
  return isNumber ? text.replace(/([\x21-\x7e])(?=[\x21-\x7e])/g, '$1\u200b') : text
}
