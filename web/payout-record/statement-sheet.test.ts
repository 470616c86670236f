// A statement's line on the drawn page.

import { expect, it } from 'vitest'
import { DRAWN_LINES, drawnLine } from './statement-sheet.ts'

it.each([
  [1, 1, 0],
  [3, 8, 2],
  [14, 14, 13],
  [1, 40, 0],
  [20, 40, 6],
  [40, 40, DRAWN_LINES - 1],
])('line %i of %i', (place, lines, drawn) => {
  expect(drawnLine(place, lines)).toBe(drawn)
})
