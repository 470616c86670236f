// A seed is the same wherever it runs: first or last on its database, alone or among others.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from './random.ts'
import { runSeed } from './run-seed.ts'
import { openStage, type Stage } from './stage.ts'

const SEEDS = [3, 8, 21, 34, 47, 60]
let stages: Stage[]

beforeAll(async () => {
  stages = [await openStage(), await openStage()]
})
afterAll(() => Promise.all(stages.map((stage) => stage.close())))

it('produces the same result for a seed whatever ran before it', { timeout: 60_000 }, async () => {
  const [first, second] = stages
  if (!first || !second) throw new Error('two stages')
  const forwards = new Map<number, string>()
  const backwards = new Map<number, string>()
  for (const seed of SEEDS) forwards.set(seed, (await runSeed(first, seed)).digest)
  for (const seed of [...SEEDS].reverse()) backwards.set(seed, (await runSeed(second, seed)).digest)
  expect(Object.fromEntries(backwards)).toEqual(Object.fromEntries(forwards))
  expect(new Set(forwards.values()).size).toBe(SEEDS.length)
})

it('Random produces a fixed sequence for a seed', () => {
  const random = new Random(4711)
  expect(Array.from({ length: 5 }, () => random.between(0, 999))).toEqual([363, 725, 62, 553, 49])
})
