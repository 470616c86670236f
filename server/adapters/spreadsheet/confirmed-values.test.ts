// What a person confirms of one file alone: the years of months without one, and amounts that are so many yuan.

import { describe, expect, it } from 'vitest'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetQuestion, readSummary } from '../../testing/sheet-reading.ts'
import { type BuiltCell, buildSheet } from '../../testing/xlsx-builder.ts'

const asked = 'sheet-columns-unclear'
const rows: BuiltCell[][] = SHEET_PEOPLE.slice(0, 3).map(textsOf)

describe('Confirmed of one file', () => {
  const bare = rows.map((cells, index) => cells.with(6, ['9月', '26-9', 9][index] ?? ''))
  const chosen = async (cells: readonly (readonly BuiltCell[])[], more: object) => {
    const bytes = buildSheet(cells)
    const { sheetName, headingRow, columns } = await readSheetQuestion(bytes, 'a.xlsx')
    const fields = Object.fromEntries(
      columns.flatMap(({ field, column }) => (field ? [[field, column] as const] : [])),
    )
    const read = await readSummary(bytes, 'a.xlsx', {
      sheetName,
      headingRow,
      fields,
      amountIs: 'gross',
      ...more,
    })
    return { columns, summary: read.summary, rows: read.rows }
  }

  it('are months without a year, and a row whose month was not confirmed has none', async () => {
    const cells = [SHEET_TITLES, ...bare]
    await expect(readSummary(buildSheet(cells))).rejects.toMatchObject({ code: asked })
    const months = [
      { text: '9月', month: '2026-09' },
      { text: '26-9', month: '2026-09' },
    ]
    const read = await chosen(cells, { months })
    expect(read.columns[6]?.months).toEqual([...months, { text: '9', month: '2026-09' }])
    expect(read.rows.map(({ month }) => month)).toEqual(['2026-09', '2026-09', '9'])
    const wrong = await chosen(cells, { months: [{ text: '9月', month: '2024-09' }] })
    expect(wrong.rows[0]?.month).toBe('9月')
  })

  it('are amounts in ten thousands, with their totals', async () => {
    const small = rows.map((cells, index) => cells.with(5, String((index + 1) / 10)))
    const cells = [SHEET_TITLES.with(5, '金额（万元）'), ...small, ['合计', '', '', '', '', 0.6]]
    const { rows: read, columns, summary } = await chosen(cells, { unit: '万元' })
    expect(columns[5]?.unit).toBe('万元')
    expect(read.map(({ amount }) => amount)).toEqual(['1000', '2000', '3000'])
    expect(summary.skipped[0]?.total).toEqual({ saidFen: 600_000, sumFen: 600_000, agrees: true })
    expect(summary.unit).toBe('万元')
    await expect(chosen(cells, { unit: '千元' })).rejects.toMatchObject({ code: 'sheet-amount-unit' })
    await expect(chosen(cells, {})).rejects.toMatchObject({ code: 'sheet-amount-unit' })
    await expect(chosen([SHEET_TITLES, ...small], { unit: '万元' })).rejects.toMatchObject({ code: asked })
    const note = [SHEET_TITLES, ...small, ['注：金额以万元计']]
    expect((await chosen(note, { unit: '万元' })).rows[0]?.amount).toBe('1000')
  })
})
