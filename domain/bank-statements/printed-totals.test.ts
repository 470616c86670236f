// Which totals are found on a statement, and what its lines come to beside them.

import { expect, it } from 'vitest'
import type { TotalRow } from './printed-row.ts'
import { checkTotals } from './printed-totals.ts'
import type { ReadLine } from './statement-lines.ts'

const line = (kind: ReadLine['kind'], amountFen: bigint): ReadLine => ({
  lineNumber: 1,
  page: 1,
  day: '2026-11-14',
  kind,
  unclear: false,
  name: '王小明',
  account: '',
  amountFen,
  reference: '',
  numbers: [],
  remarkCodes: [],
  remark: '',
})

const LINES = [line('debit', 10_000n), line('debit', 2_050n), line('return', 500n)]
const row = (cells: Record<string, string>): TotalRow => ({
  cells: Object.entries(cells).map(([kind, text], column) => ({
    kind: kind as 'out',
    rank: 0,
    column,
    text,
  })),
})

it.each<[string, string[], TotalRow[], string[]]>([
  [
    'counts and sums in words',
    ['借方笔数：2 借方合计：120.50 贷方笔数 1 贷方发生额合计 5.00'],
    [],
    ['out-count 2/2', 'out-sum 12050/12050', 'in-count 1/1', 'in-sum 500/500'],
  ],
  ['what a whole year came to', ['本年借方累计发生额：9,999.00 年度支出合计 8.00'], [], []],
  ['sums in other words', ['总支出：120.50 总收入 5.00'], [], ['out-sum 12050/12050', 'in-sum 500/500']],
  ['a sum that differs', ['支出合计 1,120.50 元'], [], ['out-sum 112050/12050']],
  [
    'a row of sums',
    [],
    [row({ day: '合计', out: '120.50', in: '5.00' })],
    ['out-sum 12050/12050', 'in-sum 500/500'],
  ],
  ['sums of pages', [], [row({ day: '本页小计', out: '1.00' }), row({ day: '承前页', out: '2.00' })], []],
  [
    'what the month came to so far',
    [],
    [row({ day: '本月累计', out: '9.00' }), row({ day: '本年累计', in: '8.00' })],
    [],
  ],
  ['two that differ', ['借方合计 1.00', '借方合计 2.00'], [], []],
  ['balances', ['期初余额 1,000.00', '期末余额：884.50'], [], ['closing 88450/88450']],
  ['a closing balance alone', ['期末余额：884.50'], [], []],
  ['a list', ['总笔数：3 总金额：125.50', '共 3 笔'], [], ['count 3/3', 'sum 12550/12550']],
  ['no totals', ['账号 33050161820000000123 打印时间 2026-11-15'], [], []],
])('checks %s', (_, texts, rows, expected) =>
  expect(
    checkTotals(texts, rows, LINES).map(({ kind, printed, read }) => `${kind} ${printed}/${read}`),
  ).toEqual(expected),
)
