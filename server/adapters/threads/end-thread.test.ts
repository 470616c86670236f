// Threads that read files are ended at any moment, and the process they belong to goes on.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { endThread } from './end-thread.ts'

// In a process of its own: what it tries would abort the one of the tests.
const PROCESS = fileURLToPath(
  new URL('../../testing/threads/process-with-inflating-threads.ts', import.meta.url),
)

it('ends threads that open one zlib stream after the other without aborting the process', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROCESS])
  expect(stdout).toBe('5 threads ended\n')
})

it('ends a thread that hears nothing, and one that has ended already', async () => {
  const deaf = new Worker('for (;;);', { eval: true })
  await once(deaf, 'online')
  await endThread(deaf)
  expect(deaf.threadId).toBe(-1)
  await endThread(deaf)
})
