// Tests that strokes stay on the pad and keep their form when the pad changes.

import { judgeSignature, type Signature } from '@paywages/domain/signing/signature.ts'
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

describe('a point', () => {
  it.each([
    ['the first', [], [10.04, 20.06], [10, 20.1]],
    ['far enough', [10, 20], [10, 22], [10, 20, 10, 22]],
    ['too near to be seen', [10, 20], [10.5, 20.5], [10, 20]],
    ['off the pad', [10, 20], [-5, 300], [10, 20, 0, 268]],
  ] as const)('%s', (_, stroke, [x, y], expected) => {
    expect(addPoint(stroke, x, y, pad)).toEqual(expected)
  })

  it('at the edge of a pad of odd size is still on it', () => {
    const odd = { width: 333.33, height: 268 }
    const stroke = addPoint([10, 10], 400, 10, odd)
    expect(stroke.at(-2)).toBe(333.33)
  })
})

describe('another size of the pad', () => {
  it('keeps an empty one empty, with the new size', () => {
    expect(fitTo(nothingDrawn, 350, 268)).toEqual({ ...pad, strokes: [] })
  })

  it('changes nothing where it is the same', () => {
    expect(fitTo(name, 350, 268)).toBe(name)
  })

  it.each([
    [390, 268],
    [280, 268],
    [280, 120],
    [700, 536],
  ])('%d × %d: still a signature, undistorted, in the middle', (width, height) => {
    const fitted = fitTo(name, width, height)
    expect(judgeSignature(fitted)).toBeUndefined()
    const [left = 0, top = 0, right = 0, bottom = 0] = fitted.strokes[2] ?? []
    expect((right - left) / (bottom - top)).toBeCloseTo(350 / 268, 1)
    expect(left).toBeCloseTo(width - right, 0)
    expect(top).toBeCloseTo(height - bottom, 0)
  })
})
