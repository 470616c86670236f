// Tests that row seals open alone and in runs, in their own row only, and hold the vectors of ADR 41.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDataKeys } from './data-keys.ts'
import { openKeyRing } from './key-ring.ts'
import type { PersonalFields } from './personal-fields.ts'
import { openRowSeals } from './row-seals.ts'
import { SealBroken } from './seal-broken.ts'

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
const seals = openRowSeals(7, key)
const person = { idCardNo: '330102199001011234', phone: '13912342001', cardNo: '6222021234567890123' }
const foreigner = { idCardNo: '33010219900101123X', phone: '13912342002', cardNo: '6222-0212 卡' }

const digits = fc.stringMatching(/^[0-9X]{0,30}$/)
const value = fc.oneof(digits, fc.string({ unit: 'grapheme' }))
const fields: fc.Arbitrary<PersonalFields> = fc.record(
  { idCardNo: value, phone: value, cardNo: value },
  { noNullPrototype: true },
)
const sealOne = (rowNumber: number, one: PersonalFields = person) =>
  seals.sealRun([{ rowNumber, fields: one }])[0] ?? Buffer.alloc(0)

describe('the recorded vectors', () => {
  const nonce = () => Buffer.from('a0a1a2a3a4a5a6a7a8a9aaab', 'hex')
  const recorded = [
    '01a0a1a2a3a4a5a6a7a8a9aaab00001d4b7f47d66014f06c7b3c702c2a14047e71e7826384df9fd447e971da001380a62bf4418b7ebf9d351825',
    '01a0a1a2a3a4a5a6a7a8a9aaab0002fd04ac23b7904ace5f791bcad69e8149d2d98228fb53d930f9d32bbdb1b163734ef94fbef40f3fa6dd7c043a5c06983725dd13180f2403a6a34539f2954051940c',
  ]

  it('are what is sealed under the same key and nonce', () => {
    const rows = [person, foreigner].map((one, index) => ({ rowNumber: index + 2, fields: one }))
    expect(
      openRowSeals(7, key, nonce)
        .sealRun(rows)
        .map((seal) => seal.toString('hex')),
    ).toEqual(recorded)
  })

  it('open alone', () => {
    expect(seals.openSeal(2, Buffer.from(recorded[0] ?? '', 'hex'))).toEqual(person)
    expect(seals.openSeal(3, Buffer.from(recorded[1] ?? '', 'hex'))).toEqual(foreigner)
  })
})

it('opens what it sealed, alone, in runs and in any order', () => {
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (people, order) => {
      const rows = people.map((one, index) => ({ rowNumber: index * 3, fields: one }))
      const sealed = seals.sealRun(rows).map((seal, index) => ({ rowNumber: index * 3, seal }))
      expect(seals.openRun(sealed)).toEqual(people)
      const shuffled = sealed
        .map((row) => ({ row, at: order.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row)
      expect(seals.openRun(shuffled)).toEqual(shuffled.map(({ rowNumber }) => people[rowNumber / 3]))
      for (const { rowNumber, seal } of sealed)
        expect(seals.openSeal(rowNumber, seal)).toEqual(people[rowNumber / 3])
    }),
  )
})

it('opens rows of several runs, and some of a run with gaps between them', () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    rowNumber: index + 2,
    fields: { ...person, phone: String(13_900_000_000 + index) },
  }))
  const sealed = seals.sealRun(rows).map((seal, index) => ({ rowNumber: index + 2, seal }))
  const some = (every: number) => sealed.filter((_, index) => index % every === 0)
  for (const every of [1, 7, 100])
    expect(seals.openRun(some(every)).map(({ phone }) => phone)).toEqual(
      rows.filter((_, index) => index % every === 0).map((row) => row.fields.phone),
    )
})

it('parts rows too long for one run', () => {
  const rows = Array.from({ length: 20 }, (_, rowNumber) => ({
    rowNumber,
    fields: { ...person, cardNo: '卡'.repeat(20_000 + rowNumber) },
  }))
  const sealed = seals.sealRun(rows).map((seal, rowNumber) => ({ rowNumber, seal }))
  expect(seals.openRun(sealed)).toEqual(rows.map((row) => row.fields))
})

it('never takes a key stream twice, neither in a run nor for a row sealed again', () => {
  const used = new Set<string>()
  const rows = Array.from({ length: 300 }, (_, rowNumber) => ({ rowNumber, fields: person }))
  const again = Array.from({ length: 300 }, () => sealOne(2))
  for (const seal of [...seals.sealRun(rows), ...again]) {
    const blocks = Math.ceil((seal.length - 31) / 16)
    for (let block = 0; block < blocks; block += 1)
      used.add(`${seal.toString('hex', 1, 13)}/${seal.readUInt16BE(13) + block}`)
  }
  expect(used.size).toBe(2 * 600)
})

describe('refuses', () => {
  it('a seal of another row, another batch or another key', () => {
    const seal = sealOne(2)
    expect(() => seals.openSeal(3, seal)).toThrow(SealBroken)
    expect(() => openRowSeals(8, key).openSeal(2, seal)).toThrow(SealBroken)
    expect(() => openRowSeals(7, randomBytes(32)).openSeal(2, seal)).toThrow(SealBroken)
  })

  it('two rows of a run whose seals were swapped', () => {
    const [a, b] = seals.sealRun([2, 3].map((rowNumber) => ({ rowNumber, fields: person })))
    const swapped = [
      { rowNumber: 2, seal: b ?? Buffer.alloc(0) },
      { rowNumber: 3, seal: a ?? Buffer.alloc(0) },
    ]
    expect(() => seals.openRun(swapped)).toThrow(SealBroken)
  })

  it('any flipped bit', () => {
    const seal = sealOne(2)
    for (let bit = 0; bit < seal.length * 8; bit += 1) {
      const altered = Buffer.from(seal)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => seals.openSeal(2, altered)).toThrow(SealBroken)
    }
  })

  it('any cut, lengthened or invented seal', () => {
    const seal = sealOne(2)
    for (let length = 0; length < seal.length; length += 1)
      expect(() => seals.openSeal(2, seal.subarray(0, length))).toThrow(SealBroken)
    expect(() => seals.openSeal(2, Buffer.concat([seal, Buffer.of(0)]))).toThrow(SealBroken)
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 90 }),
        (junk) => void expect(() => seals.openSeal(2, Buffer.from(junk))).toThrow(SealBroken),
      ),
    )
  })
})

describe('the data key of a batch', () => {
  const [secretA, secretB] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const before = openDataKeys(openKeyRing({ current: secretA, old: [] }))
  const during = openDataKeys(openKeyRing({ current: secretB, old: [secretA] }))
  const after = openDataKeys(openKeyRing({ current: secretB, old: [] }))

  it('opens its rows still after it was wrapped anew, without the old secret', () => {
    const wrapped = before.newKey(7)
    const [seal] = before.sealsOf(7, wrapped).sealRun([{ rowNumber: 2, fields: person }])
    const anew = during.rewrap(7, wrapped)
    expect(anew.dataKeyId).not.toBe(wrapped.dataKeyId)
    expect(after.sealsOf(7, anew).openSeal(2, seal ?? Buffer.alloc(0))).toEqual(person)
    expect(() => after.sealsOf(7, wrapped)).toThrow(SealBroken)
  })

  it('does not open in another batch, damaged or cut', () => {
    const wrapped = before.newKey(7)
    expect(() => before.sealsOf(8, wrapped)).toThrow(SealBroken)
    expect(() => before.rewrap(8, wrapped)).toThrow(SealBroken)
    for (let at = 0; at < wrapped.dataKey.length; at += 1) {
      const altered = Buffer.from(wrapped.dataKey)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => before.sealsOf(7, { ...wrapped, dataKey: altered })).toThrow(SealBroken)
      const cut = wrapped.dataKey.subarray(0, at)
      expect(() => before.sealsOf(7, { ...wrapped, dataKey: cut })).toThrow(SealBroken)
    }
  })
})
