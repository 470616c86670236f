// What api and worker share as processes: one sentence when they cannot start, and a graceful end.

import { forbidMemoryDumps } from '../adapters/no-memory-dumps.ts'
import { StartProblem } from '../adapters/start-problem.ts'
import { closeTracing } from '../adapters/tracing/tracing.ts'

export type Running = { readonly address?: string; stop(): Promise<void> }

/** Longest wait for work in hand before the process ends anyway. */
const GRACE_MS = 25_000

export async function runProcess(start: () => Promise<Running>): Promise<void> {
  forbidMemoryDumps()
  let running: Running
  try {
    running = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof StartProblem ? error.message : describe(error)}\n`)
    process.exit(1)
  }
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    // What was collected of calls that just ended is still sent.
    running
      .stop()
      .then(closeTracing)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // A killed supervisor cannot say goodbye; its end of the channel closing says it.
  process.on('disconnect', end)
  process.send?.({ ready: true, ...(running.address === undefined ? {} : { address: running.address }) })
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
