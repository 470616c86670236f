// The text encodings and predictors of packed objects, at their edges.

import { expect, it } from 'vitest'
import { bytesOf } from './file-samples.ts'
import { fromAscii85, fromAsciiHex, undoPredictor } from './pdf-filters.ts'

const text = (bytes: Uint8Array | undefined) => bytes && String.fromCharCode(...bytes)

it.each([
  ['61 62\n63>', 'abc'],
  ['6162637>', 'abcp'],
  ['>', ''],
  ['6162', undefined],
  ['61x2>', undefined],
])('reads %s as hexadecimal digits', (packed, plain) =>
  expect(text(fromAsciiHex(bytesOf(packed)))).toBe(plain),
)

it.each([
  ['87cURD]i,"Ebo80~>', 'Hello World!'],
  ['87cUR\nD]i,"Ebo7~>', 'Hello World'],
  ['z~>', '\0\0\0\0'],
  ['~>', ''],
  ['87cURD', undefined],
  ['8~>', undefined],
  ['87|UR~>', undefined],
])('reads %s as base 85', (packed, plain) => expect(text(fromAscii85(bytesOf(packed)))).toBe(plain))

const rows = { predictor: 15, columns: 3, colors: 1, bits: 8 }

it.each([
  ['none', [0, 1, 2, 3], [1, 2, 3]],
  ['from the left', [1, 1, 1, 1], [1, 2, 3]],
  ['from above', [0, 1, 2, 3, 2, 1, 1, 1], [1, 2, 3, 2, 3, 4]],
  ['from both', [0, 2, 4, 6, 3, 1, 1, 1], [2, 4, 6, 2, 4, 6]],
  ['from the nearest', [0, 1, 2, 3, 4, 1, 1, 255], [1, 2, 3, 2, 3, 2]],
  ['a kind that there is not', [5, 1, 2, 3], undefined],
])('undoes a row of PNG: %s', (_, packed, plain) => {
  const out = undoPredictor(Uint8Array.from(packed), rows)
  expect(out && [...out]).toEqual(plain)
})

it.each([
  ['two, of TIFF', { ...rows, predictor: 2 }],
  ['a number that is none', { ...rows, predictor: Number.NaN }],
  ['rows of no width', { ...rows, columns: 0 }],
  ['rows wider than all there is', { ...rows, columns: 1e9 }],
])('does not guess at %s', (_, how) => {
  expect(undoPredictor(Uint8Array.of(0, 1, 2, 3), how)).toBeUndefined()
})
