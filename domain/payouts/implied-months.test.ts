// What months without a year can mean, up to the month in which they are read.
import { expect, test } from 'vitest'
import { impliedMonth, mayMean } from './implied-months.ts'

test.each([
  ['9月', '2026-11', '2026-09'],
  ['9', '2026-11', '2026-09'],
  ['09', '2026-11', '2026-09'],
  ['九月', '2026-11', '2026-09'],
  ['十一月份', '2026-11', '2026-11'],
  ['十月', '2026-11', '2026-10'],
  ['9月份工资', '2026-11', '2026-09'],
  ['Sep', '2026-11', '2026-09'],
  ['Sept', '2026-11', '2026-09'],
  ['May', '2026-11', '2026-05'],
  ['September', '2026-11', '2026-09'],
  ['Sep-26', '2026-11', '2026-09'],
  ['26-9', '2026-11', '2026-09'],
  ['26/09', '2026-11', '2026-09'],
  ['26.9', '2026-11', '2026-09'],
  ['26.1月', '2026-11', '2026-01'],
  ['2609', '2026-11', '2026-09'],
  ['今年9月', '2026-11', '2026-09'],
  ['去年12月', '2026-11', '2025-12'],
  ['本月', '2026-11', '2026-11'],
  ['上月', '2027-01', '2026-12'],
  // In January December is last year's, and in December this year's.
  ['12月', '2027-01', '2026-12'],
  ['12月', '2026-12', '2026-12'],
  ['12月', '2026-11', '2025-12'],
  ['1月', '2027-01', '2027-01'],
  ['1月', '2026-12', '2026-01'],
  ['2月', '2027-01', '2026-02'],
])('reads %s in %s as %s', (text, thisMonth, month) => {
  expect(impliedMonth(text, thisMonth)).toBe(month)
})

test.each([
  ...[
    '',
    '0',
    '13',
    '13月',
    '9-10月',
    '2026',
    '26.1',
    '26-12',
    '24-9',
    '9926',
    '去年9月',
    '第9期',
    '9.5',
    '九',
  ],
  ...['Noon', 'Marathon', 'Mayor', '月', '工资', '9日', '1'.repeat(50)],
])('takes no month from %s in November 2026', (text) => {
  expect(impliedMonth(text, '2026-11')).toBeUndefined()
})

test('holds what was asked on the last day of a month against the next', () => {
  expect(mayMean({ text: '1月', month: '2026-01' }, '2027-01')).toBe(true)
  expect(mayMean({ text: '1月', month: '2027-01' }, '2027-01')).toBe(true)
  expect(mayMean({ text: '1月', month: '2025-01' }, '2027-01')).toBe(false)
  expect(mayMean({ text: '1月', month: '2026-12' }, '2027-01')).toBe(false)
})
