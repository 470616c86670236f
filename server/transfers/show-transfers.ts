// Shows the figures of open transfers that alarms and the autoscaler watch, and what halts sending.

import { waitingWork } from '@paywages/domain/transfers/waiting-work.ts'
import type { Services } from '../app-services.ts'
import { readHalt } from './read-sending.ts'
import { openTransfers } from './watch-store.ts'

/** Every process tells the same figures: they are the database's. */
export async function showTransfers(services: Services): Promise<void> {
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
