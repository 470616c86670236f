// Workbooks as people keep them, with several sheets and numbers in formats: payouts on another sheet are asked about whatever its headings, and sheets that pay nobody are no question.

import { expect, it } from 'vitest'
import type { Cells } from '../../testing/corpus-sheet.ts'
import { SHEET_PEOPLE, SHEET_TITLES, textsOf } from '../../testing/sheet-people.ts'
import { readSheetBytes, readSheetQuestion, readSummary } from '../../testing/sheet-reading.ts'
import { bookOf, sheetOf } from '../../testing/special-sheets.ts'

const rows = SHEET_PEOPLE.map(textsOf)
const others = rows.slice(2)
const PAYS: Cells = [SHEET_TITLES, ...rows]
const asked = { refused: 'sheet-second-payout-sheet' }
const read = { rows: { length: rows.length } }

it.each<[string, Cells, object]>([
  ['payouts under known headings', [SHEET_TITLES, ...others], asked],
  ['payouts with 账号', [SHEET_TITLES.with(4, '账号'), ...others], asked],
  ['payouts with an unknown word for the amount', [SHEET_TITLES.with(5, '本次应打款'), ...others], asked],
  [
    'payouts under a heading of two lines',
    [
      ['姓名', '身份证号', '手机号', '收款信息', '', '金额', '所属月份'],
      ['', '', '', '开户行', '银行卡号'],
      ...others,
    ],
    asked,
  ],
  ['payouts without headings', others, asked],
  ['payouts below many titles', [...Array.from({ length: 21 }, () => ['说明']), ...others], asked],
  ['a template without rows', [SHEET_TITLES], read],
  ['a template with names alone', [SHEET_TITLES, ['王小明'], ['李芳']], read],
  [
    'cards without amounts',
    [['姓名', '开户行', '银行卡号'], ...rows.map((row) => [row[0], row[3], row[4]] as string[])],
    read,
  ],
  [
    'people with their staff numbers',
    [
      ['工号', ...SHEET_TITLES.slice(0, 5)],
      ...rows.map((row, index) => [1001 + 7 * index, ...row.slice(0, 5)]),
    ],
    read,
  ],
  [
    'sums by person',
    [['姓名', '部门', '金额'], ...rows.map((row) => [row[0], '运营部', row[5]] as string[])],
    read,
  ],
  ['nothing', [], read],
])('beside a payout sheet, %s', async (_, second, outcome) => {
  const bytes = bookOf({ 发放: sheetOf(PAYS), 其他: sheetOf(second) })
  expect(await readSheetBytes(bytes)).toMatchObject(outcome)
})

it('proposes the month of the sheet’s name, and takes it when told so', async () => {
  const monthless = PAYS.map((cells) => cells.toSpliced(6, 1))
  const named = (name: string) => bookOf({ [name]: sheetOf(monthless) })
  await expect(readSummary(named('2026年10月'))).rejects.toMatchObject({ code: 'sheet-columns-unclear' })
  const { sheetName, headingRow, titleMonth } = await readSheetQuestion(named('2026年10月'), 'a.xlsx')
  expect(titleMonth).toBe('2026-10')
  const fields = { name: 0, idCardNo: 1, phone: 2, bank: 3, cardNo: 4, amount: 5 }
  const answer = { sheetName, headingRow, fields, amountIs: 'gross', month: '2026-10' } as const
  const taken = await readSummary(named('2026年10月'), 'a.xlsx', answer)
  expect(new Set(taken.rows.map(({ month }) => month))).toEqual(new Set(['2026-10']))
  // The answer about one name says nothing of another.
  await expect(readSummary(named('2026年9月'), 'a.xlsx', answer)).rejects.toMatchObject({
    code: 'sheet-missing-columns',
  })
})

it.each([
  ['0.00"万元"', '1234.5[万元]'],
  ['"$"#,##0.00', '1234.5[$]'],
  ['[$$-409]#,##0.00', '1234.5[$]'],
  ['[$HK$-C04] #,##0.00', '1234.5[HK$]'],
  ['0%', '1234.5[%]'],
  ['0.00%', '1234.5[%]'],
  ['"¥"#,##0.00', '1234.5'],
  ['[$¥-804]#,##0.00;[Red]-[$¥-804]#,##0.00', '1234.5'],
  ['#,##0.00"元"', '1234.5'],
  ['_ * #,##0.00_ ;_ * -#,##0.00_ ', '1234.5'],
])('reads an amount shown by %s as %s', async (format, amount) => {
  for (const [type, name] of [
    ['xlsx', 'a.xlsx'],
    ['biff8', 'a.xls'],
  ] as const) {
    const sheet = Object.assign(sheetOf(PAYS), { F2: { t: 'n', v: 1234.5, z: format } })
    expect(await readSheetBytes(bookOf({ 发放: sheet }, type), name)).toMatchObject({
      rows: [{ amount }, {}, {}, {}],
    })
  }
})

it('pays nobody from a sheet whose tab says that it is put aside', async () => {
  expect(await readSheetBytes(bookOf({ '10月已发': sheetOf(PAYS) }))).toMatchObject({
    rows: rows.map((row) => ({ amount: `${row[5]}[不发:已发]` })),
  })
})
