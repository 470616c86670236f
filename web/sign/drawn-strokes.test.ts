// Tests that strokes stay on the pad and keep their form when the pad changes.

import { type Signature, validateSignature } from '@paywages/domain/signing/signature.ts'
import { describe, expect, it } from 'vitest'
import { addPoint, fitTo, nothingDrawn } from './drawn-strokes.ts'

const pad = { width: 350, height: 268 }
const name: Signature = {
  ...pad,
  strokes: [
    [60, 80, 140, 75, 100, 200],
    [180, 90, 182, 190],
    [0, 0, 350, 268],
  ],
}

describe('adding a point to a stroke', () => {
  it.each([
    ['the first point', [], [10.04, 20.06], [10, 20.1]],
    ['far enough from the last', [10, 20], [10, 22], [10, 20, 10, 22]],
    ['too close to the last', [10, 20], [10.5, 20.5], [10, 20]],
    ['outside the pad', [10, 20], [-5, 300], [10, 20, 0, 268]],
  ] as const)('adds or skips a point: %s', (_, stroke, [x, y], expected) => {
    expect(addPoint(stroke, x, y, pad)).toEqual(expected)
  })

  it('clamps a point to the edge of a pad of fractional size', () => {
    const odd = { width: 333.33, height: 268 }
    const stroke = addPoint([10, 10], 400, 10, odd)
    expect(stroke.at(-2)).toBe(333.33)
  })
})

describe('resizing the signature pad', () => {
  it('keeps an empty pad empty and takes the new size', () => {
    expect(fitTo(nothingDrawn, 350, 268)).toEqual({ ...pad, strokes: [] })
  })

  it('returns the same signature for the same size', () => {
    expect(fitTo(name, 350, 268)).toBe(name)
  })

  it.each([
    [390, 268],
    [280, 268],
    [280, 120],
    [700, 536],
  ])('to %d × %d keeps a valid, undistorted, centred signature', (width, height) => {
    const fitted = fitTo(name, width, height)
    expect(validateSignature(fitted)).toBeUndefined()
    const [left = 0, top = 0, right = 0, bottom = 0] = fitted.strokes[2] ?? []
    expect((right - left) / (bottom - top)).toBeCloseTo(350 / 268, 1)
    expect(left).toBeCloseTo(width - right, 0)
    expect(top).toBeCloseTo(height - bottom, 0)
  })
})
