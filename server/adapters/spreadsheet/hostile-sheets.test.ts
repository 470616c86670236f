// Files made to harm: each is refused by name, in bounded memory, and no damage of any kind leads to anything else.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readInThread, readSheetBytes } from '../../testing/sheet-reading.ts'
import {
  bookParts,
  buildBook,
  type Parts,
  rowsXml,
  rowXml,
  sheetXml,
  zipOf,
} from '../../testing/xlsx-builder.ts'

const MB = 1024 * 1024
const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'samples', name))
const people = SHEET_PEOPLE.map(textsOf)
const data = rowsXml([SHEET_TITLES, ...people])
const book = (xml: string, options = {}): Uint8Array => buildBook([{ name: 'a', xml }], options)
const parts = (): Parts => bookParts([{ name: 'a', xml: sheetXml(data) }])
const PADDING = 'xl/media/padding.bin'

/** The zip with one field of an entry's directory record changed. */
function withField(bytes: Uint8Array, name: string, offset: number, value: number): Buffer {
  const zip = Buffer.from(bytes)
  const at = zip.lastIndexOf(name) - 46
  zip.writeUInt32LE(value, at + offset)
  return zip
}

/** Text that is packed no tighter than real text. */
const noise = (length: number): string =>
  Array.from({ length: length / 4 }, (_, i) => ((i * 7_919) % 46_656).toString(36).padStart(4, '_')).join('')

const CHECKSUM = 16
const UNPACKED_SIZE = 24
const LOCAL_OFFSET = 42

const refuses = async (bytes: Uint8Array, refused: string): Promise<void> =>
  expect(await readSheetBytes(bytes)).toMatchObject({ refused })

describe('zip and XML bombs', () => {
  it('refuses a part that declares a huge unpacked size', () =>
    refuses(
      withField(zipOf({ ...parts(), [PADDING]: 'a'.repeat(1_000) }), PADDING, UNPACKED_SIZE, 600 * MB),
      'sheet-bomb',
    ))

  it('refuses a part compressed a thousandfold', () =>
    refuses(zipOf({ ...parts(), 'xl/worksheets/sheet1.xml': ' '.repeat(20 * MB) }), 'sheet-bomb'))

  it('refuses a part that understates its unpacked size', () =>
    refuses(
      withField(
        zipOf({ ...parts(), 'xl/worksheets/sheet1.xml': sheetXml(`${data}${' '.repeat(50 * MB)}`) }),
        'xl/worksheets/sheet1.xml',
        UNPACKED_SIZE,
        1 * MB,
      ),
      'sheet-bomb',
    ))

  it('refuses parts that share the same bytes', async () => {
    const zip = Buffer.from(zipOf({ ...parts(), [PADDING]: 'a', 'xl/media/other.bin': 'a' }))
    const shared = zip.readUInt32LE(zip.lastIndexOf(PADDING) - 46 + LOCAL_OFFSET)
    await refuses(withField(zip, 'xl/media/other.bin', LOCAL_OFFSET, shared), 'sheet-bomb')
  })

  it('refuses thousands of parts', () =>
    refuses(
      zipOf({
        ...parts(),
        ...Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`a/${i}.xml`, 'a'])),
      }),
      'sheet-bomb',
    ))

  const laughs =
    '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  it.each<[string, Uint8Array]>([
    ['the sheet', book(laughs + sheetXml(data.replace('王小明', '&b;')))],
    [
      'the shared strings',
      book(sheetXml(data), { sharedStrings: `${laughs}<sst><si><t>&b;</t></si></sst>` }),
    ],
    ['the workbook', zipOf({ ...parts(), 'xl/workbook.xml': `${laughs}${parts()['xl/workbook.xml']}` })],
    ['the styles', book(sheetXml(data), { styles: `${laughs}<styleSheet/>` })],
  ])('refuses entity declarations in %s', (_, bytes) => refuses(bytes, 'sheet-bomb'))

  it('refuses XML nested a hundred thousand levels deep', () =>
    refuses(book(sheetXml(`${data}${'<a>'.repeat(100_000)}`)), 'sheet-bomb'))

  it('refuses one overlong tag', () =>
    refuses(book(sheetXml(`<row r="${'1'.repeat(5 * MB)}"/>`)), 'sheet-bomb'))

  it.each([
    ['shared text', `<si><t>${noise(2_000)}</t></si>`.repeat(40_000)],
    ['one shared text', `<si>${`<r><t>${noise(2_000)}</t></r>`.repeat(1_000)}</si>`],
    ['shared texts', '<si/>'.repeat(1_000_001)],
  ])('refuses oversized shared strings: %s', (_, strings) =>
    refuses(book(sheetXml(data), { sharedStrings: `<sst>${strings}</sst>` }), 'sheet-bomb'),
  )

  it('refuses one oversized cell', () => {
    const runs = `<r><t>${noise(2_000)}</t></r>`.repeat(1_000)
    return refuses(book(sheetXml(`<row><c t="inlineStr"><is>${runs}</is></c></row>`)), 'sheet-bomb')
  })

  it('refuses too many sheets', () =>
    refuses(
      buildBook(Array.from({ length: 150 }, (_, i) => ({ name: `${i}`, xml: sheetXml('') }))),
      'sheet-bomb',
    ))
})

describe('names of zip parts', () => {
  it.each(['../../etc/passwd', '/etc/passwd', 'C:/windows', 'xl/../../a', '..\\a'])('refuses %s', (name) =>
    refuses(zipOf({ ...parts(), [name]: 'a' }), 'sheet-damaged'),
  )
  it('refuses names that differ only in case', () =>
    refuses(zipOf({ ...parts(), 'XL/Workbook.xml': 'a' }), 'sheet-damaged'))
})

describe('sheets that two programs would read differently', () => {
  const [first = [], second = []] = people
  it.each([
    ['a row told twice', data + rowXml(first, 3)],
    ['rows out of order', rowXml(SHEET_TITLES, 2) + rowXml(first, 1)],
    ['a cell told twice', `${rowsXml([SHEET_TITLES])}<row r="2"><c r="A2"/><c r="A2"/></row>`],
    ['a cell of another row', `${rowsXml([SHEET_TITLES])}<row r="2"><c r="A3"><v>1</v></c></row>`],
    ['a row behind the last', data + rowXml(second, 1_048_577)],
    ['a column behind the last', `${rowsXml([SHEET_TITLES])}<row r="2"><c r="XFE2"/></row>`],
    ['a row inside a row', `<row r="1"><row r="2">${rowXml(first, 3)}</row></row>`],
    ['a cell inside a cell', '<row r="1"><c r="A1"><c r="B1"/></c></row>'],
    ['an unknown kind of cell', '<row r="1"><c r="A1" t="magic"><v>1</v></c></row>'],
    ['a shared string that is not there', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'],
    ['a negative shared string', '<row r="1"><c r="A1" t="s"><v>-1</v></c></row>'],
  ])('refuses %s', (_, rows) => refuses(book(sheetXml(rows)), 'sheet-damaged'))

  it('reads a sheet whose dimension element is wrong', async () => {
    const xml = sheetXml(data).replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')
    expect(await readSheetBytes(book(xml))).toEqual({ rows: rowsOf() })
  })
})

describe('damaged files', () => {
  it.each(['lo-plain.xlsx', 'lo-plain.xls', 'excel-shared-strings.xlsx'])(
    'refuses %s truncated at any position, unless only padding is missing',
    async (name) => {
      const whole = sample(name)
      for (let length = 9; length < whole.length - 1; length += 97) {
        const result = await readSheetBytes(whole.subarray(0, length), name)
        // The tail of an .xls may be nothing but padding and summaries.
        if ('rows' in result) expect(name.endsWith('.xls') && result.rows.length === 4).toBe(true)
        else expect(result.refused).toBe('sheet-damaged')
      }
    },
  )

  it.each(['lo-plain.xlsx', 'lo-rich-text.xls', 'lo-formulas.xls'])(
    'reads or refuses %s with random bytes changed, without crashing',
    async (name) => {
      const whole = sample(name)
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes[at] = value
          const result = await readSheetBytes(bytes, name)
          return 'rows' in result ? result.rows.length < 100 : result.refused.startsWith('sheet-')
        }),
        { numRuns: 150 },
      )
    },
  )

  it('refuses a part with a wrong checksum', () => {
    const part = 'xl/worksheets/sheet1.xml'
    return refuses(withField(zipOf(parts()), part, CHECKSUM, 0x12345678), 'sheet-damaged')
  })

  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${sheetXml(data)}`, 'utf16le')],
    ['cut', sheetXml(data).slice(0, -30)],
    ['never closed', sheetXml(data).replace('</sheetData>', '')],
    ['closed twice', `${sheetXml(data)}</worksheet>`],
    ['empty', ''],
  ])('refuses XML that is %s', (_, xml) =>
    refuses(zipOf({ ...parts(), 'xl/worksheets/sheet1.xml': xml }), 'sheet-damaged'),
  )
})

describe('large valid sheets', () => {
  it('reads the people among 400,000 formatted empty rows in bounded memory', {
    timeout: 90_000,
  }, async () => {
    const empty = (_: unknown, index: number): string =>
      `<row r="${index + 6}" ht="15" s="1"><c r="A${index + 6}" s="1"/><c r="B${index + 6}" s="1"/></row>`
    const bytes = book(sheetXml(data + Array.from({ length: 400_000 }, empty).join('')))
    const before = process.memoryUsage().rss
    expect(await readInThread(bytes, 'a.xlsx')).toEqual({ rows: rowsOf() })
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB)
  })

  it('refuses a sheet with one row more than the limit', async () => {
    const line = (row: number): string => rowXml(people[0] ?? [], row)
    const xml = sheetXml(
      rowsXml([SHEET_TITLES]) + Array.from({ length: 100_001 }, (_, i) => line(i + 2)).join(''),
    )
    expect(await readInThread(book(xml), 'a.xlsx')).toMatchObject({
      refused: 'sheet-too-many-rows',
      detail: { rows: 100_000 },
    })
  })
})
