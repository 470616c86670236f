// Has a thread read a bank's result, within limits of memory and time (ADR 82).

import { Worker } from 'node:worker_threads'
import { claimReader } from '../spreadsheet/reader-slots.ts'
import { endThread } from '../threads/end-thread.ts'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import { SpareThreads } from '../threads/spare-threads.ts'
import type { ResultAnswer, ResultRequest } from './parse-result-file.ts'

const SECONDS = 30
const UNREADABLE: ResultAnswer = { fault: 'result-unreadable', line: 0 }

const spareReaders = new SpareThreads(
  () =>
    new Worker(new URL('./result-worker.ts', import.meta.url), {
      // Neither our secrets nor our flags are any business of code that reads strangers' files.
      ...quietEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    }),
  1,
)

/** One that asks for too much time or memory is not readable. */
export async function readBankResult(request: ResultRequest): Promise<ResultAnswer> {
  const release = await claimReader()
  const worker = spareReaders.take()
  let isGood = false
  try {
    worker.postMessage(request)
    const answer = await answerOf(worker)
    isGood = answer !== UNREADABLE
    return answer
  } finally {
    if (isGood) await spareReaders.giveBack(worker)
    else await endThread(worker)
    release()
  }
}

function answerOf(worker: Worker): Promise<ResultAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ResultAnswer>()
  const timer = setTimeout(() => resolve(UNREADABLE), SECONDS * 1_000)
  worker.once('message', resolve)
  worker.once('error', (error: { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(UNREADABLE) : reject(error),
  )
  worker.once('exit', () => reject(new Error('the result reader ended without a word')))
  return promise.finally(() => clearTimeout(timer))
}
