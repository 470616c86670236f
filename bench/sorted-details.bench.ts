// Sorted pages of the detail query among a million payouts against the default order of the same filter: what an index carries, and what is sorted.

import { DAY_MS, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { type DetailSort, sortDetails } from '@paywages/server/payouts/detail-sort-store.ts'
import { countDetails, type DetailFilter } from '@paywages/server/payouts/detail-store.ts'
import { MAX_SORTED } from '@paywages/wire/payouts/sorted-details.ts'
import { openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, type Finding, printTable, shown, withTimes } from './print-table.ts'
import { sized, told } from './size.ts'
import { storePayouts } from './stored-payouts.ts'

const ROWS = sized(Number(process.env.DETAIL_ROWS ?? 1_000_000))
const RUNS = 20
const DEFAULT: DetailSort = { by: 'payoutAt', descending: true }

const bench = await openBenchServices()
try {
  // Small batches, so that every day has some.
  await storePayouts(bench, ROWS, { batchRows: 500 })
  const everything = ownRows()
  const findings: Finding[] = []
  for (const by of ['payoutAt', 'status'] as const)
    for (const index of [0, 1_000]) {
      const other = { by, descending: false } as const
      const times = await inTurns(page(everything, DEFAULT, index), page(everything, other, index), RUNS)
      findings.push(compared(`by ${by}, page ${told(index + 1)} of all`, times, true))
    }
  for (const days of [1, 2, 4, 8, 16, 32]) {
    const filter = ownRows(days)
    const { total } = await bench.services.database.read((tx) => countDetails(tx, filter))
    if (total === 0) continue
    for (const by of ['amountFen', 'name'] as const) {
      const sorted = { by, descending: true } as const
      const times = await inTurns(page(filter, DEFAULT, 0), page(filter, sorted, 0), RUNS)
      findings.push(compared(`by ${by} among ${told(total)}`, times, total <= MAX_SORTED))
    }
  }
  printTable(findings)
} finally {
  await bench.close()
}

/** Of the payer's company, which has half of all; whole days up to today. */
function ownRows(days?: number): DetailFilter {
  const scope = { of: 'provider', providerId: bench.payer.person.providerId } as const
  if (days === undefined) return { scope }
  const first = shanghaiDay(new Date(Date.now() - (days - 1) * DAY_MS))
  return { scope, from: startOfDay(first), to: endOfDay(shanghaiDay(new Date())) }
}

/** As the call does it, without its way over HTTP. */
function page(filter: DetailFilter, sort: DetailSort, index: number) {
  return () =>
    bench.services.database.read(async (tx) => {
      const { total } = await countDetails(tx, filter)
      return sortDetails(tx, filter, { index, size: 10 }, total, { sort, most: Number.MAX_SAFE_INTEGER })
    })
}

/** Above what the call sorts, the ratio is told without a goal: it is why the call refuses. */
function compared(what: string, [before, after]: readonly [number, number], offered: boolean): Finding {
  const finding = atMost(`${what} against the default order`, after / before, 2)
  return withTimes(offered ? finding : shown(finding.what, finding.measured), before, after)
}
