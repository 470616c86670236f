// Months in the ways people write them, and those that could be two.
import { expect, test } from 'vitest'
import { monthOfText } from './month-text.ts'

test.each([
  ...['2026-11', '2026/11', '2026.11', '202611', '2026年11月', '2026年11月份', '2026-11-30', '2026年11月1日'],
  ...['2026-11-0100:00:00', '20261101', '2026年11期', '2026年第11期', '2026年度11月', '26年11月', '11/2026'],
  ...[
    '11-2026',
    '25/11/2026',
    '11/25/2026',
    '11/11/2026',
    '25.11.2026',
    'Nov2026',
    'November2026',
    '2026-Nov',
  ],
  ...[
    '15-Nov-2026',
    '二〇二六年十一月',
    '二零二六年十一月份',
    '2026-11-01至2026-11-30',
    '2026.11.01-2026.11.30',
  ],
])('reads %s as November 2026', (text) => {
  expect(monthOfText(text)).toBe('2026-11')
})

test.each([
  ...['', '11', '11月', '2026', '2026.1', '2026-13', '13/2026', '01/11/2026', '32/11/2026', '40/40/2026'],
  ...[
    'Nov-26',
    'Nov',
    'Noon2026',
    '26/11',
    '2026-10-16至2026-11-15',
    '二〇二六年',
    '第11期',
    '1'.repeat(500),
  ],
])('takes no month from %s', (text) => {
  expect(monthOfText(text)).toBeUndefined()
})

test.each([
  ['Sept2026', '2026-09'],
  ['2026May', '2026-05'],
  ['二〇二六年十月', '2026-10'],
  ['二〇二六年三月', '2026-03'],
])('reads %s as %s', (text, month) => {
  expect(monthOfText(text)).toBe(month)
})
