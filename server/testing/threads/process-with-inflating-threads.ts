// Ends threads while they open a stream, one after the other, and says how many: the process of a test that must live to its end.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { endThread } from '../../adapters/threads/end-thread.ts'

const THREADS = 5

for (let ended = 0; ended < THREADS; ended += 1) {
  const thread = new Worker(new URL('./inflating-thread.ts', import.meta.url))
  await once(thread, 'message')
  await endThread(thread)
}
process.stdout.write(`${THREADS} threads ended\n`)
