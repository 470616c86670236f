// A thread of low priority: it alone waits behind the others of its process.

import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

it.runIf(process.platform === 'linux')('lowers one thread and none of the others', async () => {
  const usual = getPriority()
  const thread = new Worker(new URL('../../testing/threads/low-thread.ts', import.meta.url))
  const [nice] = (await once(thread, 'message')) as [number[]]
  expect(nice.filter((one) => one > usual)).toEqual([5])
  expect(getPriority()).toBe(usual)
})
