// Cells that show something else than they hold: struck-out text, numbers in thousands, numbers that are hidden. None passes for an amount.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import { describe, expect, it } from 'vitest'
import { withSealed } from '../../testing/sealed-file.ts'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes, readSheetQuestion, readSummary } from '../../testing/sheet-reading.ts'
import { type BuiltCell, buildBook, buildSheet, rowsXml, sheetXml } from '../../testing/xlsx-builder.ts'
import { unitOfFormat } from './number-format.ts'
import { readGrids } from './read-grid.ts'

const [person] = SHEET_PEOPLE
const cells: BuiltCell[] = person ? textsOf(person) : []
const [BANK, AMOUNT] = [3, 5]
const STRIKE = '<r><rPr><strike/></rPr><t>999</t></r><r><rPr><b/></rPr><t>800</t></r>'
const UNSTRUCK = STRIKE.replace('<strike/>', '<strike val="0"/>')

async function rowOf(bytes: Uint8Array, fileName: string) {
  const read = await readSheetBytes(bytes, fileName)
  return 'rows' in read ? read.rows[0] : read
}

const inline = (row: readonly BuiltCell[]) => buildSheet([SHEET_TITLES, row])
const shared = (item: string) =>
  buildBook(
    [
      {
        name: 'a',
        xml: sheetXml(rowsXml([SHEET_TITLES, cells.with(AMOUNT, { type: 's', xml: '<v>0</v>' })])),
      },
    ],
    { sharedStrings: `<sst><si>${item}</si></sst>` },
  )
const table = (amount: string) => {
  const row = (texts: readonly unknown[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`
  return Buffer.from(`<html><table>${row(SHEET_TITLES)}${row(cells.with(AMOUNT, amount))}</table></html>`)
}
const xml2003 = (amount: string) => {
  const row = (texts: readonly unknown[]) =>
    `<Row>${texts.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row>`
  return Buffer.from(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table>${row(SHEET_TITLES)}${row(cells.with(AMOUNT, amount))}</Table></Worksheet></Workbook>`,
  )
}

describe('struck-out text', () => {
  it.each<[string, Uint8Array, string, string]>([
    [
      'a cell of its own',
      inline(cells.with(AMOUNT, { type: 'inlineStr', xml: `<is>${STRIKE}</is>` })),
      'a.xlsx',
      '〔999〕800',
    ],
    ['a shared text', shared(STRIKE), 'a.xlsx', '〔999〕800'],
    ['a shared text that is not struck', shared(UNSTRUCK), 'a.xlsx', '999800'],
    ['a page', table('<del>999</del>800'), 'a.xls', '〔999〕800'],
    ['a page of older days', table('<s>999</s> 800'), 'a.xls', '〔999〕 800'],
    ['an XML spreadsheet', xml2003('<S>999</S>800'), 'a.xls', '〔999〕800'],
  ])('in %s makes no number with the rest', async (_, bytes, fileName, amount) =>
    expect(await rowOf(bytes, fileName)).toMatchObject({ amount }),
  )

  it('goes from words, which the rest of the cell says', async () => {
    const bank = {
      type: 'inlineStr',
      xml: `<is>${STRIKE.replace('999', '工商银行').replace('800', '招商银行')}</is>`,
    }
    expect(await rowOf(inline(cells.with(BANK, bank)), 'a.xlsx')).toMatchObject({ bank: '招商银行' })
  })
})

const STRUCK_STYLES =
  '<styleSheet><fonts><font><sz val="11"/></font><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>'
const styled = (text: string, style: number): BuiltCell => ({
  type: 'inlineStr',
  style,
  xml: `<is><t>${text}</t></is>`,
})
const withStyles = (rows: readonly (readonly BuiltCell[])[]) =>
  buildBook([{ name: 'a', xml: sheetXml(rowsXml(rows)) }], { styles: STRUCK_STYLES })
const struckAt = (column: number, style = 1) =>
  withStyles([SHEET_TITLES, cells.with(column, styled(String(cells[column]), style)), cells])
const classed = (td: string) =>
  table('@')
    .toString()
    .replace('<html>', '<html><style>.x1 {color:red;text-decoration:line-through}</style>')
    .replace('<td>@</td>', td)
const styled2003 = (attribute: string) =>
  Buffer.from(
    xml2003('800')
      .toString()
      .replace(
        '<Worksheet',
        '<Styles><Style ss:ID="s9"><Font ss:StrikeThrough="1"/></Style></Styles><Worksheet',
      )
      .replace('<Cell><Data ss:Type="String">800', `<Cell ${attribute}><Data ss:Type="String">800`),
  )

describe('cells that are struck out as a whole', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['the amount', struckAt(AMOUNT), 'a.xlsx', `${cells[AMOUNT]}[不发:已划掉]`],
    ['the name', struckAt(0), 'a.xlsx', `${cells[AMOUNT]}[不发:已划掉]`],
    ['the month', struckAt(6), 'a.xlsx', `${cells[AMOUNT]}[不发:已划掉]`],
    ['the amount, in a font that takes it back', struckAt(AMOUNT, 2), 'a.xlsx', String(cells[AMOUNT])],
    [
      'a number',
      withStyles([SHEET_TITLES, cells.with(AMOUNT, { style: 1, xml: '<v>800</v>' })]),
      'a.xlsx',
      '800[不发:已划掉]',
    ],
    ['a cell of a page', table('800'), 'a.xls', '800'],
    [
      'a cell of a page by its style',
      Buffer.from(classed('<td style="text-decoration: line-through">800</td>')),
      'a.xls',
      '800[不发:已划掉]',
    ],
    [
      'a cell of a page by its class',
      Buffer.from(classed('<td class=x1>800</td>')),
      'a.xls',
      '800[不发:已划掉]',
    ],
    ['a cell of an XML spreadsheet', styled2003('ss:StyleID="s9"'), 'a.xls', '800[不发:已划掉]'],
    ['another style of an XML spreadsheet', styled2003('ss:StyleID="s8"'), 'a.xls', '800'],
  ])('%s: the row is not paid', async (_, bytes, fileName, amount) =>
    expect(await rowOf(bytes, fileName)).toMatchObject({ amount }),
  )

  it('are no words: a bank goes without it', async () =>
    expect(await rowOf(struckAt(BANK), 'a.xlsx')).toMatchObject({ bank: '', amount: cells[AMOUNT] }))

  it('are shown as such in a sheet of people, where nothing is paid', async () => {
    const read = await readSheetBytes(struckAt(0), 'a.xlsx', 'people')
    expect('rows' in read && read.rows.map(({ name }) => name)).toEqual([`〔${cells[0]}〕`, cells[0]])
  })

  it('are no headings', async () => {
    const bytes = withStyles([
      SHEET_TITLES.with(AMOUNT, '金额').map((text, at) => styled(text, at === AMOUNT ? 1 : 0)),
      cells,
    ])
    expect(await readSheetBytes(bytes, 'a.xlsx')).toMatchObject({ refused: 'sheet-columns-unclear' })
  })
})

it('tells the rows of a statement how their numbers are shown', async () => {
  const styles = STRUCK_STYLES.replace(
    '<fonts>',
    '<numFmts><numFmt numFmtId="170" formatCode="0.00&quot;万元&quot;"/></numFmts><fonts>',
  ).replace('</cellXfs>', '<xf numFmtId="170"/></cellXfs>')
  const numbers: BuiltCell[] = [0, 1, 3].map((style) => ({ style, xml: '<v>1.5</v>' }))
  const bytes = buildBook([{ name: 'a', xml: sheetXml(rowsXml([numbers])) }], { styles })
  const [grid] = await withSealed(bytes, (file) => readGrids(file, 'xlsx', 10))
  expect(grid?.rows[0]?.cells).toEqual(['1.5', `${STRUCK.from}1.5${STRUCK.to}`, '1.5 万元'])
})

describe('hidden columns', () => {
  const hiding = (columns: string) =>
    buildBook([
      {
        name: 'a',
        xml: sheetXml(rowsXml([SHEET_TITLES, cells])).replace(
          '<sheetData>',
          `<cols>${columns}</cols><sheetData>`,
        ),
      },
    ])
  const pageHiding = Buffer.from(
    table('800').toString().replace('<table>', '<table><col span=5><col style="display:none">'),
  )
  const cellsHidden = Buffer.from(
    table('800')
      .toString()
      .replaceAll(/<td>(金额|800)<\/td>/g, '<td style="display:none">$1</td>'),
  )
  const xmlHiding = Buffer.from(
    xml2003('800').toString().replace('<Table>', '<Table><Column ss:Index="6" ss:Hidden="1"/>'),
  )
  it.each<[string, Uint8Array, string, string]>([
    ['the amount', hiding('<col min="6" max="6" hidden="1"/>'), 'a.xlsx', '金额'],
    ['no width', hiding('<col min="6" max="6" width="0"/>'), 'a.xlsx', '金额'],
    ['card and amount', hiding('<col min="4" max="7" hidden="true"/>'), 'a.xlsx', '银行卡号、金额'],
    ['a page', pageHiding, 'a.xls', '金额'],
    ['cells of a page', cellsHidden, 'a.xls', '金额'],
    ['an XML spreadsheet', xmlHiding, 'a.xls', '金额'],
  ])('are asked about where they say who gets how much: %s', async (_, bytes, fileName, columns) =>
    expect(await readSheetBytes(bytes, fileName)).toMatchObject({
      refused: 'sheet-columns-unclear',
      detail: { columns },
    }),
  )

  it('are told otherwise, and shown as hidden in the question', async () => {
    const { summary } = await readSummary(hiding('<col min="2" max="3" hidden="1"/>'), 'a.xlsx')
    expect(summary.hidden).toEqual({ columns: ['身份证号', '手机号'], rows: [], rowCount: 0 })
    const { columns } = await readSheetQuestion(hiding('<col min="6" max="6" hidden="1"/>'), 'a.xlsx')
    expect(columns.filter(({ hidden }) => hidden).map(({ heading }) => heading)).toEqual(['金额'])
  })

  it('are read where a person has said so, and told', async () => {
    const bytes = hiding('<col min="6" max="6" hidden="1"/>')
    const { sheetName, headingRow, columns } = await readSheetQuestion(bytes, 'a.xlsx')
    const fields = Object.fromEntries(
      columns.flatMap(({ field, column }) => (field ? [[field, column]] : [])),
    )
    const { rows, summary } = await readSummary(bytes, 'a.xlsx', {
      sheetName,
      headingRow,
      fields,
      amountIs: 'gross',
    })
    expect([rows[0]?.amount, summary.hidden.columns]).toEqual([cells[AMOUNT], ['金额']])
  })
})

it.each([
  ['#,##0.00', undefined],
  ['#,##0.00_);(#,##0.00)', undefined],
  ['#,##0.00,', '千'],
  ['0.00,,', '百万'],
  ['0,;-0,', '千'],
  ['#,##0"，"', undefined],
  [';;;', '隐藏'],
  ['"";0', '隐藏'],
  ['@', undefined],
])('the format %s shows a number in %s', (code, unit) => expect(unitOfFormat(164, code)).toBe(unit))
