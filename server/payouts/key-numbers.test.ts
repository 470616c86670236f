// Keys of sixteen bytes by their numbers, also where many share their first word and the table has grown.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { KeyNumbers } from './key-numbers.ts'

it('gives equal keys one number, in the order in which they first come, and gives the keys back', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => {
    const key = randomBytes(16)
    key.writeUInt32BE(index, 12)
    // The table looks at the first word: every other key shares it with many.
    if (index % 2 === 0) key.fill(7, 0, 4)
    return key
  })
  const numbers = new KeyNumbers()
  expect(keys.map((key) => numbers.numberOf(key, 0))).toEqual(keys.map((_, index) => index))
  const all = Buffer.concat(keys)
  expect(keys.every((_, index) => numbers.numberOf(all, index * 16) === index)).toBe(true)
  expect(keys.every((key, index) => numbers.keyOf(index).equals(key))).toBe(true)
  expect(numbers.count).toBe(5_000)
})

it('gives the memory of its shorter lists back as it grows', () => {
  const key = Buffer.alloc(16)
  const numbers = new KeyNumbers()
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 70_000; index += 1) {
    key.writeUInt32LE(Math.imul(index, 0x9e3779b1) >>> 0)
    numbers.numberOf(key, 0)
  }
  const places = 2 * 131_072
  const lists = 131_072 * 16 + 2 * places * 4
  expect((process.memoryUsage().arrayBuffers - before) / lists).toBeLessThan(1.2)
  expect(numbers.count).toBe(70_000)
})
