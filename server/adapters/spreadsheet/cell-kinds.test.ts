// What single cells, headings and sheets may look like, in small workbooks made for each case.

import XLSX from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import {
  type BuiltCell,
  buildBook,
  buildSheet,
  rowsXml,
  rowXml,
  sheetXml,
} from '../../testing/xlsx-builder.ts'

const people = SHEET_PEOPLE.map((person): BuiltCell[] => textsOf(person))
const [first = []] = people
const AMOUNT = 5
const MONTH = 6

async function readOne(cells: readonly BuiltCell[]) {
  const result = await readSheetBytes(buildSheet([SHEET_TITLES, cells]))
  return 'rows' in result ? result.rows[0] : result
}

describe('reading a cell', () => {
  it.each<[string, BuiltCell, string]>([
    ['a float that Excel wrote with seventeen digits', { xml: '<v>0.10000000000000001</v>' }, '0.1'],
    ['the noise of a sum', { xml: '<f>0.1+0.2</f><v>0.30000000000000004</v>' }, '0.3'],
    ['an error', { type: 'e', xml: '<v>#N/A</v>' }, '#N/A'],
    ['a truth value', { type: 'b', xml: '<v>1</v>' }, 'TRUE'],
    ['a text with commas', '1,234.50', '1234.50'],
    ['an escaped sign', '12_x0033_', '123'],
    ['entities', { type: 'str', xml: '<v>&#49;&#x32;&amp;</v>' }, '12&'],
    ['an empty text formula', { type: 'str', xml: '<f>""</f><v></v>' }, ''],
    ['an empty cell with a format', { style: 0, xml: '' }, ''],
  ])('returns the expected result for %s', async (_, cell, amount) =>
    expect(await readOne(first.with(AMOUNT, cell))).toMatchObject({ amount }),
  )

  it.each<[BuiltCell, string]>([
    [{ type: 'd', xml: '<v>2026-11-01T00:00:00</v>' }, '2026-11'],
    [46_327, '2026-11'],
    ['2026年11月', '2026-11'],
    ['另行通知', '另行通知'],
  ])('reads the month cell %j', async (cell, month) =>
    expect(await readOne(first.with(MONTH, cell))).toMatchObject({ month }),
  )

  it('refuses a formula without a computed value', async () =>
    expect(await readOne(first.with(AMOUNT, { xml: '<f>A1</f>' }))).toMatchObject({
      refused: 'sheet-formula-uncomputed',
      detail: { cell: 'F2' },
    }))

  it('reads hidden rows and marks them as hidden', async () => {
    const data =
      rowsXml([SHEET_TITLES]) +
      people
        .map((cells, index) => rowXml(cells, index + 2, [' hidden="1"', ' ht="0"', ' hidden="true"'][index]))
        .join('')
    const result = await readSheetBytes(buildBook([{ name: 'a', xml: sheetXml(data) }]))
    const hidden = rowsOf().map((row, index) => (index < 3 ? { ...row, hidden: true } : row))
    expect(result).toEqual({ rows: hidden })
  })

  it('ignores extra columns with numbers', async () => {
    const wide = `<row r="1">${SHEET_TITLES.map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join('')}${'<c><v>1</v></c>'.repeat(16_376)}</row>`
    const data = wide + rowsXml(people, 2)
    expect(await readSheetBytes(buildBook([{ name: 'a', xml: sheetXml(data) }]))).toEqual({ rows: rowsOf() })
  })
})

describe('reading the header row', () => {
  it('finds the header below up to fifteen title rows, and asks below sixteen', async () => {
    const titles = Array.from({ length: 15 }, (_, index) => [`标题 ${index}`])
    const good = await readSheetBytes(buildSheet([...titles, SHEET_TITLES, ...people]))
    expect(good).toEqual({ rows: rowsOf(SHEET_PEOPLE, 17) })
    const bad = await readSheetBytes(buildSheet([...titles, ['己'], SHEET_TITLES, ...people]))
    expect(bad).toMatchObject({ refused: 'sheet-columns-unclear' })
  })

  it('allows the remark column to be missing', async () => {
    const short = [SHEET_TITLES, ...people].map((cells) => cells.slice(0, 7))
    const rows = rowsOf().map((row) => ({ ...row, remark: '' }))
    expect(await readSheetBytes(buildSheet(short))).toEqual({ rows })
  })

  it('asks about a column that appears twice', async () =>
    expect(await readSheetBytes(buildSheet([[...SHEET_TITLES, '金额（元）'], ...people]))).toMatchObject({
      refused: 'sheet-columns-unclear',
    }))

  it('asks about an incomplete header row even when a complete one follows', async () =>
    expect(
      await readSheetBytes(buildSheet([SHEET_TITLES.slice(0, 4), first, SHEET_TITLES, ...people])),
    ).toMatchObject({ refused: 'sheet-columns-unclear' }))

  it('refuses a sheet without a header row', async () =>
    expect(await readSheetBytes(buildSheet([[1, 2, 3]]))).toMatchObject({ refused: 'sheet-no-header' }))
})

describe('merged cells', () => {
  it.each<[string, string | undefined]>([
    ['A2:A3', 'A2:A3'],
    ['F4:H4', 'F4:H4'],
    ['A2:A2', undefined],
    ['J2:K9', undefined],
    ['A1:H1', undefined],
    ['A20:H20', undefined],
  ])('returns the expected result for %s', async (range, refused) => {
    const tail = `<mergeCells count="1"><mergeCell ref="${range}"/></mergeCells>`
    const result = await readSheetBytes(buildSheet([SHEET_TITLES, ...people], tail))
    expect(result).toMatchObject(
      refused === undefined ? { rows: rowsOf() } : { refused: 'sheet-merged-cells', detail: { range } },
    )
  })
})

describe('a second sheet in the workbook', () => {
  const payout = { name: '发放表', xml: sheetXml(rowsXml([SHEET_TITLES, ...people])) }
  it.each<[string, BuiltCell[][], boolean]>([
    ['payouts', [['标题'], ['姓名', '银行卡号', '金额'], ['王小明', '6222020001111222233', 5]], true],
    ['payout headings over nothing', [['标题'], ['姓名', '银行卡号', '金额']], false],
    ['a list of contacts', [['姓名', '身份证号', '手机号']], false],
    ['nothing', [], false],
  ])('accepts or refuses a second sheet with %s', async (_, rows, refused) => {
    for (const state of [{}, { state: 'hidden' }] as const) {
      const other = { name: '另一张', xml: sheetXml(rowsXml(rows)), ...state }
      const result = await readSheetBytes(buildBook([payout, other]))
      expect(result).toMatchObject(refused ? { refused: 'sheet-second-payout-sheet' } : { rows: rowsOf() })
    }
  })
})

describe('.xls written by SheetJS', () => {
  it('reads texts, numbers, dates and formulas', async () => {
    const [head, one, two] = [SHEET_TITLES, ...SHEET_PEOPLE.map(textsOf)] as [string[], string[], string[]]
    const sheet = XLSX.utils.aoa_to_sheet([head, one, two])
    Object.assign(sheet.A2 as object, { t: 's', f: 'I2', v: '王小明' })
    Object.assign(sheet.F2 as object, { t: 'n', f: 'J2*2', v: 1234.5 })
    Object.assign(sheet.G2 as object, { t: 'n', z: 'yyyy"年"m"月"', v: 46_327 })
    const book = XLSX.utils.book_new(sheet, '发放表')
    const bytes = XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
    expect(await readSheetBytes(bytes, 'sheet.xls')).toEqual({ rows: rowsOf(SHEET_PEOPLE.slice(0, 2)) })
  })
})
