// What a worker does for transfers, for as long as it lives: sends, asks, and takes over.

import { repeat } from '../adapters/jobs/repeat.ts'
import type { Services } from '../app-services.ts'
import { guardSending, type NoteLost } from './guard-sending.ts'
import { resumePaused } from './pause-batch.ts'
import { queryDoubts } from './query-bank.ts'
import { sendUntilStopped } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'

/** So many calls to the bank are under way at once, so that one that hangs does not hold up the others. */
const LANES = 3
const QUERY_EVERY_MS = 500
const SWEEP_EVERY_MS = 500
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
