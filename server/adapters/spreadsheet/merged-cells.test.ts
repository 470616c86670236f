// Cells merged over several people's rows, in every format: what holds for all is filled, what is one person's is told row by row.

import XLSX from '@e965/xlsx'
import { type RawRow, validateRowAlone } from '@paywages/domain/payouts/sheet-row.ts'
import { describe, expect, it } from 'vitest'
import { withSealed } from '../../testing/sealed-file.ts'
import { SHEET_PEOPLE, SHEET_TITLES } from '../../testing/sheet-people.ts'
import { readInThread, readSheetBytes } from '../../testing/sheet-reading.ts'
import { buildSheet } from '../../testing/xlsx-builder.ts'
import { readGrids } from './read-grid.ts'

type Merge = { readonly from: number; readonly to: number; readonly column: number; readonly across?: number }
type Texts = readonly (readonly string[])[]

const textsOf = ({ name, idCardNo, phone, bank, cardNo, amount, month, remark }: Omit<RawRow, 'rowNumber'>) =>
  [name, idCardNo, phone, bank, cardNo, amount, month, remark] as string[]
const people = SHEET_PEOPLE.slice(0, 3).map((person) => ({ ...person, month: '2026-11', remark: '配送' }))
const plain: Texts = [SHEET_TITLES, ...people.map(textsOf)]
const [BANK, CARD, AMOUNT, MONTH, REMARK] = [3, 4, 5, 6, 7] as const
const OVER_ALL = { from: 1, to: 3 }

/** Only the first row of a merged cell has something in it. */
function under(rows: Texts, merges: readonly Merge[]): string[][] {
  return rows.map((cells, row) =>
    cells.map((text, column) =>
      merges.some((merge) => merge.column === column && row > merge.from && row <= merge.to) ? '' : text,
    ),
  )
}

function ofSheetJs(rows: Texts, merges: readonly Merge[], bookType: XLSX.BookType): Uint8Array {
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => row.map((text) => (text === '' ? null : text))))
  sheet['!merges'] = merges.map(({ from, to, column, across = 0 }) => ({
    s: { r: from, c: column },
    e: { r: to, c: column + across },
  }))
  return XLSX.write(XLSX.utils.book_new(sheet, '发放表'), { type: 'buffer', bookType }) as Buffer
}

function tail(merges: readonly Merge[]): string {
  const refs = merges.map(({ from, to, column, across = 0 }) => {
    const [first, last] = [column, column + across].map((place) => String.fromCharCode(65 + place))
    return `<mergeCell ref="${first}${from + 1}:${last}${to + 1}"/>`
  })
  return `<mergeCells>${refs.join('')}</mergeCells>`
}

function page(rows: Texts, merges: readonly Merge[]): Uint8Array {
  const trs = rows.map((cells, row) => {
    const tds = cells.map((text, column) => {
      const merge = merges.find((one) => one.column === column && row >= one.from && row <= one.to)
      if (merge && row > merge.from) return ''
      return `<td${merge ? ` rowspan="${merge.to - merge.from + 1}"` : ''}>${text}</td>`
    })
    return `<tr>${tds.join('')}</tr>`
  })
  return Buffer.from(`<html><table>${trs.join('')}</table></html>`)
}

type Writer = (rows: Texts, merges: readonly Merge[]) => Uint8Array
const WRITERS: readonly [string, Writer][] = [
  ['a.xlsx', (rows, merges) => buildSheet(rows, tail(merges))],
  ['b.xlsx', (rows, merges) => ofSheetJs(rows, merges, 'xlsx')],
  ['a.xls', (rows, merges) => ofSheetJs(rows, merges, 'biff8')],
  ['a.et', (rows, merges) => ofSheetJs(rows, merges, 'biff8')],
  ['xml.xls', (rows, merges) => ofSheetJs(rows, merges, 'xlml')],
  ['page.xls', page],
]

describe.each(WRITERS)('%s', (name, write) => {
  it.each([
    ['a month', [{ ...OVER_ALL, column: MONTH }]],
    ['a remark', [{ ...OVER_ALL, column: REMARK }]],
    [
      'a remark and a month over some',
      [
        { ...OVER_ALL, column: REMARK },
        { from: 2, to: 3, column: MONTH },
      ],
    ],
  ])('fills %s down', async (_, merges) => {
    const rows = people.map((person, index) => ({ ...person, rowNumber: index + 2 }))
    expect(await readSheetBytes(write(under(plain, merges), merges), name)).toEqual({ rows })
  })

  it('fills a bank down, and no further than it reaches', async () => {
    const merges = [{ from: 1, to: 2, column: BANK }]
    const rows = [...under(plain, merges).slice(0, 3), (plain[3] ?? []).with(BANK, '')]
    const read = await readSheetBytes(write(rows, merges), name)
    const banks = [people[0]?.bank, people[0]?.bank, ''].map((bank) => ({ bank }))
    expect(read).toMatchObject({ rows: banks })
  })

  it.each([
    ['name', 0, 'name-merged'],
    ['ID number', 1, 'id-merged'],
    ['phone', 2, 'phone-merged'],
    ['card', CARD, 'card-merged'],
    ['amount', AMOUNT, 'amount-merged'],
  ])('never fills a %s, and says so of each row', async (_, column, reason) => {
    const merges = [{ ...OVER_ALL, column }]
    const read = await readSheetBytes(write(under(plain, merges), merges), name)
    const rows = 'rows' in read ? read.rows : []
    expect(rows.map((row) => validateRowAlone(row, '2026-11-17'))).toEqual([[], [reason], [reason]])
  })
})

describe('cells of .xlsx', () => {
  const read = (rows: Texts, merges: readonly Merge[]) => readSheetBytes(buildSheet(rows, tail(merges)))

  it('are not filled where nothing is merged', async () => {
    const rows = under(plain, [{ ...OVER_ALL, column: MONTH }])
    expect(await read(rows, [])).toMatchObject({ rows: [{}, { month: '' }, { month: '' }] })
  })

  it('may repeat below a merged one what it says, but nothing else', async () => {
    const merges = [{ ...OVER_ALL, column: MONTH }]
    expect(await read(plain, merges)).toMatchObject({ rows: people })
    const other = plain.with(2, (plain[2] ?? []).with(MONTH, '2026-10'))
    expect(await read(other, merges)).toMatchObject({ refused: 'sheet-merged-cells' })
    const blank = other.with(3, (plain[3] ?? []).with(MONTH, ''))
    expect(await read(blank, merges)).toMatchObject({ refused: 'sheet-merged-cells' })
  })

  it('never give a second amount below a name to nobody', async () => {
    const whole = plain.slice(0, 2)
    const more = ['', '', '', '', '', plain[1]?.[AMOUNT] ?? '', '', '']
    const merges = [0, 1, 2, BANK, CARD, MONTH, REMARK].map((column) => ({ from: 1, to: 2, column }))
    expect(await read([...whole, more], merges)).toMatchObject({ refused: 'sheet-merged-cells' })
  })

  it('may be two lines high', async () => {
    const rows = [SHEET_TITLES, ...people.flatMap((person) => [textsOf(person), []])]
    const merges = people.flatMap((_, index) =>
      SHEET_TITLES.map((__, column) => ({ from: 1 + index * 2, to: 2 + index * 2, column })),
    )
    expect(await read(rows, merges)).toMatchObject({ rows: people })
  })

  it('may be as wide as columns that are not ours', async () => {
    const merges = [{ ...OVER_ALL, column: REMARK, across: 1 }]
    expect(await read(under(plain, merges), merges)).toMatchObject({ rows: people })
    const over = [{ ...OVER_ALL, column: MONTH, across: 1 }]
    expect(await read(under(plain, over), over)).toMatchObject({ refused: 'sheet-merged-cells' })
  })

  it('are filled in a sheet that is handed on in pieces, and read once more for it', async () => {
    const [first, second] = people.map(textsOf) as [string[], string[]]
    const many = [SHEET_TITLES, ...Array.from({ length: 6_000 }, (_, index) => (index % 2 ? second : first))]
    const merges = [
      { from: 4_001, to: 4_010, column: MONTH },
      { from: 5_990, to: 6_000, column: REMARK },
    ]
    const result = await readInThread(buildSheet(under(many, merges), tail(merges)))
    const rows = 'rows' in result ? result.rows : []
    expect(rows).toHaveLength(6_000)
    expect(rows.filter(({ month, remark }) => month !== '2026-11' || remark !== '配送')).toEqual([])
  })
})

it('spreads a day of a statement over the lines it is merged with, and neither amounts nor names', async () => {
  const rows = [
    ['2026-10-15', '王小明', '1.00', '一'],
    ['', '', '', '二'],
    ['', '李芳', '2.00', '三'],
  ]
  const merges = [0, 1, 2].map((column) => ({ from: 0, to: column === 1 ? 1 : 2, column }))
  const bytes = buildSheet(under(rows, merges), tail(merges))
  const [grid] = await withSealed(bytes, (file) => readGrids(file, 'xlsx', 10))
  expect(grid?.rows.map(({ cells }) => cells)).toEqual([
    ['2026-10-15', '王小明', '1.00', '一'],
    ['2026-10-15', '', '', '二'],
    ['2026-10-15', '李芳', '', '三'],
  ])
  const [written] = await withSealed(bytes, (file) => readGrids(file, 'xlsx', 10, { texts: 'as-written' }))
  expect(written?.rows.map(({ cells }) => cells[0])).toEqual(['2026-10-15', '', ''])
})
