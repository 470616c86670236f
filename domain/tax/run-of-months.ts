// How many months of this year earn the monthly deduction: the run of continuous income at this payer (tax.md).

import type { Month } from '../calendar/shanghai.ts'

/**
 * The months that count up to and including `month`, oldest first. With `gapRestarts` the run begins after the last month
 * without income; otherwise every month with income counts and a month without income still earns nothing.
 *
 * Only this count restarts. Income, costs and tax withheld stay cumulative over the calendar year, as the formula says.
 */
export function countedMonths(
  month: Month,
  monthsWithIncome: Iterable<Month>,
  gapRestarts: boolean,
): readonly Month[] {
  const year = month.slice(0, 4)
  const counted = new Set([month])
  for (const other of monthsWithIncome) {
    if (other.slice(0, 4) === year && other < month) counted.add(other)
  }
  const latestFirst = [...counted].sort().reverse()
  if (!gapRestarts) return latestFirst.reverse()
  const last = monthNumber(month)
  const gap = latestFirst.findIndex((other, index) => monthNumber(other) !== last - index)
  return (gap === -1 ? latestFirst : latestFirst.slice(0, gap)).reverse()
}

function monthNumber(month: Month): number {
  return Number(month.slice(5, 7))
}
