// Sheets of the corpus that are more than cells: several sheets, merged and hidden cells, formulas, dates, and files of other kinds.

import XLSX from '@e965/xlsx'
import type { Cells, CorpusTruth } from './corpus-sheet.ts'
import { sheetJs } from './corpus-writers.ts'
import { CORPUS_SHEETS } from './sheet-corpus.ts'

type Special = { readonly bytes: Uint8Array; readonly truth: CorpusTruth }
type Book = Readonly<Record<string, XLSX.WorkSheet>>

const PLAIN = CORPUS_SHEETS.template?.cells ?? []
const RIGHT = CORPUS_SHEETS.template?.truth ?? { asked: true }

export const sheetOf = (cells: Cells, more: Partial<XLSX.WorkSheet> = {}): XLSX.WorkSheet =>
  Object.assign(
    XLSX.utils.aoa_to_sheet(cells.map((row) => row.map((cell) => (cell === '' ? null : cell)))),
    more,
  )

export function bookOf(
  sheets: Book,
  bookType: XLSX.BookType = 'xlsx',
  hidden: readonly string[] = [],
): Uint8Array {
  const book = XLSX.utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) XLSX.utils.book_append_sheet(book, sheet, name)
  const Sheets = Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 }) as const)
  book.Workbook = { Sheets: [...Sheets] }
  return XLSX.write(book, { type: 'buffer', bookType, compression: true }) as Buffer
}

/** A cell of the template's first row replaced. */
function withCell(place: string, cell: XLSX.CellObject): XLSX.WorkSheet {
  return Object.assign(sheetOf(PLAIN), { [place]: cell })
}

const NOTES: Cells = [['填写说明'], ['请按模板填写，金额保留两位小数']]
const TITLED: Cells = [['十一月劳务费发放表'], ...PLAIN]
const MERGED_TITLE = { s: { r: 0, c: 0 }, e: { r: 0, c: 7 } }
const MERGED_ROWS = { s: { r: 1, c: 5 }, e: { r: 2, c: 5 } }
/** Written once for all rows, in a cell over all of them. */
function mergedOver(column: number, text?: string): XLSX.WorkSheet {
  const cells = PLAIN.map((row, at) =>
    at === 0 ? row : row.with(column, at > 1 ? '' : (text ?? row[column] ?? '')),
  )
  const over = { s: { r: 1, c: column }, e: { r: PLAIN.length - 1, c: column } }
  return sheetOf(cells, { '!merges': [over] })
}
const HIDDEN_AMOUNTS = sheetOf(PLAIN, { '!cols': [{}, {}, {}, {}, {}, { hidden: true }] })
const ONE_MONTH = mergedOver(6, '2026年10月')
const ONE_CARD = mergedOver(4)
const RIGHT_IN_ONE =
  'rows' in RIGHT ? { rows: RIGHT.rows.map((person) => ({ ...person, month: '2026-10' })) } : RIGHT
/** 1,025.50 without quotes, in the last column: its row has one cell more than the heading. */
const TORN = PLAIN.map((row, at) =>
  [...row.slice(0, 5), row[6], at === 0 ? row[5] : '1,025.50'].join(','),
).join('\r\n')
const MHT = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'

export async function SPECIAL_SHEETS(): Promise<Readonly<Record<string, Special>>> {
  const formula = { t: 'n', v: 1234.5, f: 'ROUND(1234.501,2)' } as const
  const unrounded = { t: 'n', v: 935.193_51, f: '93519.351/100', z: '0.00' } as const
  const month = { t: 'n', v: 46_327, z: 'yyyy"年"m"月"' } as const
  return {
    'second-sheet.sheetjs.xlsx': {
      bytes: bookOf({ 说明: sheetOf(NOTES), 发放: sheetOf(PLAIN) }),
      truth: RIGHT,
    },
    'second-sheet.sheetjs.xls': {
      bytes: bookOf({ 说明: sheetOf(NOTES), 发放: sheetOf(PLAIN) }, 'biff8'),
      truth: RIGHT,
    },
    'two-payout-sheets.sheetjs.xlsx': {
      bytes: bookOf({ 十月: sheetOf(PLAIN), 十一月: sheetOf(PLAIN) }),
      truth: { refused: 'sheet-second-payout-sheet' },
    },
    'hidden-payout-sheet.sheetjs.xlsx': {
      bytes: bookOf({ 发放: sheetOf(PLAIN), 旧: sheetOf(PLAIN) }, 'xlsx', ['旧']),
      truth: { refused: 'sheet-second-payout-sheet' },
    },
    'merged-title.sheetjs.xlsx': {
      bytes: bookOf({ 发放: sheetOf(TITLED, { '!merges': [MERGED_TITLE] }) }),
      truth: RIGHT,
    },
    'merged-title.sheetjs.xls': {
      bytes: bookOf({ 发放: sheetOf(TITLED, { '!merges': [MERGED_TITLE] }) }, 'biff8'),
      truth: RIGHT,
    },
    'merged-month.sheetjs.xlsx': { bytes: bookOf({ 发放: ONE_MONTH }), truth: RIGHT_IN_ONE },
    'merged-month.sheetjs.xls': { bytes: bookOf({ 发放: ONE_MONTH }, 'biff8'), truth: RIGHT_IN_ONE },
    'merged-month.sheetjs.et': { bytes: bookOf({ 发放: ONE_MONTH }, 'biff8'), truth: RIGHT_IN_ONE },
    'merged-month-2003.sheetjs.xls': { bytes: bookOf({ 发放: ONE_MONTH }, 'xlml'), truth: RIGHT_IN_ONE },
    'merged-cards.sheetjs.xlsx': { bytes: bookOf({ 发放: ONE_CARD }), truth: { badRows: 2 } },
    'shown-in-ten-thousands-2003.sheetjs.xls': {
      bytes: bookOf({ 发放: withCell('F2', { t: 'n', v: 3.2, z: '0.0"万元"' }) }, 'xlml'),
      truth: { badRows: 1 },
    },
    'merged-amounts.sheetjs.xlsx': {
      bytes: bookOf({ 发放: sheetOf(PLAIN, { '!merges': [MERGED_ROWS] }) }),
      truth: { refused: 'sheet-merged-cells' },
    },
    'hidden-row.sheetjs.xlsx': {
      bytes: bookOf({ 发放: sheetOf(PLAIN, { '!rows': [{}, {}, { hidden: true }] }) }),
      truth: RIGHT,
    },
    'hidden-column.sheetjs.xlsx': {
      bytes: bookOf({ 发放: sheetOf(PLAIN, { '!cols': [{}, {}, { hidden: true }] }) }),
      truth: RIGHT,
    },
    'hidden-amounts.sheetjs.xlsx': { bytes: bookOf({ 发放: HIDDEN_AMOUNTS }), truth: { asked: true } },
    'hidden-amounts.sheetjs.xls': {
      bytes: bookOf({ 发放: HIDDEN_AMOUNTS }, 'biff8'),
      truth: { asked: true },
    },
    'hidden-amounts-2003.sheetjs.xls': {
      bytes: bookOf({ 发放: HIDDEN_AMOUNTS }, 'xlml'),
      truth: { asked: true },
    },
    'formula.sheetjs.xlsx': { bytes: bookOf({ 发放: withCell('F2', formula) }), truth: RIGHT },
    'unrounded-formula.sheetjs.xlsx': {
      bytes: bookOf({ 发放: withCell('F2', unrounded) }),
      truth: { badRows: 1 },
    },
    'month-as-date.sheetjs.xlsx': { bytes: bookOf({ 发放: withCell('G2', month) }), truth: RIGHT },
    'card-as-number.sheetjs.xlsx': {
      bytes: bookOf({ 发放: withCell('E2', { t: 'n', v: 6_222_021_202_000_430_000 }) }),
      truth: { badRows: 1 },
    },
    'without-macros.sheetjs.xlsm': { bytes: sheetJs(PLAIN, 'xlsx'), truth: RIGHT },
    'workbook-of-wps.sheetjs.et': { bytes: sheetJs(PLAIN, 'xlsx'), truth: RIGHT },
    'xml-spreadsheet-2003.sheetjs.xls': { bytes: sheetJs(PLAIN, 'xlml'), truth: RIGHT },
    'web-archive.by-hand.xls': { bytes: Buffer.from(MHT), truth: { refused: 'sheet-not-excel' } },
    'thousands-without-quotes.by-hand.csv': {
      bytes: Buffer.from(TORN),
      truth: { badRows: PLAIN.length - 1 },
    },
    'pdf.by-hand.csv': { bytes: Buffer.from('%PDF-1.7\n%%EOF'), truth: { refused: 'sheet-not-excel' } },
    'wrong-ending.sheetjs.xls': {
      bytes: sheetJs(PLAIN, 'xlsx'),
      truth: { refused: 'sheet-extension-differs' },
    },
  }
}
