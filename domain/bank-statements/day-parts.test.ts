// Days in columns of their own: which headings make them, and what each row says.

import { expect, it } from 'vitest'
import { dayOfParts, dayPartsOf } from './day-parts.ts'
import { readGrid } from './grid-table.ts'
import { readRows } from './statement-lines.ts'

it.each([
  [['年', '月', '日', '摘要'], { year: 0, month: 1, day: 2 }],
  [['摘要', '月', '日'], { year: undefined, month: 1, day: 2 }],
  [['年份', '月份', ' 日 '], { year: 0, month: 1, day: 2 }],
  [['年', '月', '日期'], undefined],
  [['年', '日'], undefined],
  [['月', '日', '月', '日'], undefined],
])('finds the parts in %j', (headings, parts) => expect(dayPartsOf(headings)).toEqual(parts))

const PARTS = { year: 0, month: 1, day: 2 }
it.each([
  [['2026', '10', '5'], PARTS, '2026-10-5'],
  [['2026年', '10月', '5日'], PARTS, '2026-10-5'],
  [['', '10', '5'], PARTS, undefined],
  [['26', '10', '5'], PARTS, undefined],
  [['2026', '10月末', '5'], PARTS, undefined],
  [['10', '5'], { year: undefined, month: 0, day: 1 }, '10-5'],
])('reads %j', (cells, parts, day) => expect(dayOfParts(cells, parts)).toBe(day))

it('reads a table with such columns, with and without the year', () => {
  const table = (head: string[], row: string[], title = '') =>
    readGrid(
      [[title], [...head, '对方户名', '对方账号', '借方发生额', '贷方发生额', '余额'], row].map(
        (cells, index) => ({ number: index + 1, cells }),
      ),
      1,
    ).rows
  const rest = ['王小明', '6222020001111222233', '100.00', '', '900.00']
  const whole = readRows(table(['年', '月', '日'], ['2026', '10', '5', ...rest]))
  expect(whole.lines).toMatchObject([{ day: '2026-10-05', amountFen: 10_000n, kind: 'debit' }])
  const above = readRows(table(['月', '日'], ['10', '5', ...rest], '2026年银行存款日记账'))
  expect(above.lines).toMatchObject([{ day: '2026-10-05', name: '王小明' }])
  const blank = readRows(table(['年', '月', '日'], ['', '10', '5', ...rest]))
  expect(blank.lines.filter(({ day }) => day !== null)).toEqual([])
})
