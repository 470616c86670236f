// Calls results back to the customer, up to 200 at once, again and again until they are taken.

import type { Clock } from './clock.ts'
import type { Notice } from './notices.ts'
import { NONCE_HEADER, newNonce, SIGNATURE_HEADER, signRequest, TIMESTAMP_HEADER } from './signature.ts'
import { resultOf, type TransferResult } from './transfer.ts'

export type CallbackSenderOptions = {
  readonly secret: string
  readonly clock: Clock
  /** Where to call, or null while nobody is to be called. */
  readonly url: () => string | null
  readonly close: (how: 'delivered' | 'given-up', events: number[]) => void
  readonly backoffMs?: readonly number[]
}

/** Notices that travel together, also when they are sent again. */
type CallbackBatch = {
  readonly notices: readonly Notice[]
  readonly attempts: number
  readonly notBefore: number
}

const MAX_NOTICES = 200
const MAX_IN_FLIGHT = 4
/** Long enough to gather a chunk's results, too short for a person to notice. */
const GATHER_MS = 20
const TIMEOUT_MS = 5_000
const GIVE_UP_AFTER_MS = 24 * 3_600_000
export const BACKOFF_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 60_000]

export class CallbackSender {
  readonly #options: CallbackSenderOptions
  readonly #stopping = new AbortController()
  readonly #fresh: Notice[] = []
  #gatherUntil = 0
  #waiting: CallbackBatch[] = []
  #inFlight = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: CallbackSenderOptions) {
    this.#options = options
  }

  take(notices: readonly Notice[]): void {
    if (notices.length === 0) return
    if (this.#fresh.length === 0) this.#gatherUntil = this.#options.clock() + GATHER_MS
    for (const notice of notices) this.#fresh.push(notice)
    this.#pump()
  }

  /** Sends each twice and returns when that was tried (card ending 0008). */
  async deliverTwice(notices: readonly Notice[]): Promise<void> {
    if (this.#options.url() === null) return this.take(notices)
    for (let from = 0; from < notices.length; from += MAX_NOTICES) {
      const batch = { notices: notices.slice(from, from + MAX_NOTICES), attempts: 0, notBefore: 0 }
      const first = await this.#post(batch)
      const second = await this.#post(batch)
      this.#settle(batch, first || second)
    }
  }

  /** Called when there is somebody else, or somebody again, to call: nothing waits any longer. */
  hurry(): void {
    this.#waiting = this.#waiting.map((batch) => ({ ...batch, notBefore: 0 }))
    this.#pump()
  }

  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
  }

  #pump(): void {
    clearTimeout(this.#timer)
    if (this.#stopping.signal.aborted || this.#options.url() === null) return
    const now = this.#options.clock()
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const batch = this.#nextBatch(now)
      if (!batch) break
      void this.#deliver(batch)
    }
    // A batch that comes back pumps too, so with all of them out nothing needs to wake us.
    if (this.#inFlight < MAX_IN_FLIGHT) this.#wakeFor(now)
  }

  #nextBatch(now: number): CallbackBatch | undefined {
    const due = this.#waiting.find(({ notBefore }) => notBefore <= now)
    if (due) {
      this.#waiting = this.#waiting.filter((batch) => batch !== due)
      return due
    }
    const isGathered = this.#fresh.length >= MAX_NOTICES || this.#gatherUntil <= now
    if (this.#fresh.length === 0 || !isGathered) return undefined
    return { notices: this.#fresh.splice(0, MAX_NOTICES), attempts: 0, notBefore: 0 }
  }

  #wakeFor(now: number): void {
    const times = this.#waiting.map(({ notBefore }) => notBefore)
    if (this.#fresh.length > 0) times.push(this.#gatherUntil)
    if (times.length === 0) return
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.min(...times) - now))
  }

  async #deliver(batch: CallbackBatch): Promise<void> {
    this.#inFlight += 1
    const isTaken = await this.#post(batch)
    this.#inFlight -= 1
    this.#settle(batch, isTaken)
  }

  /** An event is given up only after a try that comes a day late, so that a long stop of the bank loses none. */
  #settle({ notices, attempts }: CallbackBatch, isTaken: boolean): void {
    if (this.#stopping.signal.aborted) return
    const now = this.#options.clock()
    const isOver = ({ step }: Notice) => now - step.at >= GIVE_UP_AFTER_MS
    const over = isTaken ? notices : notices.filter(isOver)
    if (over.length > 0) {
      this.#options.close(
        isTaken ? 'delivered' : 'given-up',
        over.map(({ event }) => event),
      )
    }
    const left = notices.filter((notice) => !over.includes(notice))
    if (left.length > 0) {
      this.#waiting.push({
        notices: left,
        attempts: attempts + 1,
        notBefore: now + this.#pauseAfter(attempts),
      })
    }
    this.#pump()
  }

  #pauseAfter(attempts: number): number {
    const pauses = this.#options.backoffMs ?? BACKOFF_MS
    return pauses[Math.min(attempts, pauses.length - 1)] ?? 0
  }

  /** Only a 2xx means that the customer took it. */
  async #post({ notices }: CallbackBatch): Promise<boolean> {
    const url = this.#options.url()
    if (url === null) return false
    const body = Buffer.from(JSON.stringify({ events: notices.map(report) }))
    const { pathname, search } = new URL(url)
    const timestamp = String(this.#options.clock())
    const nonce = newNonce()
    const request = { method: 'POST', path: pathname + search, timestamp, nonce, body }
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        // A redirect would carry the results to somebody nobody named.
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          [TIMESTAMP_HEADER]: timestamp,
          [NONCE_HEADER]: nonce,
          [SIGNATURE_HEADER]: signRequest(this.#options.secret, request),
        },
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}

function report({ transfer, step }: Notice): TransferResult {
  return resultOf(transfer, step)
}
