// A thread of low priority: it alone waits behind the others of its process.

import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// In a process of its own: in the one of the tests other low threads come and go.
const PROCESS = fileURLToPath(new URL('../../testing/threads/process-with-low-thread.ts', import.meta.url))

it.runIf(process.platform === 'linux')('lowers one thread and none of the others', async () => {
  const usual = getPriority()
  const { stdout } = await promisify(execFile)(process.execPath, [PROCESS])
  const { own, ofThreads } = JSON.parse(stdout) as { own: number; ofThreads: number[] }
  expect(own).toBe(usual)
  expect(ofThreads.length).toBeGreaterThan(2)
  expect(ofThreads.filter((nice) => nice !== usual)).toEqual([5])
})
