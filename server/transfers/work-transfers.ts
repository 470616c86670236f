// What a worker does for transfers, for as long as it lives: sends, asks, takes over, and keeps watch.

import { waitingWork } from '@paywages/domain/transfers/waiting-work.ts'
import { repeat } from '../adapters/jobs/repeat.ts'
import type { Services } from '../app-services.ts'
import { guardSending, type NoteLost } from './guard-sending.ts'
import { resumePaused } from './pause-batch.ts'
import { queryDoubts } from './query-bank.ts'
import { readHalt } from './read-sending.ts'
import { sendUntilStopped } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'
import { openTransfers } from './watch-store.ts'

/** So many calls to the bank are under way at once, so that one that hangs does not hold up the others. */
const LANES = 3
const QUERY_EVERY_MS = 500
const SWEEP_EVERY_MS = 500
const WATCH_EVERY_MS = 15_000
const RESUME_EVERY_MS = 30_000
const GUARD_EVERY_MS = 2_000
/** Starting a large batch in vain, for want of money or approvals, holds up the provider's other starts. */
const ADOPT_EVERY_ROUNDS = 5

export type Working = { stop(): Promise<void> }

export function workTransfers(services: Services, noteLost: NoteLost): Working {
  const stopping = new AbortController()
  // Before its first order, each worker has seen that the bank's record and our books agree.
  const compared = Promise.withResolvers<void>()
  stopping.signal.addEventListener('abort', () => compared.resolve())
  let compare = true
  let rounds = 0
  const guard = async () => {
    await guardSending(services, { compare, noteLost, adopt: rounds % ADOPT_EVERY_ROUNDS === 0 })
    rounds += 1
    compare = false
    compared.resolve()
  }
  const lanes = Array.from({ length: LANES }, () =>
    compared.promise.then(() => sendUntilStopped(services, stopping.signal)),
  )
  const loops = [
    repeat('guard-sending', GUARD_EVERY_MS, guard, services.log),
    repeat('ask-bank', QUERY_EVERY_MS, () => queryAll(services, stopping.signal), services.log),
    repeat('sweep-leases', SWEEP_EVERY_MS, () => sweepLeases(services), services.log),
    repeat('resume-paused', RESUME_EVERY_MS, () => resumePaused(services), services.log),
    repeat('watch-transfers', WATCH_EVERY_MS, () => watchTransfers(services), services.log),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([...lanes, ...loops.map((loop) => loop.stop())])
    },
  }
}

async function queryAll(services: Services, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await queryDoubts(services)) > 0);
}

/** Every worker tells the same figures: they are the database's. */
export async function watchTransfers(services: Services): Promise<void> {
  const { states, oldestDoubt, shortfallFen, halt } = await services.database.read(async (tx) => ({
    ...(await openTransfers(tx)),
    halt: await readHalt(tx),
  }))
  const { transfersByState, transfersWaiting, oldestDoubtSeconds, sendingHalted } = services.metrics
  sendingHalted.reset()
  if (halt) sendingHalted.set({ reason: halt.reason }, 1)
  transfersByState.reset()
  for (const { state, count } of states) transfersByState.set({ state }, count)
  transfersWaiting.set(waitingWork(states))
  const age = oldestDoubt === null ? 0 : services.clock.now().getTime() - oldestDoubt.getTime()
  oldestDoubtSeconds.set(Math.max(0, age / 1_000))
  services.metrics.shortfallFen.set(Number(shortfallFen))
}
