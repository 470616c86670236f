// Entry point: the stand-in bank as a process of its own (D24).

import { readSettings } from './settings.ts'
import { type RunningBank, startBank } from './start-bank.ts'
import { StartProblem } from './start-problem.ts'

/** Longest wait for work in hand before the process ends anyway. */
const GRACE_MS = 10_000

let ending = false
// A closed terminal must not keep the bank from stopping in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const running = await start()
process.stdout.write(`The sandbox bank serves at ${running.address}.\n`)
process.on('SIGTERM', end)
process.on('SIGINT', end)
// A killed supervisor cannot say goodbye; its end of the channel closing says it.
process.on('disconnect', end)
process.send?.({ ready: true, address: running.address })

async function start(): Promise<RunningBank> {
  try {
    return await startBank(readSettings(process.env), { onBroken })
  } catch (problem) {
    process.stderr.write(`${problem instanceof StartProblem ? problem.message : describe(problem)}\n`)
    process.exit(1)
  }
}

function end(): void {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

/** Whatever the disk holds now, only a new start can read it. */
function onBroken(error: unknown): void {
  process.stderr.write(`The bank's journal cannot be written: ${describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
