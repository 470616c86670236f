// A baseline in a process of its own that is told to run again and again, so that it is as warm as the server it is held against.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type ForkedWork = { readonly pid: number; run(): Promise<void>; close(): Promise<void> }

export async function openForkedWork(file: string, args: readonly string[]): Promise<ForkedWork> {
  const child = fork(join(import.meta.dirname, file), [...args], { execArgv: [] })
  const ended = once(child, 'exit')
  const heard = () =>
    Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`${file} ended with ${code}`)
      }),
    ])
  await heard()
  return {
    pid: child.pid ?? 0,
    run: async () => {
      const done = heard()
      child.send({})
      await done
    },
    close: async () => {
      child.disconnect()
      await ended
    },
  }
}
