// Tests of sizes, of what a file's first bytes tell, and of what is out of focus.

import { describe, expect, it } from 'vitest'
import { fitWithin, isBlurry, isHeic, isTooSmall } from './photo-measures.ts'

it.each([
  [4_032, 3_024, 1_600, 1_200],
  [3_024, 4_032, 1_200, 1_600],
  [1_600, 900, 1_600, 900],
  [800, 600, 800, 600],
  [16_000, 3, 1_600, 1],
])('scales a photo of %d × %d to %d × %d', (width, height, across, down) => {
  expect(fitWithin({ width, height }, 1_600)).toEqual({ width: across, height: down })
})

it.each([
  [480, 240, false],
  [240, 480, false],
  [479, 240, true],
  [480, 239, true],
  [4_000, 10, true],
])('photo of %d × %d is too small: %s', (width, height, small) => {
  expect(isTooSmall({ width, height })).toBe(small)
})

it.each([
  ['heic', 'ftypheic', true],
  ['heif with several images', 'ftypmif1', true],
  ['mp4', 'ftypisom', false],
  ['empty file', '', false],
])('detects whether a file is HEIC: %s', (_, text, heic) => {
  expect(isHeic(Uint8Array.from(`\0\0\0\x18${text}\0\0\0\0`, (character) => character.charCodeAt(0)))).toBe(
    heic,
  )
})

describe('photo sharpness', () => {
  const size = { width: 96, height: 60 }
  /** Dark lines on light, whose edges take `soft` pixels. */
  const lines = (soft: number) => {
    const pixels = new Uint8ClampedArray(4 * size.width * size.height)
    for (let at = 0; at < size.width * size.height; at += 1) {
      const place = at % 24
      const shade = 128 + 100 * Math.max(-1, Math.min(1, (Math.abs(place - 12) - 6) / soft))
      pixels.fill(shade, 4 * at, 4 * at + 3)
    }
    return pixels
  }

  it('distinguishes sharp lines from blurred ones and from a blank image', () => {
    expect(isBlurry(lines(0.5), size)).toBe(false)
    expect(isBlurry(lines(24), size)).toBe(true)
    expect(isBlurry(new Uint8ClampedArray(4 * size.width * size.height).fill(200), size)).toBe(true)
  })

  it('does not judge an image too small to have inner pixels', () => {
    expect(isBlurry(new Uint8ClampedArray(8), { width: 2, height: 1 })).toBe(false)
  })
})
