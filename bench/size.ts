// Sizes of benchmarks: whole, or a twentieth with BENCH_QUICK=1, which shows that a benchmark runs and measures nothing worth keeping.

export const QUICK = process.env.BENCH_QUICK === '1'

export function sized(rows: number): number {
  return QUICK ? Math.ceil(rows / 20) : rows
}

export function told(count: number): string {
  return count.toLocaleString('en-US')
}
