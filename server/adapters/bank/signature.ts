// Signatures of docs/BANK-PROTOCOL.md: requests of both sides, and the answers to them.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How far the clocks of both sides may differ. */
export const CLOCK_TOLERANCE_MS = 60_000

const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('hex')
const sign = (secret: string, lines: readonly (string | number)[]) =>
  createHmac('sha256', secret).update(lines.join('\n')).digest('hex')

export type SignedRequest = {
  readonly method: string
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
}

export function signRequest(
  secret: string,
  request: { method: string; path: string },
  body: string,
  now: number,
  prefix = 'x-bank',
): { nonce: string; headers: Record<string, string> } {
  const nonce = randomBytes(18).toString('base64url')
  const signature = sign(secret, [request.method, request.path, now, nonce, sha256(body)])
  const headers = {
    [`${prefix}-timestamp`]: String(now),
    [`${prefix}-nonce`]: nonce,
    [`${prefix}-signature`]: signature,
  }
  return { nonce, headers }
}

export function requestIsSigned(
  secret: string,
  request: SignedRequest,
  body: Buffer,
  signature: string,
): boolean {
  const { method, path, timestamp, nonce } = request
  return equal(sign(secret, [method, path, timestamp, nonce, sha256(body)]), signature)
}

/** Bound to the request it answers, so that an old answer cannot stand for a new one. */
export function answerIsSigned(
  secret: string,
  answer: { status: number; nonce: string; timestamp: string; signature: string },
  body: string,
): boolean {
  return equal(sign(secret, [answer.status, answer.nonce, answer.timestamp, sha256(body)]), answer.signature)
}

export function isTimely(timestamp: string, now: number): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= CLOCK_TOLERANCE_MS
}

function equal(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
