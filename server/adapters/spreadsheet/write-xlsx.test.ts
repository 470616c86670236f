// What is written is read back by three readers of other people, and by our own.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import XLSX from '@e965/xlsx'
import { formatYuan } from '@paywages/domain/money/fen.ts'
import { readXlsx } from 'hucre'
import { describe, expect, it, vi } from 'vitest'
import { hasLibreOffice, openWithLibreOffice } from '../../testing/libre-office.ts'
import { rowsOf, SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes } from '../../testing/sheet-reading.ts'
import {
  type BookSheet,
  type Cell,
  type Column,
  type Row,
  type RowSource,
  type WriteXlsxOptions,
  writeBook,
  writeXlsx,
} from './write-xlsx.ts'

async function write(rows: RowSource, options: Partial<WriteXlsxOptions> = {}): Promise<Buffer> {
  const columns = options.columns ?? [{ title: '文本', kind: 'text' }]
  const chunks: Buffer[] = []
  for await (const chunk of writeXlsx(rows, { sheetName: '明细', ...options, columns })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const columns: readonly Column[] = [
  { title: '姓名', kind: 'text', width: 12 },
  { title: '身份证号', kind: 'text' },
  { title: '金额', kind: 'money' },
  { title: '人数', kind: 'count' },
  { title: '日期', kind: 'date' },
  { title: '时间', kind: 'time' },
]
const at = new Date('2026-11-14T16:30:05Z')
const row: Row = [
  { text: '王小明' },
  { text: '330102199003071214' },
  { fen: 123_456_789_012n },
  { count: 3 },
  { at },
  { at },
]

function sheetjs(bytes: Buffer, raw: boolean): unknown[][] {
  const book = XLSX.read(bytes)
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    raw,
    defval: null,
  })
}

const texts = (values: readonly string[]): Row[] => values.map((text) => [{ text }])
const readTexts = (bytes: Buffer): unknown[] =>
  sheetjs(bytes, true)
    .slice(1)
    .map(([value]) => value)

describe('reading back a written workbook', () => {
  it('shows values and formats in SheetJS', async () => {
    const bytes = await write([row], { columns })
    expect(sheetjs(bytes, true)[1]?.slice(0, 4)).toEqual([
      '王小明',
      '330102199003071214',
      1_234_567_890.12,
      3,
    ])
    expect(sheetjs(bytes, false)[1]).toEqual([
      '王小明',
      '330102199003071214',
      '1,234,567,890.12',
      '3',
      '2026-11-15',
      '2026-11-15 00:30:05',
    ])
    const sheet = XLSX.read(bytes, { cellStyles: true, cellNF: true }).Sheets.明细
    expect(sheet?.B2).toMatchObject({ t: 's', z: '@' })
  })

  it('shows values in hucre', async () => {
    const { sheets } = await readXlsx(await write([row], { columns }))
    expect(sheets[0]?.name).toBe('明细')
    expect(sheets[0]?.rows[1]?.slice(0, 4)).toEqual(['王小明', '330102199003071214', 1_234_567_890.12, 3])
  })

  it.skipIf(!existsSync('/usr/bin/soffice'))(
    'shows formatted values in LibreOffice',
    { timeout: 60_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'write-xlsx-'))
      try {
        writeFileSync(join(folder, 'a.xlsx'), await write([row, [{ text: '=1+1' }]], { columns }))
        const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
        const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'
        execFileSync('soffice', [
          '--headless',
          profile,
          '--convert-to',
          csv,
          '--outdir',
          folder,
          join(folder, 'a.xlsx'),
        ])
        expect(readFileSync(join(folder, 'a.csv'), 'utf8').trimEnd().split('\n').slice(1)).toEqual([
          '王小明,330102199003071214,"1,234,567,890.12",3,2026-11-15,2026-11-15 00:30:05',
          "'=1+1,,,,,",
        ])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  it('is accepted as a payout sheet by our own reader', async () => {
    const people = SHEET_PEOPLE.map(
      (person): Row => textsOf(person).map((text) => ({ text, marked: text === '' })),
    )
    const titles = SHEET_TITLES.map((title): Column => ({ title, kind: 'text' }))
    const bytes = await write(people, { columns: [...titles, { title: '错误原因', kind: 'text' }] })
    expect(await readSheetBytes(bytes)).toEqual({ rows: rowsOf() })
  })

  it.each([false, true])(
    'shares repeated texts and leaves no cell out of its place (placed: %s)',
    async (placesCells) => {
      const rows = Array.from(
        { length: 1_200 },
        (_, n): Row => [
          `名${n % 3}`,
          `33010219900307${1000 + n}`,
          n % 2 === 0 ? '' : null,
          { text: `尾_x0041_<${n % 5}>` },
          BigInt(n) * 10_000_000_001n * (n % 7 === 0 ? -1n : 1n),
          n,
        ],
      )
      const kinds = ['text', 'text', 'text', 'text', 'money', 'count'] as const
      const columns = kinds.map((kind) => ({ title: kind, kind }))
      const bytes = await write(rows, { columns, placesCells })
      const shown = rows.map(([name, id, , tail, fen, count]) => [
        name,
        id,
        null,
        (tail as { text: string }).text,
        Number(formatYuan(fen as bigint)),
        count,
      ])
      expect(sheetjs(bytes, true).slice(1)).toEqual(shown)
      const { sheets } = await readXlsx(bytes)
      expect(sheets[0]?.rows.slice(1)).toEqual(shown)
      if (!hasLibreOffice) return
      const opened = openWithLibreOffice({ 'a.xlsx': bytes })['a.xlsx']?.明细 ?? []
      expect(opened.slice(1).map((cells) => cells.map(({ value }) => value))).toEqual(
        shown.map((cells) => cells.map((value) => value ?? '')),
      )
    },
  )

  it('has the same bytes for the same rows', async () =>
    expect(await write([row], { columns })).toEqual(await write([row], { columns })))
})

describe('text cells', () => {
  it('prefixes text that a spreadsheet would run as a formula with an apostrophe', async () => {
    const dangerous = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠a',
      '=cmd|"/c calc"!A1',
    ]
    const harmless = ['-', '－', '330102199003071214', 'a=b', ' =1', "'quoted", '']
    expect(readTexts(await write(texts(dangerous)))).toEqual(dangerous.map((text) => `'${text}`))
    expect(readTexts(await write(texts(harmless)))).toEqual(harmless.map((text) => text || null))
  })

  it('prefixes a formula in a heading too', async () =>
    expect(sheetjs(await write([], { columns: [{ title: '=1+1', kind: 'text' }] }), true)).toEqual([
      ["'=1+1"],
    ]))

  it('keeps every character that XML can hold, drops or replaces others, and cuts overlong text', async () => {
    const odd = [
      '<b>&amp;"\'</b>',
      'a\u0000b\u0008c\u001fd\ufffee',
      '_x0041_',
      '𠮷\ud800',
      ' 前后 ',
      '行\n行',
      'x'.repeat(40_000),
    ]
    expect(readTexts(await write(texts(odd)))).toEqual([
      '<b>&amp;"\'</b>',
      'abcde',
      '_x0041_',
      '𠮷\ufffd',
      ' 前后 ',
      '行\n行',
      'x'.repeat(32_766),
    ])
  })
})

describe('number cells', () => {
  it.each([
    [1n, '0.01'],
    [-1n, '-0.01'],
    [0n, '0.00'],
    [99_999_999_999n, '999,999,999.99'],
  ])('formats %s fen as yuan', async (fen, shown) =>
    expect(
      sheetjs(await write([[{ fen }]], { columns: [{ title: '金额', kind: 'money' }] }), false)[1],
    ).toEqual([shown]),
  )

  it.each<[Cell]>([[{ count: Number.NaN }], [{ at: new Date(Number.NaN) }]])(
    'throws a TypeError for %j',
    async (cell) => expect(write([[cell]])).rejects.toThrow(TypeError),
  )
})

describe('sheets', () => {
  it('freezes and emboldens the header row and highlights marked cells', async () => {
    const bytes = await write([[{ text: 'a', marked: true }], [{ text: '', marked: true }], [null]])
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(sheets[0]?.freezePane).toEqual({ rows: 1 })
    expect(sheets[0]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
    expect(sheets[0]?.cells?.get('1,0')?.style?.fill).toMatchObject({ fgColor: { rgb: 'FCE2E2' } })
  })

  it.each([
    [0, [1]],
    [3, [4]],
    [4, [4, 2]],
    [7, [4, 4, 2]],
  ])('splits %s rows into sheets of at most three', async (count, expected) => {
    const rows = Array.from({ length: count }, (_, index): Row => [{ count: index }])
    const book = XLSX.read(await write(rows, { rowsPerSheet: 4 }))
    expect(book.SheetNames.slice(0, 2)).toEqual(['明细', '明细 (2)'].slice(0, expected.length))
    const lengths = Object.values(book.Sheets).map(
      (sheet) => XLSX.utils.sheet_to_json(sheet, { header: 1 }).length,
    )
    expect(lengths).toEqual(expected)
  })

  it.each([
    ['a/b[c]:d*e?f\\g', 'a b c  d e f g'],
    ["'", 'Sheet'],
    ['长'.repeat(40), '长'.repeat(31)],
    ['<a&b>', '<a&b>'],
  ])('sanitizes the sheet name %s', async (sheetName, expected) =>
    expect(XLSX.read(await write([], { sheetName })).SheetNames).toEqual([expected]),
  )
})

describe('streaming', () => {
  it('consumes rows only as fast as the output is read', async () => {
    let made = 0
    function* rows(): Generator<Row> {
      for (; made < 200_000; made += 1) yield [{ text: `${made} ${Math.random()}` }]
    }
    const stream = writeXlsx(rows(), { sheetName: 'a', columns: [{ title: 'a', kind: 'text' }] })
    await stream[Symbol.asyncIterator]().next()
    for (let turn = 0; turn < 200; turn += 1) await setImmediate()
    expect(made).toBeLessThan(100_000)
    stream.destroy()
  })

  it('closes the source when the download is abandoned', async () => {
    let isEnded = false
    async function* pieces(): AsyncGenerator<Row[]> {
      try {
        for (;;) yield [[{ text: String(Math.random()) }]]
      } finally {
        isEnded = true
      }
    }
    let bytes = 0
    for await (const chunk of writeXlsx(pieces(), {
      sheetName: 'a',
      columns: [{ title: 'a', kind: 'text' }],
    })) {
      bytes += chunk.length
      if (bytes > 100_000) break
    }
    await vi.waitFor(() => expect(isEnded).toBe(true))
  })

  it('accepts batches of any size, including empty ones', async () => {
    async function* pieces(): AsyncGenerator<Row[]> {
      for (const size of [0, 2, 0, 0, 3, 0]) yield Array.from({ length: size }, () => [{ text: 'a' }])
    }
    const sheet = XLSX.read(await write(pieces(), { rowsPerSheet: 3 }))
    const lengths = sheet.SheetNames.map((name) => XLSX.utils.sheet_to_json(sheet.Sheets[name] ?? {}).length)
    expect(lengths).toEqual([2, 2, 1])
  })

  it('fails when the rows fail', async () => {
    async function* pieces(): AsyncGenerator<Row[]> {
      yield [[{ text: 'a' }]]
      throw new Error('the database is gone')
    }
    await expect(write(pieces())).rejects.toThrow('the database is gone')
  })
})

describe('writeBook', () => {
  it('starts each sheet after the previous one, so that a later one can sum an earlier one', async () => {
    const columns: readonly Column[] = [{ title: '金额', kind: 'money' }]
    let written = 0n
    async function* amounts(): AsyncGenerator<Row[]> {
      for (const fen of [100n, 250n]) {
        written += fen
        yield [[{ fen }]]
      }
    }
    async function* sheets(): AsyncGenerator<BookSheet> {
      yield { sheetName: '明细', columns, rows: amounts(), rowsPerSheet: 2 }
      yield { sheetName: '合计', columns, rows: [[{ fen: written }]] }
    }
    const chunks: Buffer[] = []
    for await (const chunk of writeBook(sheets())) chunks.push(chunk)
    const book = XLSX.read(Buffer.concat(chunks))
    expect(book.SheetNames).toEqual(['明细', '明细 (2)', '合计'])
    const cells = book.SheetNames.map((name) => book.Sheets[name]?.A2?.v)
    expect(cells).toEqual([1, 2.5, 3.5])
  })

  it('closes the rows and the list of sheets when the download is abandoned', async () => {
    const ended: string[] = []
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) yield texts(Array.from({ length: 1_000 }, (_, n) => `${Math.sin(n)}`))
      } finally {
        ended.push('rows')
      }
    }
    async function* sheets(): AsyncGenerator<BookSheet> {
      try {
        yield { sheetName: '明细', columns: [{ title: '文本', kind: 'text' }], rows: endless() }
      } finally {
        ended.push('sheets')
      }
    }
    let bytes = 0
    for await (const chunk of writeBook(sheets())) {
      bytes += (chunk as Buffer).length
      if (bytes > 100_000) break
    }
    await vi.waitFor(() => expect(ended).toEqual(['rows', 'sheets']))
  })
})
