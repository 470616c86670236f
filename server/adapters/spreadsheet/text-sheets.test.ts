// Sheets that are text: separated values in either encoding, and pages saved under a workbook's name.

import { expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import { encodeGb18030 } from './gb18030.ts'

const people = SHEET_PEOPLE.slice(0, 3)
const table = [SHEET_TITLES, ...people.map(textsOf)]
const separated = (sign: string, end = '\r\n') => table.map((cells) => cells.join(sign)).join(end)
const utf8 = (text: string) => Buffer.from(text)
const marked = (text: string) => Buffer.from(`\ufeff${text}`)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const quoted = table.map((cells) => cells.map((text) => `"${text}"`).join(',')).join('\n')
const wrapped = table.map((cells) => cells.map((text) => `="${text}"`).join(',')).join('\n')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const page = `<html><head><meta charset="x"><style>td{}</style></head><body><table border=1>
${table.map((cells) => `<TR>${cells.map((text) => `<td style='mso-number-format:"@"'>${escaped(text)}</td>`).join('')}</TR>`).join('\n')}
</table></body></html>`

it.each<[string, Uint8Array, string]>([
  ['UTF-8', utf8(separated(',')), 'a.csv'],
  ['UTF-8 with a mark', marked(separated(',', '\n')), 'a.csv'],
  ['GBK', encodeGb18030(separated(',')), 'a.CSV'],
  ['UTF-16', utf16(separated('\t')), 'a.csv'],
  ['tabs', utf8(separated('\t')), 'a.csv'],
  ['semicolons', utf8(separated(';')), 'a.csv'],
  ['quotes', utf8(quoted), 'a.csv'],
  ['formulas that keep digits', utf8(wrapped), 'a.csv'],
  ['separated values named .xls', encodeGb18030(separated('\t')), 'a.xls'],
  ['a page named .xls', utf8(page), 'a.xls'],
  ['a page in GBK', encodeGb18030(page), 'a.xls'],
])('reads %s', async (_, bytes, name) =>
  expect(await readSheetBytes(bytes, name)).toEqual({ rows: rowsOf(people) }),
)

it('keeps line breaks and separators inside quotes', async () => {
  const [cells = []] = people.map(textsOf)
  const row = cells.with(7, '"第一行\n第二,行 ""引"""').join(',')
  const result = await readSheetBytes(utf8(`${SHEET_TITLES.join(',')}\n${row}`), 'a.csv')
  expect(result).toMatchObject({ rows: [{ remark: '第一行 第二,行 "引"' }] })
})

it('refuses cells of a page that reach over several people', async () => {
  const [first = [], second = []] = people.map(textsOf)
  const head = `<tr>${SHEET_TITLES.map((title) => `<th>${title}</th>`).join('')}</tr>`
  const cell = (text: string) => `<td>${text}</td>`
  const body = `<tr>${first.map((text, index) => (index === 3 ? `<td rowspan=2>${text}</td>` : cell(text))).join('')}</tr><tr>${second.toSpliced(3, 1).map(cell).join('')}</tr>`
  const result = await readSheetBytes(utf8(`<table>${head}${body}</table>`), 'a.xls')
  expect(result).toMatchObject({ refused: 'sheet-merged-cells', detail: { range: 'D2:D3' } })
})
