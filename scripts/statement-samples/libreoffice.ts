// Statements as flat OpenDocument, which LibreOffice prints: landscape, narrow columns, wrapped cells, headings on every page.

import { formatYuanGrouped } from '@paywages/domain/money/fen.ts'
import type { SamplePayment } from '@paywages/server/testing/statement-samples.ts'

type Column = {
  readonly title: string
  readonly width: string
  readonly cell: (payment: SamplePayment) => string
}

/** Payments in 支出, an empty 收入, the reference of the payer as 业务编号. */
const TWO_SIDED: readonly Column[] = [
  { title: '记账日期', width: '2.9cm', cell: () => '2026年03月16日' },
  { title: '业务编号', width: '3cm', cell: ({ reference }) => reference },
  { title: '收款户名', width: '2.2cm', cell: ({ name }) => name },
  { title: '收款账号', width: '2.8cm', cell: ({ cardNo }) => cardNo },
  { title: '支出', width: '2.4cm', cell: ({ netFen }) => formatYuanGrouped(netFen) },
  { title: '收入', width: '2.4cm', cell: () => '' },
  { title: '余额', width: '3cm', cell: ({ netFen }) => formatYuanGrouped(123_456_789n - netFen) },
  { title: '用途', width: '4cm', cell: ({ remark = '' }) => remark },
]

const widen = (text: string): string =>
  text.replace(/[0-9.,()]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

/** Amounts first and in brackets, full-width digits, times with the day, the bank's own number, masked accounts. */
const BRACKETED: readonly Column[] = [
  { title: '金额（元）', width: '3.6cm', cell: ({ netFen }) => widen(`(${formatYuanGrouped(netFen)})`) },
  {
    title: '对方账号',
    width: '3.2cm',
    cell: ({ cardNo }) => `${cardNo.slice(0, 6)}******${cardNo.slice(-4)}`,
  },
  { title: '对方户名', width: '2.2cm', cell: ({ name }) => name },
  { title: '摘要', width: '4cm', cell: ({ remark = '' }) => remark },
  { title: '交易流水号', width: '3.4cm', cell: ({ serial }) => serial },
  { title: '交易时间', width: '4.2cm', cell: () => '2026/03/16 10:00:05' },
]

export function libreOfficeStatements(payments: readonly SamplePayment[]): Record<string, string> {
  return {
    'lo-two-sided': flatStatement('对公账户对账单', TWO_SIDED, payments),
    'lo-bracketed': flatStatement('网银交易明细', BRACKETED, payments),
  }
}

const NAMES = ['office', 'table', 'text', 'style'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)

function flatStatement(
  title: string,
  columns: readonly Column[],
  payments: readonly SamplePayment[],
): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<style:style style:name="c${index}" style:family="table-column"><style:table-column-properties style:column-width="${width}"/></style:style>`,
  )
  const row = (texts: readonly string[]) =>
    `<table:table-row table:style-name="tall">${texts.map(cell).join('')}</table:table-row>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMES.join(' ')} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:styles><style:default-style style:family="table-cell"><style:text-properties fo:font-size="9pt" style:font-name-asian="Noto Sans CJK SC" style:font-size-asian="9pt"/></style:default-style></office:styles>
<office:automatic-styles>${widths.join('')}
<style:style style:name="tall" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style>
<style:style style:name="wrapped" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap" fo:border="0.5pt solid #888888" fo:padding="0.06cm" style:vertical-align="middle"/></style:style>
<style:page-layout style:name="wide"><style:page-layout-properties fo:page-width="29.7cm" fo:page-height="21cm" style:print-orientation="landscape" fo:margin="1.5cm"/></style:page-layout>
<style:style style:name="sheet" style:family="table" style:master-page-name="Wide"/>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Wide" style:page-layout-name="wide"/></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="对账单" table:style-name="sheet">
${columns.map((_, index) => `<table:table-column table:style-name="c${index}"/>`).join('')}
<table:table-row>${plain(title)}</table:table-row>
<table:table-row>${plain('账号：33050161820000000123　户名：星河科技有限公司')}</table:table-row>
<table:table-header-rows>${row(columns.map((column) => column.title))}</table:table-header-rows>
${payments.map((payment) => row(columns.map((column) => column.cell(payment)))).join('\n')}
<table:table-row>${plain('合计：60 笔')}</table:table-row>
</table:table></office:spreadsheet></office:body></office:document>`
}

const cell = (text: string): string =>
  text === ''
    ? '<table:table-cell table:style-name="wrapped"/>'
    : `<table:table-cell table:style-name="wrapped" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

const plain = (text: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
