// Lets in only requests that the customer signed just now, and each of them once.

import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from './clock.ts'
import { isSignature, NONCE_HEADER, SIGNATURE_HEADER, signRequest, TIMESTAMP_HEADER } from './signature.ts'

export type IncomingRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export type Admission =
  | { readonly nonce: string }
  | { readonly refusal: 'stale' | 'bad-signature' | 'replayed' }

const WINDOW_MS = 60_000

export class Gate {
  readonly #secret: string
  readonly #clock: Clock
  readonly #openedAt: number
  /** Nonce → when it was used; in order of use, so that the oldest stand first. */
  readonly #used = new Map<string, number>()

  constructor(secret: string, clock: Clock) {
    this.#secret = secret
    this.#clock = clock
    this.#openedAt = clock()
  }

  admit({ method, path, headers, body }: IncomingRequest): Admission {
    const timestamp = String(headers[TIMESTAMP_HEADER] ?? '')
    const nonce = String(headers[NONCE_HEADER] ?? '')
    const signature = String(headers[SIGNATURE_HEADER] ?? '')
    if (!/^\d{1,15}$/.test(timestamp) || !/^[\w-]{16,64}$/.test(nonce)) return { refusal: 'bad-signature' }
    const now = this.#clock()
    if (Math.abs(now - Number(timestamp)) > WINDOW_MS) return { refusal: 'stale' }
    // Nonces are not kept on disk: what was signed before this start may be a replay of what a killed process let in.
    if (Number(timestamp) < this.#openedAt) return { refusal: 'stale' }
    const expected = signRequest(this.#secret, { method, path, timestamp, nonce, body })
    if (!isSignature(signature, expected)) return { refusal: 'bad-signature' }
    this.#forget(now)
    // Only nonces of signed requests are kept, so a stranger can neither use one up nor fill the memory.
    if (this.#used.has(nonce)) return { refusal: 'replayed' }
    this.#used.set(nonce, now)
    return { nonce }
  }

  /** A timestamp may lie one window ahead, and is stale one window after that. */
  #forget(now: number): void {
    for (const [nonce, usedAt] of this.#used) {
      if (now - usedAt <= 2 * WINDOW_MS) return
      this.#used.delete(nonce)
    }
  }
}
