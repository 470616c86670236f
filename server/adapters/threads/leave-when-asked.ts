// A thread's side of its end: it goes when it is asked to, between two of its steps (end-thread.ts).

import { parentPort } from 'node:worker_threads'

export const LEAVE = 'leave'

/** Called before a thread listens to anything else. One that listens to nothing else ends with its work, as if this were not there. */
export function leaveWhenAsked(listens: 'listens to more' | 'listens to nothing else'): void {
  parentPort?.on('message', (message: unknown) => {
    if (message === LEAVE) process.exit()
  })
  if (listens === 'listens to nothing else') parentPort?.unref()
}
