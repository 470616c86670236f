// Threads kept for the next: used again, no more of them than allowed, and never one that has ended.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { SpareThreads } from './spare-threads.ts'

const ECHO = `require('node:worker_threads').parentPort.on('message', (word) => {
  if (word === 'end') process.exit()
  require('node:worker_threads').parentPort.postMessage(word)
})`

function opened(most: number) {
  const started: Worker[] = []
  const start = () => {
    const thread = new Worker(ECHO, { eval: true })
    started.push(thread)
    return thread
  }
  return { spare: new SpareThreads(start, most), started }
}

async function ask(thread: Worker, word: string): Promise<unknown> {
  const answer = once(thread, 'message')
  thread.postMessage(word)
  return (await answer)[0]
}

it('lends a thread again, without what listened to it before', async () => {
  const { spare, started } = opened(1)
  const first = spare.take()
  const heard: unknown[] = []
  first.on('message', (word) => heard.push(word))
  expect(await ask(first, 'one')).toBe('one')
  await spare.giveBack(first)
  const second = spare.take()
  expect(second).toBe(first)
  expect(await ask(second, 'two')).toBe('two')
  expect([heard, started.length]).toEqual([['one'], 1])
  await second.terminate()
})

it('ends what is over the number kept, and starts anew where the kept one has ended', async () => {
  const { spare, started } = opened(1)
  const [kept, other] = [spare.take(), spare.take()]
  await Promise.all([ask(kept, 'here'), ask(other, 'here')])
  await spare.giveBack(kept)
  await spare.giveBack(other)
  expect([kept.threadId > 0, other.threadId]).toEqual([true, -1])
  const ended = once(kept, 'exit')
  kept.postMessage('end')
  await ended
  const third = spare.take()
  expect([third === kept, started.length]).toEqual([false, 3])
  await third.terminate()
})
