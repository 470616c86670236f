// Reads an uploaded statement in a thread of its own, within limits of memory and time (D32).

import { Worker } from 'node:worker_threads'
import type { StatementLayout } from '@paywages/domain/bank-statements/statement-layout.ts'
import type { SealedCopy } from '../file-store/sealed-copy.ts'
import { claimReader } from '../spreadsheet/reader-slots.ts'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import type { ReadStatement } from './parse-bank-statement.ts'
import { PDF_LIMITS, type PdfLimits } from './pdf-limits.ts'
import { PdfRefused } from './pdf-refused.ts'
import type { StatementAnswer, StatementRequest } from './statement-messages.ts'

export type ReadStatementOptions = {
  readonly signal?: AbortSignal
  readonly limits?: Partial<PdfLimits>
  readonly layouts?: readonly StatementLayout[]
}

/** Throws PdfRefused for anything that is not a statement read to its end. */
export async function readStatement(
  file: SealedCopy,
  { signal, limits: changed, layouts = [] }: ReadStatementOptions = {},
): Promise<ReadStatement> {
  const limits: PdfLimits = { ...PDF_LIMITS, ...changed }
  const release = await claimReader(signal)
  const worker = startThread({ file, limits, layouts })
  try {
    signal?.throwIfAborted()
    return await answerOf(worker, limits.seconds, signal)
  } finally {
    await worker.terminate()
    release()
  }
}

function startThread(request: StatementRequest): Worker {
  return new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: request,
    // Neither our secrets nor our flags are any business of code that reads strangers' files.
    ...quietEnvironment(),
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: request.limits.heapMegabytes,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  })
}

function answerOf(worker: Worker, seconds: number, signal: AbortSignal | undefined): Promise<ReadStatement> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PdfRefused('statement-slow')), seconds * 1_000)
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const over = (end: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      end()
    }
    worker.once('message', (answer: StatementAnswer) =>
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
