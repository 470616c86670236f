// Keeps a thread that has done its work for the next to come: starting one and warming its code up takes longer than a small sheet.

import type { Worker } from 'node:worker_threads'

/** Long enough for the next of several uploads, short enough that an idle server gives its memory back. */
const KEEP_MS = 60_000

export class SpareThreads {
  readonly #start: () => Worker
  readonly #most: number
  readonly #spare: { readonly thread: Worker; readonly timer: NodeJS.Timeout }[] = []

  constructor(start: () => Worker, most: number) {
    this.#start = start
    this.#most = most
  }

  take(): Worker {
    const spare = this.#spare.pop()
    if (!spare) return this.#start()
    clearTimeout(spare.timer)
    silence(spare.thread)
    spare.thread.ref()
    return spare.thread
  }

  /** Only one that has nothing under way: whatever failed or was left in the middle is ended instead. */
  async giveBack(thread: Worker): Promise<void> {
    silence(thread)
    if (this.#spare.length >= this.#most) {
      await thread.terminate()
      return
    }
    const drop = () => {
      const at = this.#spare.findIndex((one) => one.thread === thread)
      if (at >= 0) clearTimeout(this.#spare.splice(at, 1)[0]?.timer)
    }
    thread.on('error', drop)
    thread.on('exit', drop)
    // A process that has nothing else to do ends.
    thread.unref()
    const timer = setTimeout(() => {
      drop()
      void thread.terminate()
    }, KEEP_MS).unref()
    this.#spare.push({ thread, timer })
  }
}

/** Our listeners only: a Worker has others of its own, by which it receives at all. */
function silence(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}
