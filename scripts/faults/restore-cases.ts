/** A database that has forgotten what the bank executed: restored to an earlier moment, or a standby promoted that lacks commits (ADR 27). */
import { forgetSessions, type Prepared, pressStart, readyBatch, sameBatch } from './batches.ts'
import type { Case } from './case.ts'
import { backUpRunning, bringBackFiles, copyStopped, restoreTo, startStandby } from './cluster-copy.ts'
import { backUpSealed } from './sealed-backup.ts'
import type { World } from './world.ts'

/** Paid, refused, paid late and taken back. */
const ENDINGS = [...Array.from({ length: 16 }, () => ''), '0001', '0003', '0006', '0008']

/** Started and executed by the bank, to the last of it. */
export async function payAll(world: World, batch: Prepared): Promise<void> {
  const answer = await pressStart(world, batch.batchId)
  if (answer !== 'done') throw new Error(`the start was answered: ${answer}`)
  await world.until('the batch has ended', async () => {
    const [row] = await world.query<{ ended: boolean }>(
      `select ended_at is not null and failed_count = 2 as ended from payout_batches where batch_id = $1`,
      [batch.batchId],
    )
    return row?.ended === true
  })
}

/** Somebody who finds the batch waiting presses the button again, as soon as there is one. */
export async function pressAgain(world: World, batch: Prepared): Promise<void> {
  forgetSessions()
  await world.heal()
  await pressStart(world, batch.batchId)
}

export const restoreCases: readonly Case[] = [
  {
    fault: 'restored to a point before a start that the bank executed',
    endings: ENDINGS,
    make: async (world, batch) => {
      await backUpRunning(world)
      await world.administer(`select pg_create_restore_point('before-start')`)
      await payAll(world, batch)
      await restoreTo(world, 'before-start')
      await pressAgain(world, batch)
    },
  },
  {
    fault: 'npm run restore to a moment before a start that the bank executed',
    endings: ENDINGS,
    make: async (world, batch) => {
      const backup = await backUpSealed(world)
      const before = await backup.moment()
      await payAll(world, batch)
      await backup.restoreTo(before)
      await pressAgain(world, batch)
    },
  },
  {
    fault: 'older files brought back under the same identifier and timeline',
    endings: ENDINGS,
    make: async (world, batch) => {
      await copyStopped(world)
      await world.heal()
      forgetSessions()
      await payAll(world, batch)
      await bringBackFiles(world)
      await pressAgain(world, batch)
    },
  },
  {
    fault: 'restored to before the sheet was uploaded; it is uploaded again',
    endings: ENDINGS,
    make: async (world, batch) => {
      await backUpRunning(world)
      await world.administer(`select pg_create_restore_point('before-upload')`)
      const lost = await readyBatch(world, ENDINGS)
      await payAll(world, lost)
      await restoreTo(world, 'before-upload')
      await pressAgain(world, await sameBatch(world, lost))
      await pressStart(world, batch.batchId)
    },
  },
  {
    fault: 'asynchronous standby promoted without the commits of a start',
    endings: ENDINGS,
    make: async (world, batch) => {
      const standby = await startStandby(world)
      await standby.cutOff()
      await payAll(world, batch)
      await standby.promote()
      await pressAgain(world, batch)
    },
  },
]
