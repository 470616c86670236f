// Threads that wrote a sheet and wait for another: loading what a thread needs takes longer than most sheets do.

import { Worker } from 'node:worker_threads'
import { quietEnvironment } from '../adapters/threads/quiet-environment.ts'

const HEAP_MEGABYTES = 192
/** Most of what a row makes is gone with it: with room for a piece of rows, the collector copies a third as often. */
const YOUNG_MEGABYTES = 48
/** After that its memory is worth more than the next sheet's start. */
const SPARE_MS = 60_000

type Spare = { readonly thread: Worker; readonly timer: NodeJS.Timeout }
const spares: Spare[] = []

/** One that waits, or a new one; it keeps the process alive until it is put back or ended. */
export function takeThread(): Worker {
  const spare = spares.pop()
  if (spare === undefined) return startThread()
  clearTimeout(spare.timer)
  spare.thread.ref()
  return spare.thread
}

/** Only after a whole sheet: a thread that was given up half way still has its query and its pieces. */
export function putBack(thread: Worker): void {
  const timer = setTimeout(() => {
    forget(thread)
    void thread.terminate()
  }, SPARE_MS)
  timer.unref()
  thread.unref()
  spares.push({ thread, timer })
}

function startThread(): Worker {
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    ...quietEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  // Whoever uses it listens as well; a spare that dies is nobody's error.
  thread.on('error', () => forget(thread))
  thread.on('exit', () => forget(thread))
  return thread
}

function forget(thread: Worker): void {
  const at = spares.findIndex((spare) => spare.thread === thread)
  const [spare] = at < 0 ? [] : spares.splice(at, 1)
  clearTimeout(spare?.timer)
}
