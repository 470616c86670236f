// Runs one seed from its first payment to its last check.

import { transferTexts } from '@paywages/wire/transfers/messages.ts'
import type { Coverage, Occurrence } from './coverage.ts'
import { runQuiet } from './quiet.ts'
import { checkMoment, checkQuiet } from './seed-checks.ts'
import { setUp } from './set-up.ts'
import type { Stage } from './stage.ts'
import { runStorm } from './storm.ts'
import { Broken, World } from './world.ts'

export type SeedResult = {
  readonly seed: number
  /** Undefined when all held. */
  readonly failure: string | undefined
  readonly lines: readonly string[]
  /** The same whenever this seed is run. */
  readonly digest: string
  readonly coverage: Coverage
}

export async function runSeed(stage: Stage, seed: number): Promise<SeedResult> {
  const world = new World(stage, seed)
  const failure = await live(world, stage).then(
    () => undefined,
    (error: unknown) => sentenceOf(error),
  )
  const { journal, coverage } = world
  return { seed, failure, lines: journal.lines, digest: journal.digest(), coverage }
}

async function live(world: World, stage: Stage): Promise<void> {
  const stopIfBroken = () => {
    if (world.scheduler.failure !== undefined) throw world.scheduler.failure
  }
  await setUp(world)
  await runStorm(world, stage)
  stopIfBroken()
  await checkMoment(world, stage, true)
  stopIfBroken()
  await runQuiet(world)
  stopIfBroken()
  await checkQuiet(world, stage)
  stopIfBroken()
  await countOccurrences(world)
}

function sentenceOf(error: unknown): string {
  if (error instanceof Broken) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** What only the books tell. */
async function countOccurrences(world: World): Promise<void> {
  const [row] = await world.query<Record<string, number>>(
    `with own as (select * from payout_lines where provider_id = any($1::int[]))
     select
       (select count(*)::int from ledger_lines where provider_id = any($1::int[]) and phase = 'shortfall') as "shortfall",
       (select count(*)::int from ledger_lines where provider_id = any($1::int[]) and phase = 'cover') as "shortfall covered",
       (select count(*)::int from ledger_lines where provider_id = any($1::int[]) and phase = 'settle-tax') as "tax withheld",
       (select count(*)::int from transfer_resolutions where provider_id = any($1::int[]) and status = 'void') as "proposal void by the bank’s word",
       (select count(*)::int from own left join row_transfers t using (row_id) where own.remark like 'twin %' and own.status = 'failed'
          and t.row_id is null and own.error <> $2) as "two batches at once to the limit: one refused",
       (select count(*)::int from own where error = $2) as "copy of a paid row refused",
       (select count(*)::int from own left join row_transfers t using (row_id) where own.status = 'failed' and t.row_id is null
          and own.error <> $2) as "row refused at the start",
       (select count(*)::int from own where status = 'succeeded' and copy_of is not null) as "copy paid",
       (select (count(distinct payment_month) > 1)::int from payout_batches where provider_id = any($1::int[])) as "started over a month’s end"`,
    [world.providers.map(({ providerId }) => providerId), transferTexts.paidAlready],
  )
  for (const [what, times] of Object.entries(row ?? {})) world.coverage.saw(what as Occurrence, times)
}
