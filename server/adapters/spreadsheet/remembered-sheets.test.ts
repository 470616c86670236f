// What a remembered layout may read: sheets with all lines of its heading, holding what its columns were said to be.

import { describe, expect, it } from 'vitest'
import { SHEET_PEOPLE } from '../../testing/sheet-people.ts'
import { readSheetQuestion, readSummary } from '../../testing/sheet-reading.ts'
import { type BuiltCell, buildSheet } from '../../testing/xlsx-builder.ts'
import { SheetRefused } from './sheet-refused.ts'

type Cells = readonly (readonly BuiltCell[])[]

const FIELDS = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 6, month: 7 } as const
const people = SHEET_PEOPLE.slice(0, 3)
const rows = people.map(({ name, idCardNo, phone, bank, cardNo, amount, month }) => [
  ...[name, idCardNo, phone, bank, cardNo, 9, amount, month],
])
const AMOUNTS_BELOW = [
  ['姓名', '身份证号', '手机号', '开户行', '银行卡号', '金额', '', '所属月份'],
  ['', '', '', '', '', '应发', '实发'],
]
const CARDS_BELOW = [
  ['姓名', '身份证号', '手机号', '银行信息', '', '应发', '实发', '所属月份'],
  ['', '', '', '开户行', '银行卡号'],
]
const ONE_LINE = ['谁', '身份证号', '手机号', '开户行', '银行卡号', '应发', '实发', '所属月份']
const GROUPS = ['', '', '', '', '', '含税', '到手', '']

async function remembered(cells: Cells, then: Cells): Promise<unknown> {
  const { key, headingRow, sheetName } = await readSheetQuestion(buildSheet(cells), 'a.xlsx')
  const answered = await readSummary(buildSheet(cells), 'a.xlsx', {
    ...{ sheetName, headingRow, fields: FIELDS, amountIs: 'gross' },
  })
  expect(answered.rows.map(({ amount }) => amount)).toEqual(people.map(({ amount }) => amount))
  const layouts = [{ key: key ?? '', fields: FIELDS, amountIs: 'gross' } as const]
  try {
    const read = await readSummary(buildSheet(then), 'a.xlsx', undefined, layouts)
    return read.rows.map(({ amount }) => amount)
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    return error.code
  }
}

const paid = people.map(({ amount }) => amount)
const asked = 'sheet-columns-unclear'
const swapped = (one: number, other: number) =>
  rows.map((cells) => cells.with(one, cells[other] ?? '').with(other, cells[one] ?? ''))

describe('a remembered layout', () => {
  it.each<[string, Cells, Cells, unknown]>([
    ['amounts on the lower line', [...AMOUNTS_BELOW, ...rows], [...AMOUNTS_BELOW, ...rows], paid],
    ['two amounts on the upper line', [...CARDS_BELOW, ...rows], [...CARDS_BELOW, ...rows], paid],
    ['a title above', [...CARDS_BELOW, ...rows], [['10月'], ...CARDS_BELOW, ...rows], paid],
    ['one line', [ONE_LINE, ...rows], [['劳务费 2026-11'], ONE_LINE, ...rows], paid],
    ['the same groups above', [GROUPS, ONE_LINE, ...rows], [GROUPS, ONE_LINE, ...rows], paid],
    [
      'other groups above',
      [GROUPS, ONE_LINE, ...rows],
      [['', '', '', '', '', '到手', '含税'], ONE_LINE, ...rows],
      asked,
    ],
    [
      'the same lower line below other amounts',
      [...CARDS_BELOW, ...rows],
      [CARDS_BELOW[0]?.with(5, '金额').with(6, '服务费') ?? [], CARDS_BELOW[1] ?? [], ...rows],
      people.map(() => '9'),
    ],
    [
      'the same lower line below another name',
      [...AMOUNTS_BELOW, ...rows],
      [AMOUNTS_BELOW[0]?.with(0, '推荐人') ?? [], AMOUNTS_BELOW[1] ?? [], ...rows],
      asked,
    ],
    ['a further line below', [ONE_LINE, ...rows], [ONE_LINE, CARDS_BELOW[1] ?? [], ...rows], asked],
    ['names and banks changed places', [ONE_LINE, ...rows], [ONE_LINE, ...swapped(0, 3)], asked],
    ['no names', [ONE_LINE, ...rows], [ONE_LINE, ...rows.map((cells) => cells.with(0, ''))], asked],
    [
      'ten thousands named on the upper line',
      [...AMOUNTS_BELOW, ...rows],
      [AMOUNTS_BELOW[0]?.with(5, '金额（万元）') ?? [], AMOUNTS_BELOW[1] ?? [], ...rows],
      asked,
    ],
  ])('with %s', async (_, cells, then, outcome) => {
    expect(await remembered(cells, then)).toEqual(outcome)
  })

  it('reads banks by their short names', async () => {
    const short = rows.map((cells, index) => cells.with(3, ['工行', '招商', 'ICBC'][index] ?? ''))
    expect(await remembered([ONE_LINE, ...rows], [ONE_LINE, ...short])).toEqual(paid)
  })
})

it('takes no amount for yuan whose unit stands on the upper line, and asks', async () => {
  const upper = AMOUNTS_BELOW[0]?.with(5, '金额（万元）').with(7, '') ?? []
  const cells = buildSheet([upper, ['', '', '', '', '', '应发', '', '所属月份'], ...rows])
  await expect(readSummary(cells)).rejects.toMatchObject({ code: asked })
})
