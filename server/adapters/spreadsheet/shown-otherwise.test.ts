// Cells that show something else than they hold: struck-out text, numbers in thousands, numbers that are hidden. None passes for an amount.

import { describe, expect, it } from 'vitest'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import { type BuiltCell, buildBook, buildSheet, rowsXml, sheetXml } from '../../testing/xlsx-builder.ts'
import { unitOfFormat } from './number-format.ts'

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
