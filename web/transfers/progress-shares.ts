// The parts of a progress bar in percent: they always fill it, and none that exists is too thin to be seen.

export const SHARES = ['succeeded', 'failed', 'atBank', 'waiting'] as const
export type Share = (typeof SHARES)[number]

export type ShareCounts = Readonly<Record<Share, number>>

/** Thousandths of the bar; at 1160 px the thinnest part is 5 px wide. */
const WHOLE = 1_000
const THINNEST = 4

/** Percentages with one decimal that add up to 100; all 0 where there is nothing. */
export function sharesOf(counts: ShareCounts): ShareCounts {
  const total = SHARES.reduce((sum, share) => sum + counts[share], 0)
  if (total === 0) return { succeeded: 0, failed: 0, atBank: 0, waiting: 0 }
  const parts = SHARES.map((share) => {
    const count = counts[share]
    return { share, size: count === 0 ? 0 : Math.max(THINNEST, Math.floor((count * WHOLE) / total)) }
  })
  // Rounding and the thinnest parts are made up for by the largest, where nobody sees it.
  const largest = parts.reduce((most, part) => (part.size > most.size ? part : most))
  largest.size += WHOLE - parts.reduce((sum, { size }) => sum + size, 0)
  const sizes = Object.fromEntries(parts.map(({ share, size }) => [share, size / 10]))
  return sizes as ShareCounts
}

/** Rounded down: 100.0 is said only when everything is done. */
export function percentDone(done: number, total: number): string {
  if (total === 0) return '100.0'
  return (Math.floor((done * WHOLE) / total) / 10).toFixed(1)
}
