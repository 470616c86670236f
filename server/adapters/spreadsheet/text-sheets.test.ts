// Sheets that are text: separated values in either encoding, and pages saved under a workbook's name.

import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import { encodeGb18030 } from './gb18030.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const table = [SHEET_TITLES, ...people.map(textsOf)]
const separated = (character: string, end = '\r\n') => table.map((cells) => cells.join(character)).join(end)
const utf8 = (text: string) => Buffer.from(text)
const marked = (text: string) => Buffer.from(`\ufeff${text}`)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const quoted = table.map((cells) => cells.map((text) => `"${text}"`).join(',')).join('\n')
const wrapped = table.map((cells) => cells.map((text) => `="${text}"`).join(',')).join('\n')
const tabbed = table.map((cells) => cells.map((text) => `${text}\t`).join(',')).join('\r\n')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const page = `<html><head><meta charset="x"><style>td{}</style></head><body><table border=1>
${table.map((cells) => `<TR>${cells.map((text) => `<td style='mso-number-format:"@"'>${escaped(text)}</td>`).join('')}</TR>`).join('\n')}
</table></body></html>`

it.each<[string, Uint8Array, string]>([
  ['UTF-8', utf8(separated(',')), 'a.csv'],
  ['UTF-8 with a mark', marked(separated(',', '\n')), 'a.csv'],
  ['GBK', encodeGb18030(separated(',')), 'a.CSV'],
  ['UTF-16', utf16(separated('\t')), 'a.csv'],
  ['UTF-16 without a mark', Buffer.from(separated(','), 'utf16le'), 'a.csv'],
  ['UTF-16 without a mark, high byte first', Buffer.from(separated(','), 'utf16le').swap16(), 'a.csv'],
  ['tabs', utf8(separated('\t')), 'a.csv'],
  ['semicolons', utf8(separated(';')), 'a.csv'],
  ['quotes', utf8(quoted), 'a.csv'],
  ['tabs behind every cell', encodeGb18030(tabbed), 'a.csv'],
  ['formulas that keep digits', utf8(wrapped), 'a.csv'],
  ['separated values named .xls', encodeGb18030(separated('\t')), 'a.xls'],
  ['a page named .xls', utf8(page), 'a.xls'],
  ['a page in GBK', encodeGb18030(page), 'a.xls'],
])('reads %s', async (_, bytes, name) =>
  expect(await readSheetBytes(bytes, name)).toEqual({ rows: rowsOf(people) }),
)

/** As Excel writes it: the first row that holds something may be told by its number, and so may a cell. */
function xmlWorkbook(rows: string, { options = '', before = '' } = {}): Buffer {
  return utf8(`<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
${before}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="说明"><Table><Row><Cell><Data ss:Type="String">请勿修改</Data></Cell></Row></Table></Worksheet>
<Worksheet ss:Name="发放表"><Table>${rows}</Table>${options}</Worksheet></Workbook>`)
}
const xmlCell = (text: string, attributes = '', type = 'String') =>
  `<Cell ${attributes}><Data ss:Type="${type}">${escaped(text)}</Data></Cell>`
const xmlRow = (cells: readonly string[], attributes = '') =>
  `<Row ${attributes}>${cells.map((text) => xmlCell(text)).join('')}</Row>`
const xmlTable = xmlRow(SHEET_TITLES, 'ss:Index="3"')

describe('XML Spreadsheet 2003', () => {
  const [first = [], second = []] = people.map(textsOf)

  it('reads numbers, days, comments, gaps and formatted text as Excel shows them', async () => {
    const cells = [
      ...first.slice(0, 2).map((text) => xmlCell(text)),
      `<Cell><Data ss:Type="String">${first[2]}</Data><Comment><ss:Data>已核对</ss:Data></Comment></Cell>`,
      `<Cell ss:Index="4"><ss:Data ss:Type="String"><B>${first[3]}</B></ss:Data></Cell>`,
      xmlCell(first[4] ?? ''),
      xmlCell(String(Number(first[5])), 'ss:Formula="=1*1"', 'Number'),
      xmlCell(`${first[6]}-01T00:00:00.000`, '', 'DateTime'),
      xmlCell(first[7] ?? ''),
    ]
    const bytes = xmlWorkbook(`${xmlTable}<Row>${cells.join('')}</Row>`)
    const [row] = rowsOf(people)
    expect(await readSheetBytes(bytes, 'a.xls')).toEqual({ rows: [{ ...row, rowNumber: 4 }] })
  })

  it('marks hidden rows and passes over hidden sheets', async () => {
    const rows = `${xmlTable}${xmlRow(first)}${xmlRow(second, 'ss:Hidden="1"')}`
    const read = await readSheetBytes(xmlWorkbook(rows), 'a.xls')
    expect(read).toMatchObject({ rows: [{ rowNumber: 4 }, { hidden: true }] })
    const options = '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>'
    expect(await readSheetBytes(xmlWorkbook(rows, { options }), 'a.xls')).toHaveProperty('refused')
  })

  it.each([
    [
      'a cell over two people',
      `${xmlTable}<Row>${first.map((text, at) => xmlCell(text, at === 3 ? 'ss:MergeDown="1"' : '')).join('')}</Row>${xmlRow(second)}`,
      'sheet-merged-cells',
    ],
    ['rows out of order', `${xmlTable}${xmlRow(first)}${xmlRow(second, 'ss:Index="2"')}`, 'sheet-damaged'],
    [
      'two values in a cell',
      `${xmlTable}${xmlRow(first).replace('</Data></Cell>', '</Data><Data ss:Type="String">另一人</Data></Cell>')}`,
      'sheet-damaged',
    ],
    ['a cut file', `${xmlTable}${xmlRow(first)}<Row`, 'sheet-damaged'],
  ])('refuses %s', async (_, rows, refused) =>
    expect(await readSheetBytes(xmlWorkbook(rows), 'a.xls')).toMatchObject({ refused }),
  )

  it('refuses a document type, and formulas that were never computed', async () => {
    const before = '<!DOCTYPE x [<!ENTITY a "1000">]>'
    expect(await readSheetBytes(xmlWorkbook(xmlTable, { before }), 'a.xls')).toHaveProperty('refused')
    const cells = first.map((text, at) => (at === 5 ? '<Cell ss:Formula="=1+1"/>' : xmlCell(text)))
    const read = await readSheetBytes(xmlWorkbook(`${xmlTable}<Row>${cells.join('')}</Row>`), 'a.xls')
    expect(JSON.stringify(read)).toContain('uncomputed')
  })
})

it('keeps line breaks and separators inside quotes', async () => {
  const [cells = []] = people.map(textsOf)
  const row = cells.with(7, '"第一行\n第二,行 ""引"""').join(',')
  const result = await readSheetBytes(utf8(`${SHEET_TITLES.join(',')}\n${row}`), 'a.csv')
  expect(result).toMatchObject({ rows: [{ remark: '第一行 第二,行 "引"' }] })
})

it('takes a bank of a page that reaches over several people for all of them', async () => {
  const [first = [], second = []] = people.map(textsOf)
  const head = `<tr>${SHEET_TITLES.map((title) => `<th>${title}</th>`).join('')}</tr>`
  const cell = (text: string) => `<td>${text}</td>`
  const body = `<tr>${first.map((text, index) => (index === 3 ? `<td rowspan=2>${text}</td>` : cell(text))).join('')}</tr><tr>${second.toSpliced(3, 1).map(cell).join('')}</tr>`
  const result = await readSheetBytes(utf8(`<table>${head}${body}</table>`), 'a.xls')
  const bank = first[3]
  expect(result).toMatchObject({ rows: [{ bank }, { name: second[0], bank, cardNo: second[4] }] })
})
