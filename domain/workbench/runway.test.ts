import { describe, expect, it } from 'vitest'
import { isLowRunway, litTicks, runwayOf } from './runway.ts'

describe('the runway', () => {
  it.each([
    ['thirteen days and a half are thirteen', 2_787_750_00n, 4_130_000_00n, 20, 206_500_00n, 13],
    ['to the fen a whole day', 1_000_00n, 20_000_00n, 20, 1_000_00n, 1],
    ['one fen less is no day', 999_99n, 20_000_00n, 20, 1_000_00n, 0],
    ['nothing left', 0n, 20_000_00n, 20, 1_000_00n, 0],
    ['owed already', -5_00n, 20_000_00n, 20, 1_000_00n, 0],
    ['an average of a third of a fen is divided once', 100n, 10n, 30, 0n, 300],
    ['a huge balance stays a figure', 10n ** 18n, 1n, 22, 0n, 9_999],
  ])('%s', (_, available, spent, working, dailyFen, days) => {
    expect(runwayOf(available, spent, working)).toEqual({ dailyFen, days })
  })

  it.each([
    ['nothing was paid', 100n, 0n, 20],
    ['no working day in sight', 100n, 100n, 0],
  ])('claims nothing where %s', (_, available, spent, working) => {
    expect(runwayOf(available, spent, working)).toBeUndefined()
  })

  it.each([
    [0, true, 0],
    [4, true, 4],
    [5, false, 5],
    [20, false, 20],
    [21, false, 20],
  ])('%i days: low %s, %i ticks', (days, low, ticks) => {
    expect([isLowRunway(days), litTicks(days)]).toEqual([low, ticks])
  })
})
