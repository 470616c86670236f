// Has a thread read a sheet, listens to it, and ends it when it asks for too much or is no longer wanted.

import { Worker } from 'node:worker_threads'
import { endThread } from '../threads/end-thread.ts'
import { quietEnvironment } from '../threads/quiet-environment.ts'
import { SpareThreads } from '../threads/spare-threads.ts'
import type { SheetRequest } from './parse-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import type { SheetMessage } from './sheet-messages.ts'
import { bomb, SheetRefused } from './sheet-refused.ts'

/** A thread that has read a sheet to its end is as good as new; one that refused it, failed or was left is ended. */
const spareReaders = new SpareThreads(() => startReader(SHEET_LIMITS.heapMegabytes), 1)

function startReader(heapMegabytes: number): Worker {
  return new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    // Neither our secrets nor our flags are any business of code that reads strangers' files.
    ...quietEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  })
}

type Rows = Exclude<SheetMessage, { kind: 'refused' }>

export class SheetThread {
  #worker: Worker
  #signal: AbortSignal | undefined
  #arrived: Rows[] = []
  #failure: unknown
  #wake: (() => void) | undefined
  #millisecondsLeft: number
  #stop: () => void
  #isUsual: boolean
  #isAtEnd = false

  constructor(request: SheetRequest, signal?: AbortSignal) {
    const { heapMegabytes, seconds } = request.limits
    this.#millisecondsLeft = seconds * 1000
    this.#signal = signal
    this.#isUsual = heapMegabytes === SHEET_LIMITS.heapMegabytes
    this.#worker = this.#isUsual ? spareReaders.take() : startReader(heapMegabytes)
    this.#worker.on('message', (message: SheetMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(explainDeath(error)))
    this.#worker.on('exit', () => this.#fail(new Error('the sheet reader ended without a word')))
    this.#stop = () => this.#fail(signal?.reason)
    signal?.addEventListener('abort', this.#stop, { once: true })
    this.#worker.postMessage(request)
  }

  /** The next message in order; throws what the thread died of, but never before all that it said. */
  async next(): Promise<Rows> {
    this.#signal?.throwIfAborted()
    if (this.#arrived.length === 0 && this.#failure === undefined) await this.#waitForWord()
    this.#signal?.throwIfAborted()
    const message = this.#arrived.shift()
    if (message === undefined) throw this.#failure
    return message
  }

  allowOneMore(): void {
    this.#worker.postMessage('more')
  }

  async end(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#stop)
    const isGood = this.#isAtEnd && this.#isUsual && this.#failure === undefined
    if (isGood) await spareReaders.giveBack(this.#worker)
    else await endThread(this.#worker)
  }

  /** Only the time that somebody waits counts: a slow consumer is not the sheet's fault. */
  async #waitForWord(): Promise<void> {
    const since = performance.now()
    const timer = setTimeout(() => this.#fail(new SheetRefused('sheet-timeout')), this.#millisecondsLeft)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    clearTimeout(timer)
    this.#millisecondsLeft = Math.max(1, this.#millisecondsLeft - (performance.now() - since))
  }

  #receive(message: SheetMessage): void {
    if (message.kind === 'refused') {
      this.#fail(new SheetRefused(message.code, message.detail, message.why))
    } else {
      if (message.kind !== 'rows') this.#isAtEnd = true
      this.#arrived.push(message)
      this.#wake?.()
    }
  }

  #fail(reason: unknown): void {
    this.#failure ??= reason
    this.#wake?.()
  }
}

function explainDeath(error: unknown): unknown {
  const code = (error as { code?: string }).code
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? bomb('the reader ran out of its memory') : error
}
