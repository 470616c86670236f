import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames } from './distinct-names.ts'

describe('distinct file names', () => {
  it.each([
    [[], []],
    [
      ['a.pdf', 'b.pdf'],
      ['a.pdf', 'b.pdf'],
    ],
    [
      ['发票.pdf', '发票.pdf', '发票.pdf'],
      ['发票.pdf', '发票 (2).pdf', '发票 (3).pdf'],
    ],
    [
      ['a.PDF', 'A.pdf'],
      ['a.PDF', 'A (2).pdf'],
    ],
    [
      ['a.pdf', 'a (2).pdf', 'a.pdf'],
      ['a.pdf', 'a (2).pdf', 'a (3).pdf'],
    ],
    [
      ['file', 'file'],
      ['file', 'file (2)'],
    ],
  ])('turns %j into %j', (names, distinct) => {
    expect(distinctNames(names)).toEqual(distinct)
  })

  it('never returns two names that differ only in case', () => {
    const name = fc.constantFrom('a', 'A', 'a (2)', 'a.pdf', 'A.PDF', 'a (2).pdf', 'a (3).PDF')
    fc.assert(
      fc.property(fc.array(name, { maxLength: 10 }), (names) => {
        const distinct = distinctNames(names)
        expect(new Set(distinct.map((one) => one.toLowerCase())).size).toBe(names.length)
      }),
    )
  })
})
