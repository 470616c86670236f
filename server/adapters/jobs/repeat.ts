// Repeats a short piece of work every few seconds, never twice at once, and stops cleanly.

import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../log/logger.ts'

export type Repeated = { stop(): Promise<void> }

export function repeat(name: string, everyMs: number, work: () => Promise<unknown>, log: Logger): Repeated {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) =>
        log.warn({ work: name, err: error }, 'repeated work failed; it will be tried again'),
      )
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
