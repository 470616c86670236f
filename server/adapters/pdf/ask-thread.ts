// Gives one job about a stranger's file to a thread of its own, within limits of memory and time, and waits for its word (D32).

import { Worker } from 'node:worker_threads'
import type { RefusalDetail } from '@paywages/wire/refusal.ts'
import { claimReader } from '../spreadsheet/reader-slots.ts'
import { endThread } from '../threads/end-thread.ts'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import type { PdfLimits } from './pdf-limits.ts'
import { type PdfRefusal, PdfRefused } from './pdf-refused.ts'

export type ThreadAnswer<T> =
  | { readonly read: T }
  | { readonly refused: PdfRefusal; readonly detail: RefusalDetail }

export type ThreadJob = {
  readonly thread: URL
  readonly request: unknown
  readonly limits: PdfLimits
  readonly signal?: AbortSignal | undefined
}

/** Throws PdfRefused for anything that was not done to its end. */
export async function askThread<T>({ thread, request, limits, signal }: ThreadJob): Promise<T> {
  const release = await claimReader(signal)
  const worker = startThread(thread, request, limits)
  try {
    signal?.throwIfAborted()
    return await answerOf<T>(worker, limits.seconds, signal)
  } finally {
    await endThread(worker)
    release()
  }
}

function startThread(thread: URL, request: unknown, { heapMegabytes }: PdfLimits): Worker {
  return new Worker(thread, {
    workerData: request,
    // Neither our secrets nor our flags are any business of code that reads strangers' files.
    ...quietEnvironment(),
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
}

function answerOf<T>(worker: Worker, seconds: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PdfRefused('statement-slow')), seconds * 1_000)
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const over = (end: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      end()
    }
    worker.once('message', (answer: ThreadAnswer<T>) =>
      over(() => {
        if ('read' in answer) resolve(answer.read)
        else reject(new PdfRefused(answer.refused, answer.detail))
      })(),
    )
    worker.once('error', (error) => over(() => reject(explainDeath(error)))())
    worker.once(
      'exit',
      over(() => reject(new Error('the statement reader ended without a word'))),
    )
  })
}

function explainDeath(error: unknown): unknown {
  const isOutOfMemory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory ? new PdfRefused('statement-slow') : error
}
