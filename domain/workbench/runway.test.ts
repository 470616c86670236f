import { describe, expect, it } from 'vitest'
import { isLowRunway, litTicks, runwayOf } from './runway.ts'

describe('runway', () => {
  it.each([
    ['13.5 days round down to 13', 2_787_750_00n, 4_130_000_00n, 20, 206_500_00n, 13],
    ['exactly one day', 1_000_00n, 20_000_00n, 20, 1_000_00n, 1],
    ['one fen less than a day', 999_99n, 20_000_00n, 20, 1_000_00n, 0],
    ['nothing left', 0n, 20_000_00n, 20, 1_000_00n, 0],
    ['negative balance', -5_00n, 20_000_00n, 20, 1_000_00n, 0],
    ['daily average below one fen', 100n, 10n, 30, 0n, 300],
    ['days capped for a huge balance', 10n ** 18n, 1n, 22, 0n, 9_999],
  ])('computes days and daily amount: %s', (_, available, spent, working, dailyFen, days) => {
    expect(runwayOf(available, spent, working)).toEqual({ dailyFen, days })
  })

  it.each([
    ['nothing was paid', 100n, 0n, 20],
    ['there is no working day', 100n, 100n, 0],
  ])('is undefined when %s', (_, available, spent, working) => {
    expect(runwayOf(available, spent, working)).toBeUndefined()
  })

  it.each([
    [0, true, 0],
    [4, true, 4],
    [5, false, 5],
    [20, false, 20],
    [21, false, 20],
  ])('of %i days is low: %s, and lights %i ticks', (days, low, ticks) => {
    expect([isLowRunway(days), litTicks(days)]).toEqual([low, ticks])
  })
})
