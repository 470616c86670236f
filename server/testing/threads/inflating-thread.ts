// A thread of the tests that opens one stream of zlib after the other, slowly, until it is asked to leave.

import { parentPort } from 'node:worker_threads'
import { createInflateRaw, InflateRaw } from 'node:zlib'
import { leaveWhenAsked } from '../../adapters/threads/leave-when-asked.ts'

leaveWhenAsked('listens to more')

/** Node sets this between making a stream and its first setting, the moment in which the thread must not be stopped. */
const SET_BETWEEN = '_writeState'
const SLOWLY_MS = 20

Object.defineProperty(InflateRaw.prototype, SET_BETWEEN, {
  set(value: unknown) {
    Object.defineProperty(this, SET_BETWEEN, { value, writable: true })
    parentPort?.postMessage('between')
    const until = performance.now() + SLOWLY_MS
    while (performance.now() < until);
  },
})

for (;;) {
  createInflateRaw()
  await new Promise((resolve) => setImmediate(resolve))
}
