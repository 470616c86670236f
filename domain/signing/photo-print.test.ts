// Blank pictures, the same picture again, and others: the boundaries of the rule.

import { describe, expect, it } from 'vitest'
import { COLUMNS, isBlank, isSamePicture, printDistance, printOf, printParts, ROWS } from './photo-print.ts'

const CELLS = COLUMNS * ROWS
const plain = (value: number) => Array.from({ length: CELLS }, () => value)
const dice = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 16) & 0xff
  }
}
const scene = (seed: number) => Array.from({ length: CELLS }, dice(seed))

describe('isBlank', () => {
  it.each([
    ['one colour', plain(128), true],
    ['black', plain(0), true],
    ['noise of a few levels', scene(1).map((value) => 100 + (value % 12)), true],
    [
      'a slope of 19 levels',
      Array.from({ length: CELLS }, (_, at) => 100 + Math.round((at / CELLS) * 19)),
      true,
    ],
    [
      'a slope of 22 levels',
      Array.from({ length: CELLS }, (_, at) => 100 + Math.round((at / CELLS) * 22)),
      false,
    ],
    ['a tenth of it another colour', plain(128).map((value, at) => (at < CELLS * 0.09 ? 255 : value)), true],
    ['a quarter of it another colour', plain(128).map((value, at) => (at < CELLS / 4 ? 255 : value)), false],
    ['a scene', scene(7), false],
  ])('%s: %#', (_, brightness, blank) => {
    expect(isBlank(brightness)).toBe(blank)
  })
})

describe('isSamePicture', () => {
  const one = printOf(scene(3))

  it('is true of a picture that is brighter, darker in contrast or slightly noisy', () => {
    expect(isSamePicture(one, printOf(scene(3).map((value) => value * 0.9 + 10)))).toBe(true)
    const noise = dice(99)
    expect(isSamePicture(one, printOf(scene(3).map((value) => value + (noise() % 2))))).toBe(true)
  })

  it.each([
    [8, true],
    [9, false],
  ])('with %d bits changed is %s', (bits, same) => {
    const changed = [...one]
    for (let bit = 0; bit < bits; bit += 1)
      changed[bit * 7] = (Number.parseInt(changed[bit * 7] ?? '0', 16) ^ 1).toString(16)
    expect(printDistance(one, changed.join(''))).toBe(bits)
    expect(isSamePicture(one, changed.join(''))).toBe(same)
  })

  it('is false of any two of forty scenes', () => {
    const prints = Array.from({ length: 40 }, (_, seed) => printOf(scene(seed * 31 + 5)))
    const pairs = prints.flatMap((a, at) => prints.slice(at + 1).map((b) => isSamePicture(a, b)))
    expect(pairs).not.toContain(true)
  })
})

it('cuts a print into eight parts that know their place', () => {
  const parts = printParts(printOf(scene(3)))
  expect(parts).toHaveLength(8)
  expect(parts.every((part, at) => part.length === 9 && part.startsWith(String(at)))).toBe(true)
})
