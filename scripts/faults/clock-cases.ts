/** A restore on a machine whose clock was set back, and one to before what the bank still tells: what was lost is found all the same, or waits for two people (ADR 165). */
import { anchorChain } from '@paywages/server/audit-log/anchor-chain.ts'
import { encodeInput } from '@paywages/server/testing/client.ts'
import { forgetSessions, type Prepared, pressStart, readyBatch, sameBatch } from './batches.ts'
import type { Case } from './case.ts'
import { backUpRunning, restoreTo } from './cluster-copy.ts'
import { withinMonth } from './machine-clock.ts'
import { call } from './online-banking.ts'
import { payAll, pressAgain } from './restore-cases.ts'
import { isQuiet } from './settlement.ts'
import type { World } from './world.ts'

const ENDINGS = [...Array.from({ length: 16 }, () => ''), '0001', '0003', '0006', '0008']
const RECORD_DAYS = 3
const LOST = withinMonth(2)
const CUT = withinMonth(RECORD_DAYS + 2)

async function untilGate(world: World, state: string): Promise<void> {
  await world.until(`sending is ${state}`, async () => {
    const [gate] = await world.query<{ state: string }>(
      `select trim(state || ' ' || reason) as state from sending_gate
       where state = 'halted' or server_started_at = pg_postmaster_start_time()`,
    )
    return gate?.state === state
  })
}

async function requireDone(answer: Response | undefined): Promise<Response> {
  if (answer?.status !== 200) throw new Error(`it was answered: ${answer?.status} ${await answer?.text()}`)
  return answer
}

/** One super manager says what online banking showed; only another person can confirm it. */
async function releaseByTwo(world: World): Promise<void> {
  const word = 'compared on paper'
  const proposed = await requireDone(
    await call(world, 'admin', 'releaseSending', encodeInput('releaseSending', { word })),
  )
  const { proposalId } = (await proposed.json()) as { proposalId: number }
  const confirmation = encodeInput('confirmProposal', { proposalId: Number(proposalId) })
  const own = await call(world, 'admin', 'confirmProposal', confirmation)
  if (own?.status === 200) throw new Error('one person released what two must')
  await requireDone(await call(world, 'managerA', 'confirmProposal', confirmation))
}

/** Every order since the restore was sent after the word of the second. */
async function requireHeldUntilReleased(world: World, { batchId }: Prepared): Promise<void> {
  const [row] = await world.query<{ sent: number; early: number }>(
    `select count(*)::int as sent, count(*) filter (where e.at <
       (select max(at) from audit_entries where action = 'release-sending'))::int as early
     from transfer_steps e join row_transfers t on t.row_id = e.row_id
     where t.batch_id = $1 and e.to_state = 'sending'`,
    [batchId],
  )
  if (!row?.sent || row.early > 0)
    throw new Error(`${row?.early} of ${row?.sent} orders were sent unreleased`)
}

export const clockCases: readonly Case[] = [
  {
    fault: 'restored with the clock set back; a lost sheet is uploaded again',
    endings: ENDINGS,
    alone: { clockDays: LOST.before },
    bankDays: 3,
    make: async (world, batch) => {
      await backUpRunning(world)
      await world.administer(`select pg_create_restore_point('before-days')`)
      await world.moveClock(LOST.after)
      const lost = await readyBatch(world, ENDINGS)
      await payAll(world, lost)
      await anchorChain(world.services)
      await restoreTo(world, 'before-days')
      await world.moveClock(LOST.before)
      const again = await sameBatch(world, lost)
      await pressAgain(world, again)
      await pressStart(world, batch.batchId)
      await untilGate(world, 'open')
      await world.until('both have ended', async () => (await isQuiet(world, again)) && isQuiet(world, batch))
      // Put right once somebody has noticed.
      await world.moveClock(LOST.after)
      await untilGate(world, 'open')
    },
  },
  {
    fault: 'restored to before what the bank’s record still tells',
    endings: ENDINGS,
    alone: { clockDays: CUT.before, recordDays: RECORD_DAYS },
    // It tells nothing of them.
    bankDays: 0,
    make: async (world, batch) => {
      await untilGate(world, 'open')
      await backUpRunning(world)
      await world.administer(`select pg_create_restore_point('before-record')`)
      await payAll(world, batch)
      await restoreTo(world, 'before-record')
      forgetSessions()
      await world.moveClock(CUT.after)
      await untilGate(world, 'halted record-cut')
      await pressStart(world, batch.batchId)
      await releaseByTwo(world)
      await untilGate(world, 'open')
      await pressStart(world, batch.batchId)
      await world.until('orders are sent', async () => {
        const [row] = await world.query<{ sent: boolean }>(
          `select exists (select from row_transfers where batch_id = $1 and state = 'succeeded') as sent`,
          [batch.batchId],
        )
        return row?.sent === true
      })
      await requireHeldUntilReleased(world, batch)
    },
  },
]
