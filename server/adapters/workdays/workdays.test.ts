// The calendar of working days, and the years it does not know yet.

import { daysUpTo } from '@paywages/domain/workbench/same-days.ts'
import { describe, expect, it } from 'vitest'
import { countWorkdays } from './workdays.ts'

describe('countWorkdays', () => {
  it.each([
    ['a Friday', '2026-11-13', 1],
    ['a Saturday', '2026-11-14', 0],
    ['a national holiday in the week', '2026-10-01', 0],
    ['a Saturday worked instead', '2026-10-10', 1],
    ['a Monday of a year without published holidays', '2031-05-05', 1],
    ['a Sunday of such a year', '2031-05-04', 0],
  ])('counts %s correctly', async (_, day, count) => {
    expect(await countWorkdays([day])).toBe(count)
  })

  it('counts the working days of a month', async () => {
    expect(await countWorkdays(daysUpTo('2026-11-30', 30))).toBe(21)
  })
})
