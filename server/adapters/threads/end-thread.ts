// Ends a thread without ending the process: a thread that is stopped while it opens a stream of zlib takes everything with it.

import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { LEAVE } from './leave-when-asked.ts'

/** One that does not hear for so long goes round in something of its own, and opens nothing. */
const GRACE_MS = 1_000

/**
 * Node fails an assertion, and the process aborts, where `terminate` meets a thread between the making of a zlib stream and its first
 * setting. A thread that is asked goes between two of its steps, where nothing is half made.
 */
export async function endThread(thread: Worker): Promise<void> {
  const isGone = thread.threadId === -1
  if (isGone) return
  const gone = once(thread, 'exit')
  // What it died of meanwhile is nobody's any more.
  thread.on('error', () => undefined)
  thread.postMessage(LEAVE)
  const late = setTimeout(() => void thread.terminate(), GRACE_MS)
  await gone.catch(() => undefined)
  clearTimeout(late)
}
