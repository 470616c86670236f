// Works through many rows in slices, so that other calls get their turn in between.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** A few milliseconds of work. */
const SLICE = 1_000

export async function mapInSlices<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => U,
): Promise<U[]> {
  const results: U[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await nextTurn()
    results.push(work(item, index))
  }
  return results
}
