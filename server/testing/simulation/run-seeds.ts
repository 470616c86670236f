// Runs many seeds on shared databases, checks each of them, and now and then the whole database with all seeds in it.

import { sealEntries } from '../../audit-log/seal-entries.ts'
import { verifyChain } from '../../audit-log/verify-chain.ts'
import { checkAll } from '../../invariants/verify.ts'
import { Coverage } from './coverage.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { openStage, type Stage } from './stage.ts'

export type Run = {
  readonly coverage: Coverage
  readonly failures: readonly SeedResult[]
}

export type RunOptions = {
  readonly seeds: readonly number[]
  /** Where no test run provides a PostgreSQL. */
  readonly serverUrl?: string
  /** Asked before each seed; by default the first failure ends the run. */
  readonly goesOn?: () => boolean
  readonly reported?: (result: SeedResult) => void
}

/** So many seeds share a database before it is thrown away, and so many lie between two checks of all of it. */
const SEEDS_A_STAGE = 250
const SEEDS_A_CHECK = 25

export const seedsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index)

export async function runSeeds(options: RunOptions): Promise<Run> {
  const { seeds, reported } = options
  const coverage = new Coverage()
  const failures: SeedResult[] = []
  let stage: Stage | undefined
  let unchecked: number[] = []
  let onStage = 0
  const last = seeds.at(-1)
  const goesOn = options.goesOn ?? (() => failures.length === 0)
  for (const seed of seeds) {
    if (!goesOn()) break
    stage ??= await openStage(options.serverUrl)
    const result = await runSeed(stage, seed)
    coverage.add(result.coverage)
    reported?.(result)
    unchecked.push(seed)
    onStage += 1
    if (result.failure !== undefined) failures.push(result)
    else if (unchecked.length >= SEEDS_A_CHECK || seed === last) {
      const findings = await checkStage(stage)
      if (findings.length > 0) failures.push(await findCulprit(unchecked, findings, options.serverUrl))
      unchecked = []
    }
    // A broken seed leaves transfers open, which the next one's workers would take for theirs.
    if (result.failure !== undefined || onStage >= SEEDS_A_STAGE) {
      await stage.close()
      stage = undefined
      unchecked = []
      onStage = 0
    }
  }
  await stage?.close()
  return { coverage, failures }
}

/** Nothing of any seed may be open or wrong, and the audit log of all of them is one whole chain (I10). */
async function checkStage({ services }: Stage): Promise<string[]> {
  const findings = await services.database.read((tx) => checkAll(tx, services.clock.now()))
  while ((await sealEntries(services)) > 0);
  const { faults } = await verifyChain(services)
  return [
    // Durability is given up on purpose (I9), and late payments may carry somebody over the limit (I11).
    ...findings
      .filter(({ invariant }) => invariant !== 'I9' && invariant !== 'I11')
      .map(({ invariant, what }) => `${invariant}: ${what}`),
    ...faults.map((what) => `I10: ${what}`),
  ]
}

/** Which of the last seeds it was: each alone on a database of its own. */
async function findCulprit(
  seeds: readonly number[],
  findings: readonly string[],
  serverUrl: string | undefined,
): Promise<SeedResult> {
  let result: SeedResult | undefined
  for (const seed of seeds) {
    const stage = await openStage(serverUrl)
    try {
      result = await runSeed(stage, seed)
      const own = result.failure === undefined ? await checkStage(stage) : [result.failure]
      if (own.length > 0) return { ...result, failure: own.join('; ') }
    } finally {
      await stage.close()
    }
  }
  if (!result) throw new Error('no seed was run')
  const [first, last] = [seeds[0], seeds.at(-1)]
  return {
    ...result,
    failure: `seeds ${first} to ${last} together, none of them alone: ${findings.join('; ')}`,
  }
}
