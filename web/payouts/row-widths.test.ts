// Which form the rows of the check page take in the room they have.

import { expect, test } from 'vitest'
import { type RowRoom, rowWidths } from './row-widths.ts'

/** What is left beside the menu at this width of the window; the table reaches 8 past the page on both sides. */
const roomAt = (window: number) => window - 216 - 64 + 16

const decided: RowRoom = {
  withholdsTax: false,
  switches: true,
  rowCount: 32,
  masked: false,
  narrow: false,
  compared: true,
  room: roomAt(1440),
  maxFen: 3_680_000n,
  maxTaxFen: 73_320n,
}

const at = (window: number, over: Partial<RowRoom> = {}) =>
  rowWidths({ ...decided, room: roomAt(window), narrow: window < 1360, ...over })

test.each([1280, 1360, 1440, 1600, 1920])(
  'fits a window of %i, with and without tax, masked or whole',
  (window) => {
    for (const withholdsTax of [false, true])
      for (const compared of [false, true])
        for (const reader of [{ switches: true }, { switches: false, masked: true }])
          expect(at(window, { withholdsTax, compared, ...reader }).least).toBeLessThanOrEqual(roomAt(window))
  },
)

test('fits a nine-digit amount and its tax at 1280, too', () => {
  const large = { withholdsTax: true, maxFen: 12_345_678_900n, maxTaxFen: 4_444_444_404n }
  expect(at(1280, large)).toMatchObject({ chips: 1, difference: undefined })
  expect(at(1280, large).least).toBeLessThanOrEqual(roomAt(1280))
})

test('gives up the column of differences first, then long names, then the second chip', () => {
  const taxed = { withholdsTax: true }
  expect(at(1600, taxed)).toMatchObject({ difference: 112, name: 160, chips: 2 })
  expect(at(1440, taxed)).toMatchObject({ difference: undefined, name: 160, chips: 2 })
  expect(at(1360, taxed)).toMatchObject({ difference: undefined, name: 104, chips: 2 })
  expect(at(1280, taxed)).toMatchObject({ difference: undefined, name: 104, chips: 1 })
  expect(at(1280)).toMatchObject({ chips: 2 })
})
