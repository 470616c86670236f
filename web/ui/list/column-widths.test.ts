// The widths of a list's columns, up to the window from which all of them grow.

import { describe, expect, it } from 'vitest'
import { columnWidths, ENOUGH } from './column-widths.ts'

const columns = [{ width: 100 }, {}, { width: 200 }]

describe('columnWidths', () => {
  it.each([
    ['nothing measured yet', 0, undefined],
    ['less than is declared', 250, undefined],
    ['exactly enough for the flexible one', 300 + ENOUGH, undefined],
    ['a pixel more', 301 + ENOUGH, ENOUGH],
    ['a large screen', 1_664, ENOUGH],
  ])('%s', (_, room, flexible) => {
    expect(columnWidths(columns, room)).toEqual([100, flexible, 200])
  })

  it('lets every flexible column have enough, by its own word, before the others grow', () => {
    const two = [...columns, { enough: 480 }]
    expect(columnWidths(two, 780 + ENOUGH)).toEqual([100, undefined, 200, undefined])
    expect(columnWidths(two, 781 + ENOUGH)).toEqual([100, ENOUGH, 200, 480])
  })

  it('leaves declared widths as they are', () => {
    expect(columnWidths([{ width: 120 }, { width: 80 }], 1_664)).toEqual([120, 80])
  })
})
