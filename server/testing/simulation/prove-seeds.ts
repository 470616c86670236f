// What `npm test` asks of a range of seeds: all of them hold, and nothing that should happen in them has stopped happening.

import { describe, expect, it } from 'vitest'
import { Coverage } from './coverage.ts'
import { runSeeds } from './run-seeds.ts'

const SEEDS_A_TEST = 100
/** Far more than a hundred seeds take, also on a slow machine. */
const TIMEOUT_MS = 300_000

export function proveSeeds(from: number, to: number): void {
  describe(`seeds ${from} to ${to}`, () => {
    const coverage = new Coverage()

    for (let first = from; first <= to; first += SEEDS_A_TEST) {
      const last = Math.min(to, first + SEEDS_A_TEST - 1)
      it(
        `${first} to ${last} hold`,
        async () => {
          const run = await runSeeds({ from: first, count: last - first + 1 })
          coverage.add(run.coverage)
          const told = run.failures.map(
            ({ seed, failure }) => `npm run simulate -- --seed=${seed} --trace\n${failure}`,
          )
          expect(told).toEqual([])
        },
        TIMEOUT_MS,
      )
    }

    it('everything happened in them that a day can bring', () => {
      expect(coverage.missing()).toEqual([])
    })
  })
}
