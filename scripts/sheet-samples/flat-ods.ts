// Writes spreadsheets as flat OpenDocument XML, which LibreOffice turns into real .xls and .xlsx files.

const NAMESPACES = ['office', 'table', 'text', 'style', 'datastyle']
  .map(
    (name) =>
      `xmlns:${name === 'datastyle' ? 'number' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  .join(' ')

export type FlatTable = { readonly name: string; readonly rows: readonly string[] }

export function flatOds(tables: readonly FlatTable[], ranges = ''): string {
  const body = tables.map(
    ({ name, rows }) => `<table:table table:name="${name}">${rows.join('')}</table:table>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="month"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/></number:date-style>
<number:date-style style:name="chineseMonth"><number:year number:style="long"/><number:text>年</number:text><number:month/><number:text>月</number:text></number:date-style>
<number:number-style style:name="two"><number:number number:decimal-places="2" number:min-decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style>
<style:style style:name="inMonth" style:family="table-cell" style:data-style-name="month"/>
<style:style style:name="inChineseMonth" style:family="table-cell" style:data-style-name="chineseMonth"/>
<style:style style:name="inMoney" style:family="table-cell" style:data-style-name="two"/>
<style:style style:name="red" style:family="text"><style:text-properties fo:color="#c00000" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"/></style:style>
</office:automatic-styles>
<office:body><office:spreadsheet>${body.join('')}${ranges}</office:spreadsheet></office:body></office:document>`
}

export function row(cells: readonly string[], visibility = ''): string {
  const attribute = visibility === '' ? '' : ` table:visibility="${visibility}"`
  return `<table:table-row${attribute}>${cells.join('')}</table:table-row>`
}

export const blank = '<table:table-cell/>'
export const covered = '<table:covered-table-cell/>'

export function text(value: string, attributes = ''): string {
  return value === ''
    ? blank
    : `<table:table-cell office:value-type="string"${attributes}>${paragraphs(value)}</table:table-cell>`
}

/** A text whose parts are coloured differently. */
export function rich(...runs: readonly string[]): string {
  const spans = runs.map((run, index) =>
    index % 2 === 0 ? escapeXml(run) : `<text:span text:style-name="red">${escapeXml(run)}</text:span>`,
  )
  return `<table:table-cell office:value-type="string"><text:p>${spans.join('')}</text:p></table:table-cell>`
}

export function number(value: number | string, style = ''): string {
  const look = style === '' ? '' : ` table:style-name="${style}"`
  return `<table:table-cell${look} office:value-type="float" office:value="${value}"/>`
}

export function date(day: string, style: string): string {
  return `<table:table-cell table:style-name="${style}" office:value-type="date" office:date-value="${day}"/>`
}

export function numberFormula(formula: string, value: number): string {
  return `<table:table-cell table:formula="of:=${escapeXml(formula)}" office:value-type="float" office:value="${value}"/>`
}

export function textFormula(formula: string, value: string): string {
  return `<table:table-cell table:formula="of:=${escapeXml(formula)}" office:value-type="string" office:string-value="${escapeXml(value)}"><text:p>${escapeXml(value)}</text:p></table:table-cell>`
}

export function spanning(value: string, columns: number, rows: number): string {
  return text(value, ` table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"`)
}

function paragraphs(value: string): string {
  return value
    .split('\n')
    .map((line) => `<text:p>${escapeXml(line).replace(/ /g, '<text:s/>')}</text:p>`)
    .join('')
}

function escapeXml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
