// What a worker does for transfers, for as long as it lives: sends, asks, takes over, and keeps watch.

import { repeat } from '../adapters/jobs/repeat.ts'
import type { House } from '../house.ts'
import { askAboutDoubts } from './ask-bank.ts'
import { keepSending } from './send-transfers.ts'
import { sweepLeases } from './sweep-leases.ts'
import { openTransfers } from './watch-store.ts'

/** So many calls to the bank are under way at once, so that one that hangs does not hold up the others. */
const LANES = 3
const ASK_EVERY_MS = 500
const SWEEP_EVERY_MS = 500
const WATCH_EVERY_MS = 15_000

export type Working = { stop(): Promise<void> }

export function workTransfers(house: House): Working {
  const stopping = new AbortController()
  const lanes = Array.from({ length: LANES }, () => keepSending(house, stopping.signal))
  const loops = [
    repeat('ask-bank', ASK_EVERY_MS, () => askAll(house, stopping.signal), house.log),
    repeat('sweep-leases', SWEEP_EVERY_MS, () => sweepLeases(house), house.log),
    repeat('watch-transfers', WATCH_EVERY_MS, () => watchTransfers(house), house.log),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([...lanes, ...loops.map((loop) => loop.stop())])
    },
  }
}

async function askAll(house: House, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await askAboutDoubts(house)) > 0);
}

/** Every worker tells the same figures: they are the database's. */
async function watchTransfers(house: House): Promise<void> {
  const { states, oldestDoubt, shortfallFen } = await house.database.read((tx) => openTransfers(tx))
  const { transfersByState, oldestDoubtSeconds, shortfallFen: shortfall } = house.metrics
  transfersByState.reset()
  for (const { state, count } of states) transfersByState.set({ state }, count)
  const age = oldestDoubt === null ? 0 : house.clock.now().getTime() - oldestDoubt.getTime()
  oldestDoubtSeconds.set(Math.max(0, age / 1_000))
  shortfall.set(Number(shortfallFen))
}
