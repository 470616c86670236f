// Tests who is let in, to the millisecond.

import { expect, it } from 'vitest'
import { Gate } from './gate.ts'
import { signRequest } from './signature.ts'
import { SECRET } from './testing/bank-client.ts'

const NOW = Date.UTC(2026, 10, 15)
const NONCE = 'n'.repeat(16)
const body = Buffer.from('{}')

function signedRequest(timestamp: number | string, change: { nonce?: string; secret?: string } = {}) {
  const { nonce = NONCE, secret = SECRET } = change
  const request = { method: 'POST', path: '/v1/transfers?a=1', timestamp: String(timestamp), nonce, body }
  const headers = {
    'x-bank-timestamp': String(timestamp),
    'x-bank-nonce': nonce,
    'x-bank-signature': signRequest(secret, request),
  }
  return { method: request.method, path: request.path, headers, body }
}

/** A gate that has been open for a while. */
function gateAt(now: number) {
  const clock = { now: now - 3_600_000 }
  const gate = new Gate(SECRET, () => clock.now)
  clock.now = now
  return { gate, clock }
}

it.each([
  ['exactly a minute old', NOW - 60_000, { nonce: NONCE }],
  ['older than a minute', NOW - 60_001, { refusal: 'stale' }],
  ['a minute ahead', NOW + 60_000, { nonce: NONCE }],
  ['more than a minute ahead', NOW + 60_001, { refusal: 'stale' }],
  ['not a time', 'yesterday', { refusal: 'bad-signature' }],
  ['empty', '', { refusal: 'bad-signature' }],
])('admits or rejects a timestamp that is %s', (_, timestamp, admission) => {
  expect(gateAt(NOW).gate.admit(signedRequest(timestamp))).toEqual(admission)
})

it.each(['n'.repeat(15), 'n'.repeat(65), `${'n'.repeat(16)}!`, ''])('rejects the nonce "%s"', (nonce) => {
  expect(gateAt(NOW).gate.admit(signedRequest(NOW, { nonce }))).toEqual({ refusal: 'bad-signature' })
})

it('rejects a request with any part changed after signing', () => {
  const { gate } = gateAt(NOW)
  const good = signedRequest(NOW)
  const refused = { refusal: 'bad-signature' }
  expect(gate.admit({ ...good, method: 'PUT' })).toEqual(refused)
  expect(gate.admit({ ...good, path: '/v1/transfers?a=2' })).toEqual(refused)
  expect(gate.admit({ ...good, body: Buffer.from('{ }') })).toEqual(refused)
  expect(gate.admit({ ...good, headers: { ...good.headers, 'x-bank-nonce': 'm'.repeat(16) } })).toEqual(
    refused,
  )
  expect(gate.admit({ ...good, headers: { ...good.headers, 'x-bank-timestamp': String(NOW + 1) } })).toEqual(
    refused,
  )
  expect(gate.admit(signedRequest(NOW, { secret: `${SECRET}!` }))).toEqual(refused)
  expect(gate.admit(good)).toEqual({ nonce: NONCE })
})

it('accepts a nonce once for as long as its timestamp is valid', () => {
  const { gate, clock } = gateAt(NOW)
  const ahead = signedRequest(NOW + 60_000)
  expect(gate.admit(ahead)).toEqual({ nonce: NONCE })
  clock.now = NOW + 120_000
  expect(gate.admit(ahead)).toEqual({ refusal: 'replayed' })
  clock.now += 1
  expect(gate.admit(ahead)).toEqual({ refusal: 'stale' })
  expect(gate.admit(signedRequest(clock.now))).toEqual({ nonce: NONCE })
})

it('does not use up a nonce on a badly signed request', () => {
  const { gate } = gateAt(NOW)
  expect(gate.admit(signedRequest(NOW, { secret: 'somebody else' }))).toEqual({ refusal: 'bad-signature' })
  expect(gate.admit(signedRequest(NOW))).toEqual({ nonce: NONCE })
})

it('rejects requests signed before the process started as stale', () => {
  const gate = new Gate(SECRET, () => NOW)
  expect(gate.admit(signedRequest(NOW - 1))).toEqual({ refusal: 'stale' })
  expect(gate.admit(signedRequest(NOW))).toEqual({ nonce: NONCE })
})
