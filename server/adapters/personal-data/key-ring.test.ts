// Tests which secrets are good enough and that every purpose has a key of its own.

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { StartProblem } from '../start-problem.ts'
import { openKeyRing } from './key-ring.ts'

const purposes = [
  'personal-data',
  'personal-lookup',
  'data-keys',
  'audit-chain',
  'content-hash',
  'file-store',
] as const
const [secretA, secretB, secretC] = ['a', 'b', 'c'].map(
  (seed) => `${seed}-${randomBytes(32).toString('base64')}`,
)
const ringOf = (current = '', old: string[] = []) => openKeyRing({ current, old })

describe('openKeyRing with a given secret', () => {
  it.each([
    ['', 'is missing'],
    ['   ', 'is missing'],
    ['short', 'at least 32'],
    [randomBytes(16).toString('hex').slice(1), 'at least 32'],
    ['a'.repeat(64), 'too few different'],
    ['0101010101010101010101010101010101', 'too few different'],
    ['abcdefg'.repeat(10), 'too few different'],
    ['k3Fz81QpLx'.repeat(4), 'repeats itself'],
    ['k3Fz81QpLx'.repeat(4).slice(0, 37), 'repeats itself'],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 'a sequence'],
    ['zyxwvutsrqponmlkjihgfedcba9876543210', 'a sequence'],
    ['changeme-9f8e7d6c5b4a39281706f5e4d3', 'well-known word'],
    ['CHANGE_ME_9f8e7d6c5b4a39281706f5e4d3', 'well-known word'],
    ['my-super-password-for-this-installation-1', 'well-known word'],
  ])('rejects %j as SECRET_KEY', (secret, reason) => {
    expect(() => ringOf(secret)).toThrow(StartProblem)
    expect(() => ringOf(secret)).toThrow(/^SECRET_KEY /)
    expect(() => ringOf(secret)).toThrow(reason)
    if (secret.trim() !== '') expect(() => ringOf(secret)).not.toThrow(secret)
  })

  it('accepts random hex, random base64 and long phrases', () => {
    for (let round = 0; round < 300; round += 1) {
      ringOf(randomBytes(16).toString('hex'))
      ringOf(randomBytes(32).toString('base64'))
    }
    ringOf('seven quiet herons wade through the blue river at dusk')
  })

  it('rejects an old secret that is too short, but accepts a weak one', () => {
    expect(() => ringOf(secretA, ['short'])).toThrow(/^SECRET_KEY .*old/)
    expect(() => ringOf(secretA, ['a'.repeat(40)])).not.toThrow()
  })
})

it('derives the same keys from the same secret, ignoring surrounding white space', () => {
  const [one, two] = [ringOf(secretA), ringOf(`\n${secretA} \n`)]
  expect(two.currentId).toBe(one.currentId)
  expect(one.currentId).toMatch(/^[0-9a-f]{8}$/)
  for (const purpose of purposes) expect(two.current(purpose).equals(one.current(purpose))).toBe(true)
})

it('derives the same keys as in earlier releases', () => {
  const ring = ringOf('correct horse battery staple, 正确的马')
  expect(ring.currentId).toBe('29b443f3')
  expect(ring.current('personal-data').export().toString('hex').slice(0, 16)).toBe('e0d00068d631478e')
})

it('derives a different key for every purpose and every secret', () => {
  const keys = [ringOf(secretA), ringOf(secretB)].flatMap((ring) =>
    purposes.map((purpose) => ring.current(purpose).export().toString('hex')),
  )
  expect(new Set(keys).size).toBe(12)
  for (const key of keys) expect(key).toHaveLength(64)
})

it('finds old keys by id and lists the current key first', () => {
  const [a, b] = [ringOf(secretA), ringOf(secretB)]
  const ring = ringOf(secretC, [secretB ?? '', secretA ?? ''])
  expect(ring.byId(a.currentId, 'file-store')?.equals(a.current('file-store'))).toBe(true)
  expect(ring.byId('00000000', 'file-store')).toBeUndefined()
  const listed = ring.all('audit-chain')
  const expected = [ring, b, a].map((one) => one.current('audit-chain'))
  expect(listed.map((key) => key.export().toString('hex'))).toEqual(
    expected.map((key) => key.export().toString('hex')),
  )
})

it('lists a secret once when it is given repeatedly', () => {
  expect(ringOf(secretA, [secretA ?? '', secretB ?? '', secretB ?? '']).all('content-hash')).toHaveLength(2)
})
