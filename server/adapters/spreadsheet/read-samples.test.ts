// Reads the sample sheets, which LibreOffice, Excel's and WPS's ways of writing gave, and tells what each comes to.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE } from '../../testing/sheet-people.ts'
import { readSheetFile } from '../../testing/sheet-reading.ts'

const samples = join(import.meta.dirname, 'samples')
const read = (name: string) => readSheetFile(join(samples, name))
const plain = rowsOf()

/** The plain rows with some changed, by index. */
function changed(changes: Readonly<Record<number, Partial<RawRow>>>): RawRow[] {
  return plain.map((row, index) => ({ ...row, ...changes[index] }))
}

const lost = changed({
  1: { idCardNo: '1.1010520E+17', damaged: ['idCardNo'] },
  2: { cardNo: '6.2170000E+17', damaged: ['cardNo'] },
})
const hidden = changed({ 1: { hidden: true } })
const [first, second, third, fourth] = SHEET_PEOPLE as [RawRow, RawRow, RawRow, RawRow]

const bothFormats: Readonly<Record<string, RawRow[] | [string, object?]>> = {
  plain,
  'any-order': plain,
  'rich-text': plain,
  formulas: plain,
  'month-dates': plain,
  'full-width': plain,
  'hidden-rows': hidden,
  'filtered-rows': hidden,
  'hidden-first-sheet': plain,
  'merged-title': rowsOf(SHEET_PEOPLE, 4),
  'two-row-heading': rowsOf(SHEET_PEOPLE, 3),
  'blank-lines': [...rowsOf([first, second], 3), ...rowsOf([third, fourth], 7)],
  'typed-numbers': lost,
  // The total is left out.
  'error-and-total': changed({ 0: { amount: '#DIV/0!' } }),
  // One bank over two people.
  'merged-data': changed({ 1: { bank: plain[0]?.bank ?? '' } }),
  // A row struck out, an amount with a struck number in it, and a bank that was corrected.
  struck: changed({
    0: { bank: '', remark: '', amount: '1234.5[不发:已划掉]' },
    1: { amount: '〔999〕800' },
  }),
  'hidden-amounts': ['sheet-columns-unclear', { columns: '金额' }],
  'hidden-phones': plain,
  'two-payout-sheets': ['sheet-second-payout-sheet', { sheet: '十二月' }],
  // Its card and month columns are called 卡号 and 月份.
  'missing-columns': plain,
  'heading-only': ['sheet-empty'],
  'nothing-at-all': ['sheet-empty'],
  'no-heading': ['sheet-columns-unclear', { sheet: expect.any(String) }],
}

function isRefusal(expected: RawRow[] | [string, object?]): expected is [string, object?] {
  return typeof expected[0] === 'string'
}

describe.each(['xlsx', 'xls'])('samples written by LibreOffice as .%s', (format) => {
  it.each(Object.entries(bothFormats))('reads or refuses %s as expected', async (name, expected) => {
    const result = await read(`lo-${name}.${format}`)
    if (isRefusal(expected)) {
      expect(result).toMatchObject({ refused: expected[0], detail: expected[1] ?? {} })
    } else expect(result).toEqual({ rows: expected })
  })
})

describe('samples of other writers', () => {
  it.each([
    [
      'excel-shared-strings.xlsx',
      'rich text with readings, seventeen digits, text formulas, a hidden column',
    ],
    ['excel-1904.xlsx', 'days counted from 1904, built-in Chinese formats'],
    ['wps-quirks.xlsx', 'a very hidden sheet first, a byte order mark, parts in another case'],
    ['prefixed-tags.xlsx', 'prefixed tags, no places, CDATA, comments'],
  ])('reads %s: %s', async (name) => expect(await read(name)).toEqual({ rows: plain }))

  it('refuses a file whose formulas were never computed', async () =>
    expect(await read('uncomputed-formula.xlsx')).toMatchObject({
      refused: 'sheet-formula-uncomputed',
      detail: { cell: 'F2' },
    }))
})

it('has an expectation for every LibreOffice sample, and every sample is small', () => {
  const tested = new Set(Object.keys(bothFormats).flatMap((name) => [`lo-${name}.xls`, `lo-${name}.xlsx`]))
  for (const name of readdirSync(samples)) {
    if (name.startsWith('lo-')) expect(tested).toContain(name)
    expect(readFileSync(join(samples, name)).length).toBeLessThan(10_000)
  }
})
