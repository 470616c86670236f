// Months whose year stands in another column or in the title.

import { expect, it } from 'vitest'
import { completeMonth, isYearHeading } from './month-parts.ts'

const october = { year: '2026', month: '10' }
const year = { year: '2026', month: undefined }

it.each([
  ['10月', undefined, october, '2026-10'],
  ['10', undefined, october, '2026-10'],
  ['9月份', undefined, year, '2026-09'],
  ['9月', undefined, october, '9月'],
  ['12月', undefined, undefined, '12月'],
  ['13月', undefined, year, '13月'],
  ['0', '2026', undefined, '0'],
  ['1', '2026', undefined, '2026-01'],
  ['10月', '2026年', undefined, '2026-10'],
  ['10月', '2025', october, '2025-10'],
  ['10月', '去年', october, '10月'],
  ['2026-11', '2025', october, '2026-11'],
  ['', '2026', october, ''],
] as const)('%s with the year %s and the title %j is %s', (text, column, title, outcome) =>
  expect(completeMonth(text, column, title)).toBe(outcome),
)

it.each([
  ['年', true],
  ['年份', true],
  ['所属年度', true],
  ['年月', false],
  ['年龄', false],
  ['年终奖', false],
])('%s is over years: %s', (text, outcome) => expect(isYearHeading(text)).toBe(outcome))
