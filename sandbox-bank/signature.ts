// Signs and checks what travels between bank and customer (docs/BANK-PROTOCOL.md, "Signatures").

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const TIMESTAMP_HEADER = 'x-bank-timestamp'
export const NONCE_HEADER = 'x-bank-nonce'
export const SIGNATURE_HEADER = 'x-bank-signature'

export type SignedRequest = {
  readonly method: string
  /** With its query, as it stands in the request line. */
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Uint8Array
}

export type SignedAnswer = {
  readonly status: number
  /** The request's: it binds the answer to its question. */
  readonly nonce: string
  readonly timestamp: string
  readonly body: Uint8Array
}

export function signRequest(secret: string, request: SignedRequest): string {
  const { method, path, timestamp, nonce, body } = request
  return hmac(secret, [method, path, timestamp, nonce, digest(body)])
}

export function signAnswer(secret: string, { status, nonce, timestamp, body }: SignedAnswer): string {
  return hmac(secret, [String(status), nonce, timestamp, digest(body)])
}

/** In constant time, so that a forger learns nothing from how long the refusal took. */
export function isSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

function hmac(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex')
}

function digest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
