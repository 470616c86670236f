// An .xls as the oracle of the tests and LibreOffice read it; our own reader reads one in server/bank-files/formats.test.ts: every cell a text, letter by letter.

import { describe, expect, it } from 'vitest'
import { hasLibreOffice, openedSheets, openWithLibreOffice } from '../../testing/libre-office.ts'
import { CompoundFile } from './compound-file.ts'
import { compoundFile } from './write-compound-file.ts'
import { writeXls, XLS_ROWS_PER_SHEET } from './write-xls.ts'

const LINES = [
  ['代发工资', '', '2'],
  ['户名', '账号', '金额'],
  ['张三', '6222020000000001001', '1234.56'],
  ['买买提·艾力', '0062220200000000010', '0.05'],
  ['Łukasz 𠮷', '=1+1', ' 留空 '],
]
const valuesOf = (sheets: ReturnType<typeof openedSheets>, name = '代发') =>
  (sheets[name] ?? []).map((cells) => cells.map(({ value, isText }) => (isText ? value : { value })))

describe('an .xls', () => {
  it('is read as it was written, by the oracle and by LibreOffice', {
    timeout: 60_000,
  }, async () => {
    const bytes = writeXls(LINES, '代发')
    expect(valuesOf(openedSheets(bytes))).toEqual(LINES)
    if (!hasLibreOffice) return
    const many = Array.from({ length: 3_000 }, (_, index) => [`${index}`, `参考号${index}`, `${index}.00`])
    const opened = openWithLibreOffice({ 'a.xls': bytes, 'b.xls': writeXls(many, '代发') })
    expect(valuesOf(opened['a.xls'] ?? {})).toEqual(LINES)
    expect(valuesOf(opened['b.xls'] ?? {})).toEqual(many)
  })

  it('has as many rows as a sheet of its kind, and one more is not written', () => {
    const lines = Array.from({ length: XLS_ROWS_PER_SHEET }, () => ['1'])
    expect(writeXls(lines, '代发').length).toBeGreaterThan(0)
    expect(() => writeXls([...lines, ['1']], '代发')).toThrow(RangeError)
  })

  it.each([1, 4_096, 109 * 128 * 512, 15_000_000])('keeps a stream of %d bytes', (length) => {
    const content = Buffer.alloc(length, 'Paywages')
    const kept = new CompoundFile(compoundFile('Workbook', content)).stream('Workbook')
    expect(kept?.subarray(0, length).equals(content)).toBe(true)
  })
})
