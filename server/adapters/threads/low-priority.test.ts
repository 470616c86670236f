// A thread of low priority: it alone waits behind the others of its process.

import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { priorities } from '../../testing/threads/priorities.ts'

it.runIf(process.platform === 'linux')('lowers one thread and none of the others', async () => {
  const usual = getPriority()
  // Threads that earlier tests of this process left behind may be low already.
  const before = await priorities()
  const thread = new Worker(new URL('../../testing/threads/low-thread.ts', import.meta.url))
  const [after] = (await once(thread, 'message')) as [Map<string, number>]
  const lowered = [...after].filter(([task, nice]) => nice > usual && before.get(task) !== nice)
  expect(lowered.map(([, nice]) => nice)).toEqual([5])
  expect(getPriority()).toBe(usual)
})
