// Quantiles of times, and ratios that survive a machine whose speed changes while it is measured.

export function quantile(times: readonly number[], at: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN
}

export function median(times: readonly number[]): number {
  return quantile(times, 0.5)
}

/** Each run against the one beside it: what slows the machine for seconds slows both. */
export function pairedRatio(ours: readonly number[], baseline: readonly number[]): number {
  return median(ours.map((time, run) => time / (baseline[run] ?? Number.NaN)))
}
