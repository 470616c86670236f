// Tests that sealed values come back, that nothing altered or moved does, and that search survives a rotation.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openCipher } from './cipher.ts'
import { ROW_SEAL } from './contexts.ts'
import type { WrappedKey } from './data-keys.ts'
import { openKeyRing } from './key-ring.ts'
import type { PersonalFields } from './personal-fields.ts'
import { SealBroken } from './seal-broken.ts'

const [secretA, secretB] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const ringA = openKeyRing({ current: secretA, old: [] })
const a = openCipher(ringA)
const b = openCipher(openKeyRing({ current: secretB, old: [] }))
const rotated = openCipher(openKeyRing({ current: secretB, old: [secretA] }))

const text = fc.string({ unit: 'grapheme' })
const phone = '13912342001'

it('opens what it sealed, for any text and context', () => {
  fc.assert(
    fc.property(text, text, (value, context) => {
      const sealed = a.seal(value, context)
      expect(sealed).toMatch(/^[0-9a-f]{8}:[A-Za-z0-9_-]{38,}$/)
      expect(sealed.startsWith(ringA.currentId)).toBe(true)
      expect(a.open(sealed, context)).toBe(value)
    }),
    { numRuns: 1000 },
  )
})

it('opens rows of several batches and both forms together, each as itself', () => {
  const people = ['1', '2', '3', '4'].map((n) => ({
    idCardNo: `ID${n}`,
    phone: `1390000000${n}`,
    cardNo: `622${n}`,
  }))
  const place = (batchId: number, rowNumber: number, key: WrappedKey, fields: PersonalFields) => {
    const [seal] = a.dataKeys.sealsOf(batchId, key).sealRun([{ rowNumber, fields }])
    return `=${batchId}.${rowNumber}.${key.dataKeyId}.${key.dataKey.toString('hex')}.${seal?.toString('hex')}`
  }
  const [one, two] = [a.dataKeys.newKey(1), a.dataKeys.newKey(2)]
  const [first, second, third, fourth] = people as [
    PersonalFields,
    PersonalFields,
    PersonalFields,
    PersonalFields,
  ]
  const sealed = [place(1, 1, one, first), place(1, 2, one, second), place(2, 1, two, third)]
  expect(a.openRows(sealed)).toEqual([first, second, third])
  expect(a.openRows(sealed.toReversed())).toEqual([third, second, first])
  expect(a.openRows([...sealed, a.sealFields({ ...fourth }, ROW_SEAL)])).toEqual(people)
  expect(() => a.openRows([...sealed, place(2, 2, two, fourth).replace('=2.2', '=2.3')])).toThrow(SealBroken)
})

it('opens the fields it sealed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), text, { noNullPrototype: true }), (fields) => {
      expect(a.openFields(a.sealFields(fields, 'rows'), 'rows')).toEqual(fields)
    }),
  )
})

it('never produces the same ciphertext twice and reveals no plaintext', () => {
  const sealed = Array.from({ length: 2000 }, () => a.seal(phone, 'x'))
  expect(new Set(sealed.map((one) => one.slice(9, 25))).size).toBe(2000)
  expect(sealed.some((one) => Buffer.from(one.slice(9), 'base64url').includes('1391234'))).toBe(false)
})

it('rejects a sealed value with any altered or inserted character', () => {
  const sealed = a.seal('330102199001011234', 'providers.id-card-no')
  const strange = fc.oneof(
    fc.constantFrom(...'ABCxyz019-_+/=: \n:'),
    fc.string({ minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), strange, fc.constantFrom(0, 1), (at, character, insert) => {
      const altered = sealed.slice(0, at) + character + sealed.slice(at + 1 - insert)
      fc.pre(altered !== sealed)
      expect(() => a.open(altered, 'providers.id-card-no')).toThrow(SealBroken)
    }),
    { numRuns: 3000 },
  )
})

it('rejects a sealed value that was cut, lengthened or never sealed', () => {
  const sealed = a.seal(phone, 'x')
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => a.open(sealed.slice(0, length), 'x')).toThrow(SealBroken)
  }
  for (const extra of ['A', '=', '==', '\n', ' ', 'AAAA']) {
    expect(() => a.open(sealed + extra, 'x')).toThrow(SealBroken)
  }
  fc.assert(fc.property(fc.string(), (junk) => void expect(() => a.open(junk, 'x')).toThrow(SealBroken)))
})

it('rejects a sealed value in another context, and fields opened as a value or the reverse', () => {
  const sealed = a.seal('{"phone":"1"}', 'providers.phone')
  expect(() => a.open(sealed, 'providers.id-card-no')).toThrow(SealBroken)
  expect(() => a.open(sealed, '')).toThrow(SealBroken)
  expect(() => a.openFields(sealed, 'providers.phone')).toThrow(SealBroken)
  expect(() => a.open(a.sealFields({ phone }, 'x'), 'x')).toThrow(SealBroken)
})

it('does not reveal the value in an error', () => {
  const sealed = a.seal(phone, 'x')
  expect(() => b.open(sealed, 'x')).toThrow(`not at hand: ${ringA.currentId}`)
  expect(() => a.open(`${phone}:xx`, 'x')).not.toThrow(phone)
  expect(() => a.open('13912342:001', 'x')).toThrow('13912342')
})

it('opens values sealed with an old secret and marks them for rotation', () => {
  const sealed = a.seal(phone, 'x')
  expect(a.needsRotation(sealed)).toBe(false)
  expect(rotated.needsRotation(sealed)).toBe(true)
  expect(rotated.open(sealed, 'x')).toBe(phone)
  expect(rotated.needsRotation(rotated.seal(phone, 'x'))).toBe(false)
  expect(() => b.open(sealed, 'x')).toThrow(SealBroken)
})

it('returns lookup hashes of all keys during a rotation, current key first', () => {
  expect(rotated.lookupHashes(phone, 'phone')).toEqual([
    b.lookupHash(phone, 'phone'),
    a.lookupHash(phone, 'phone'),
  ])
  expect(rotated.lookupHash(phone, 'phone')).toBe(b.lookupHash(phone, 'phone'))
  expect(a.lookupHash(phone, 'phone')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(a.shortHash(phone, 'phone')).toMatch(/^[A-Za-z0-9_-]{22}$/)
})

it('produces different hashes for different values, contexts and keys', () => {
  const hashes = [
    a.lookupHash(phone, 'phone'),
    a.lookupHash(phone, 'card'),
    a.lookupHash(`${phone}0`, 'phone'),
    a.lookupHash('', 'phone'),
    a.lookupHash('b', 'a'),
    a.lookupHash('', 'ab'),
    b.lookupHash(phone, 'phone'),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})
