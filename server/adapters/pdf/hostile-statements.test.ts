// Workbooks, pages and separated texts made to harm whoever reads them as statements: refused by name, in bounded time and memory.

import { describe, expect, it } from 'vitest'
import { withSealed } from '../../testing/sealed-file.ts'
import {
  bookParts,
  buildBook,
  buildSheet,
  rowsXml,
  rowXml,
  sheetXml,
  zipOf,
} from '../../testing/xlsx-builder.ts'
import { encodeGb18030 } from '../spreadsheet/gb18030.ts'
import { parseStatementFile } from './parse-statement-file.ts'
import { PDF_LIMITS } from './pdf-limits.ts'
import { PdfRefused } from './pdf-refused.ts'
import { readStatement } from './read-bank-statement.ts'

const MB = 1024 * 1024
const TITLES = ['交易日期', '对方户名', '对方账号', '借方发生额', '贷方发生额', '摘要']
const PAID = ['2026-03-16', '王小明', '6222021202000010009', '120.00', '', '劳务费']
const csv = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(',')).join('\n')

/** In this thread: what the thread of its own does, without the time that starting it takes. */
async function read(bytes: Uint8Array) {
  try {
    const { lines } = await withSealed(bytes, (file) => parseStatementFile(file, PDF_LIMITS))
    return lines.map(({ name, amountFen }) => `${name} ${amountFen}`)
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error
    return error.code
  }
}

const book = (xml: string) => buildBook([{ name: 'a', xml }])
const data = rowsXml([TITLES, PAID])
const READ = ['王小明 12000']

describe('workbooks', () => {
  it.each<[string, () => Uint8Array, string]>([
    [
      'a part compressed a thousandfold',
      () =>
        zipOf({ ...bookParts([{ name: 'a', xml: '' }]), 'xl/worksheets/sheet1.xml': ' '.repeat(20 * MB) }),
      'statement-slow',
    ],
    ['XML nested deeply', () => book(sheetXml(`${data}${'<a>'.repeat(100_000)}`)), 'statement-slow'],
    [
      'entity declarations',
      () => book(`<!DOCTYPE a [<!ENTITY a "ha">]>${sheetXml(data.replace('王小明', '&a;'))}`),
      'statement-slow',
    ],
    ['a cut file', () => buildSheet([TITLES, PAID]).subarray(0, 900), 'statement-damaged'],
    [
      'more rows than a statement has',
      () =>
        book(
          sheetXml(
            rowsXml([TITLES]) + Array.from({ length: 21_100 }, (_, i) => rowXml(PAID, i + 2)).join(''),
          ),
        ),
      'statement-too-long',
    ],
  ])('refuses %s', async (_, make, code) => expect(await read(make())).toBe(code))

  it('reads a row of 16,384 columns and a huge cell by what the table needs of them', async () => {
    const wide = [...PAID, ...Array.from({ length: 16_378 }, () => 'x')]
    expect(await read(Buffer.from(csv([TITLES, wide])))).toEqual(READ)
    expect(await read(buildSheet([TITLES, PAID.with(5, '1 '.repeat(16_000))]))).toEqual(READ)
  })

  it('reads a payment among a million empty rows in its own thread, in bounded memory', {
    timeout: 90_000,
  }, async () => {
    const empty = Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 3}"/>`).join('')
    const before = process.memoryUsage().rss
    const bytes = book(sheetXml(data + empty))
    const { lines } = await withSealed(bytes, (file) => readStatement(file))
    expect(lines).toHaveLength(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MB)
  })
})

describe('text', () => {
  const page = (cells: string) => `<html><body><table>${cells}</table></body></html>`
  const row = (texts: readonly string[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`
  it.each<[string, Uint8Array, string | string[]]>([
    ['a page saved as a workbook', encodeGb18030(page(row(TITLES) + row(PAID))), READ],
    ['a page with a script', Buffer.from(page(`<script>alert(1)</script>${row(TITLES)}${row(PAID)}`)), READ],
    ['a page of endless columns', Buffer.from(page(`<tr>${'<td>1'.repeat(20_000)}</tr>`)), 'statement-slow'],
    [
      'bytes in no encoding',
      Buffer.concat([Buffer.from(csv([TITLES, PAID])), Buffer.from([0xff, 0x20, 0x81])]),
      'statement-encoding',
    ],
    [
      'a quote that never ends',
      Buffer.from(`${csv([TITLES, PAID])}\n"${'a,'.repeat(1_000)}`),
      'statement-damaged',
    ],
    ['one endless cell', Buffer.from(`${csv([TITLES, PAID])}\n${'a'.repeat(200_000)},1`), 'statement-slow'],
    ['a quote inside a cell', Buffer.from(`${csv([TITLES, PAID.with(5, '"劳务"费,含税"')])}\n`), READ],
    ['tabs behind quoted numbers', Buffer.from(csv([TITLES, PAID.map((text) => `"${text}"\t`)])), READ],
    ['no table', Buffer.from('a\nb\nc\n'), 'statement-unknown'],
  ])('answers %s', async (_, bytes, expected) => expect(await read(bytes)).toEqual(expected))

  it('gives up a page whose tags never close when its time is over', { timeout: 60_000 }, async () => {
    const endless = Buffer.from(`<html><table>${'<style>'.repeat(1_000_000)}`)
    const reading = withSealed(endless, (file) => readStatement(file, { limits: { seconds: 2 } }))
    await expect(reading).rejects.toMatchObject({ code: 'statement-slow' })
  })
})
