// What the days of the fund summary come to: every day of the range, or its months where days would be hairs.

import { DAY_MS, type Day, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { MoneyDay } from '@paywages/wire/funds/money-view.ts'

/** 近三月 still shows its days. */
const MAX_DAY_BARS = 100
/** Beyond three years nobody asks for empty months. */
const MAX_DAYS = 1_100

export function daysBetween(from: Day, to: Day): number {
  return Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1
}

export type MoneyBars = { readonly by: 'day' | 'month'; readonly bars: readonly MoneyDay[] }

/** One bar for each day or month from first to last, those without payouts too; of a very long time, from the first payout to the last. */
export function barsOf(days: readonly MoneyDay[], from: Day, to: Day): MoneyBars {
  const length = daysBetween(from, to)
  const [first, last] = [days[0], days.at(-1)]
  if (!(length > 0) || (length > MAX_DAYS && !(first && last))) return { by: 'day', bars: [] }
  if (length > MAX_DAYS && first && last && daysBetween(first.day, last.day) < length)
    return barsOf(days, first.day, last.day)
  const by = length > MAX_DAY_BARS ? 'month' : 'day'
  const nameOf = (day: Day) => (by === 'month' ? day.slice(0, 7) : day)
  const start = startOfDay(from).getTime()
  const bars = new Map<string, MoneyDay>()
  for (let index = 0; index < length; index += 1) {
    const name = nameOf(shanghaiDay(new Date(start + index * DAY_MS)))
    bars.set(name, { ...NOTHING, day: name })
  }
  for (const day of days) {
    const bar = bars.get(nameOf(day.day))
    if (bar) bars.set(bar.day, sumOf(bar, day))
  }
  return { by, bars: [...bars.values()] }
}

const NOTHING = { succeededFen: 0n, succeededCount: 0, failedFen: 0n, failedCount: 0, feeFen: 0n }

function sumOf(bar: MoneyDay, day: MoneyDay): MoneyDay {
  return {
    day: bar.day,
    succeededFen: bar.succeededFen + day.succeededFen,
    succeededCount: bar.succeededCount + day.succeededCount,
    failedFen: bar.failedFen + day.failedFen,
    failedCount: bar.failedCount + day.failedCount,
    feeFen: bar.feeFen + day.feeFen,
  }
}

/** In percent with so many decimals, rounded half away from zero; undefined where there is nothing to compare with. */
export function percentOf(part: Fen, whole: Fen, decimals: number): number | undefined {
  if (whole === 0n) return undefined
  const scale = 10n ** BigInt(decimals)
  const twice = (2n * part * 100n * scale) / whole
  const rounded = (twice + (twice < 0n ? -1n : 1n)) / 2n
  return Number(rounded) / Number(scale)
}
