// What `npm test` asks of a range of seeds: all of them hold, and nothing that should happen in them has stopped happening.

import { describe, expect, it } from 'vitest'
import { Coverage } from './coverage.ts'
import { runSeeds, seedsFrom } from './run-seeds.ts'

const SEEDS_A_TEST = 55
/** Far more than so many seeds take, also on a slow machine. */
const TIMEOUT_MS = 300_000

type SeedRange = {
  readonly from: number
  readonly count: number
  /** Further seeds, for what happens in none of the range. */
  readonly also?: readonly number[]
  readonly coversEverything?: boolean
}

export function checkSeeds({ from, count, also = [], coversEverything = false }: SeedRange): void {
  const to = from + count - 1
  describe(`seeds ${from} to ${to}`, () => {
    const coverage = new Coverage()

    const hold = (title: string, seeds: readonly number[]) =>
      it(
        `${title} keep all invariants`,
        async () => {
          const run = await runSeeds({ seeds })
          coverage.add(run.coverage)
          const reported = run.failures.map(
            ({ seed, failure }) => `npm run simulate -- --seed=${seed} --trace\n${failure}`,
          )
          expect(reported).toEqual([])
        },
        TIMEOUT_MS,
      )
    for (let first = from; first <= to; first += SEEDS_A_TEST) {
      const seeds = seedsFrom(first, Math.min(SEEDS_A_TEST, to - first + 1))
      hold(`${first} to ${seeds.at(-1)}`, seeds)
    }
    if (also.length > 0) hold(also.join(', '), also)

    if (coversEverything)
      it('cover every kind of event at least once', () => {
        expect(coverage.missing()).toEqual([])
      })
  })
}
