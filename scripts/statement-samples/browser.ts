// Statements as web pages, which a browser prints: cells broken anywhere and centred, headings and totals on every page.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { SamplePayment } from '@paywages/server/testing/statement-samples.ts'

const STYLE = `
@page { size: A4; margin: 14mm 10mm }
body { font: 9pt "Noto Sans CJK SC", sans-serif }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 8pt }
th, td { border: 0.5pt solid #888; padding: 2pt 3pt; word-break: break-all }
td.money { text-align: right; white-space: nowrap }
tr { break-inside: avoid }
`

/** The payer's reference inside 附言, a balance, debits and credits apart. */
export function browserStatements(payments: readonly SamplePayment[]): Record<string, string> {
  return { 'chromium-wrapped': wrapped(payments), 'chromium-marked': marked(payments) }
}

function wrapped(payments: readonly SamplePayment[]): string {
  const rows = payments.map(
    ({ name, cardNo, netFen, serial, reference, remark }, index) =>
      `<tr><td>${index + 1}</td><td>2026-03-16</td><td>${serial}</td><td>${name}</td><td>${cardNo}</td>
<td class="money">${formatYuanGrouped(netFen)}</td><td class="money">0.00</td><td>${remark} ${reference}</td></tr>`,
  )
  return page(
    '中国某某银行客户对账单',
    ['序号', '记账日期', '凭证号', '对方户名', '对方账号', '借方发生额', '贷方发生额', '附言'],
    [6, 13, 15, 13, 16, 12, 12, 20],
    rows,
    '<tr><td colspan="5">本页小计</td><td class="money">9,999.99</td><td class="money">0.00</td><td></td></tr>',
  )
}

/** Whole columns of which none tells the reference; a mark says which way the money went. */
function marked(payments: readonly SamplePayment[]): string {
  const rows = payments.map(
    ({ name, cardNo, netFen }) =>
      `<tr><td class="money">${formatYuanGrouped(netFen)}</td><td>支出</td><td>20260316 100005</td><td>${cardNo}</td><td>${name}</td></tr>`,
  )
  return page(
    '代发明细',
    ['交易金额', '收支', '交易时间', '收款人账号', '收款人'],
    [18, 10, 22, 28, 22],
    rows,
    '',
  )
}

function page(
  title: string,
  headings: readonly string[],
  widths: readonly number[],
  rows: readonly string[],
  foot: string,
): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body><h2>${title}</h2><p>户名：星河科技有限公司　账号：3305 0161 8200 0000 0123</p>
<table><colgroup>${widths.map((width) => `<col style="width: ${width}%">`).join('')}</colgroup>
<thead><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody><tfoot>${foot}</tfoot></table>
<p>本对账单由系统自动生成，金额 0.00 元以下不列示。</p></body></html>`
}
