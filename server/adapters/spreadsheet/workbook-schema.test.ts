// What is written is valid by the schema of spreadsheets, and rows that write themselves give the same bytes as cells at hand.

import { buffer } from 'node:stream/consumers'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { schemaFaults } from '../../testing/spreadsheet-schema.ts'
import { type Column, type Row, type WritingRow, writeBook, writeXlsx } from './write-xlsx.ts'

const columns: readonly Column[] = [
  { title: '姓名', kind: 'text', width: 12 },
  { title: '身份证号', kind: 'text' },
  { title: '金额', kind: 'money' },
  { title: '人数', kind: 'count' },
  { title: '日期', kind: 'date' },
  { title: '时间', kind: 'time' },
]
const at = new Date('2026-11-14T16:30:05Z')
const rows: readonly Row[] = [
  [{ text: '王小明' }, '330102199003071214', { fen: 123_456_789_012n }, { count: 3 }, { at }, { at }],
  [null, '=1+1', 5n, null, null, { at }],
  ['王小明', '&<>"_x0041_ ', -5n, 7, null, null],
  [{ text: '', marked: true }, null, { fen: 1n, marked: true }, null, null, null],
]

it('allows every element, attribute and text of a file with all kinds of cells', async () => {
  for (const options of [{}, { placesCells: true, leadingRows: [['说明']] }])
    expect(schemaFaults(await buffer(writeXlsx(rows, { sheetName: '明细', columns, ...options })))).toEqual(
      [],
    )
})

it.each<[string, RegExp, string]>([
  ['elements in another order', /<cols>.*<\/cols>(.*<\/sheetData>)/, '$1<cols/>'],
  ['a row number twice', /<row r="2">/, '<row r="1">'],
  ['an unknown type of cell', /t="s"/, 't="text"'],
  ['a shared text that is not there', /t="s"><v>\d+/, 't="s"><v>99'],
  ['a style that is not there', /<c s="\d+"/, '<c s="99"'],
])('would find %s', async (_, from, to) => {
  const parts = unzipSync(await buffer(writeXlsx(rows, { sheetName: '明细', columns })))
  const name = 'xl/worksheets/sheet1.xml'
  const xml = strFromU8(parts[name] as Uint8Array)
  expect(schemaFaults(zipSync({ ...parts, [name]: strToU8(xml.replace(from, to)) }))).not.toEqual([])
})

it('writes the same bytes for rows that write themselves, whatever their texts', async () => {
  const texts = ['王小明', 'a', '-', '=1', ' b', 'c ', 'x_y', '<&>', '𠮷', 'é', '–', '王–', '', '９', '한']
  const unlike = Array.from({ length: 600 }, (_, n) => `330102${n}`)
  const all = [...texts, '字'.repeat(30), ...unlike, ...texts]
  const own: WritingRow[] = all.map((text) => ({
    writeCells: (cells) => {
      const bytes = Buffer.from(`..${text}..`)
      cells.utf8(bytes, 2, bytes.length - 2)
      cells.empty()
      cells.fen(12_305)
      cells.count(7)
    },
  }))
  const cells = all.map((text): Row => [text, null, 12_305n, 7])
  const [itself, atHand] = await Promise.all([writtenBook(own), writtenBook(cells)])
  expect(itself.equals(atHand)).toBe(true)
})

function writtenBook(written: readonly (Row | WritingRow)[]): Promise<Buffer> {
  async function* sheets() {
    yield { sheetName: '明细', columns: columns.slice(0, 4), rows: written }
  }
  return buffer(writeBook(sheets()))
}
