import { expect, it } from 'vitest'
import { readWidths } from './typed-widths.ts'

it.each([
  ['', undefined],
  ['  ', undefined],
  ['6', [6]],
  ['6,15', [6, 15]],
  ['6， 15', [6, 15]],
  ['６、１５', [6, 15]],
  ['6a,15', [Number.NaN, 15]],
  ['6,', [6, Number.NaN]],
  ['-6', [Number.NaN]],
  ['1.5', [Number.NaN]],
  ['1000', [Number.NaN]],
])('reads %j as %j', (text, widths) => {
  expect(readWidths(text)).toEqual(widths)
})
