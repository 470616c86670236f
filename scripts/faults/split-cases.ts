/** A standby that is promoted while the old primary still runs, each with workers that reach it: one of them sends (ADR 167). */
import { type Console, forgetSessions, type Prepared, pressStart, readyBatch, sameBatch } from './batches.ts'
import type { Case } from './case.ts'
import { startStandby } from './cluster-copy.ts'
import { type OtherSide, openOtherSide } from './other-side.ts'
import { isQuiet } from './settlement.ts'
import type { World } from './world.ts'

const ENDINGS = [...Array.from({ length: 12 }, () => ''), '0001', '0003', '0008']

async function start(side: Console, batch: Prepared): Promise<void> {
  const answer = await pressStart(side, batch.batchId)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
}

/** The same sheet is uploaded and started on both, under references of their own. */
async function startOnBoth(world: World, other: OtherSide): Promise<Prepared> {
  const here = await readyBatch(world, ENDINGS)
  const there = await sameBatch(other, here)
  await Promise.all([start(world, here), start(other, there)])
  return there
}

async function untilPaid(other: OtherSide, world: World, batch: Prepared): Promise<void> {
  await world.until('the promoted server has paid', () => isQuiet(other, batch))
}

async function untilSuperseded(world: World): Promise<void> {
  await world.until('the old primary says that another sends', async () => {
    const [gate] = await world.query<{ reason: string }>(
      `select reason from sending_gate where state = 'halted'`,
    )
    return gate?.reason === 'superseded'
  })
}

/** The standby is promoted while the files of the old primary stay in their place; afterwards it takes that place. */
async function besidePromoted(
  world: World,
  stopOldSide: () => Promise<unknown>,
  work: (other: OtherSide) => Promise<void>,
): Promise<void> {
  const standby = await startStandby(world)
  await stopOldSide()
  const other = await openOtherSide(world, await standby.promoteBeside())
  try {
    await work(other)
    await untilSuperseded(world)
  } finally {
    await other.close()
    await standby.takePlace()
    forgetSessions()
  }
}

export const splitCases: readonly Case[] = [
  {
    fault: 'split: both servers run, the same batch and sheet started on both',
    endings: ENDINGS,
    make: (world, batch) =>
      besidePromoted(
        world,
        async () => undefined,
        async (other) => {
          await Promise.all([start(world, batch), start(other, batch)])
          const anew = await startOnBoth(world, other)
          await untilPaid(other, world, batch)
          await untilPaid(other, world, anew)
        },
      ),
  },
  {
    fault: 'split: the old primary comes back after the promoted one has paid',
    endings: ENDINGS,
    make: (world, batch) =>
      besidePromoted(
        world,
        () => Promise.all([world.kill('api'), world.kill('worker')]),
        async (other) => {
          await start(other, batch)
          await untilPaid(other, world, batch)
          await world.restartDatabase('SIGKILL')
          forgetSessions()
          await world.heal()
          const anew = await startOnBoth(world, other)
          await untilPaid(other, world, anew)
        },
      ),
  },
]
