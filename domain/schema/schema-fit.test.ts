// The boundaries of which release may work on which database.

import { expect, it } from 'vitest'
import { releaseOf, schemaFit } from './schema-fit.ts'

it.each([
  ['the same migrations', [1, 2, 3], [1, 2, 3], 1, 'fits'],
  ['this release is the least that may write', [1, 2, 3], [1, 2, 3], 3, 'fits'],
  ['the least writer is one above', [1, 2, 3], [1, 2, 3, 4], 4, 'too-new'],
  ['a newer migration that only adds', [1, 2, 3], [1, 2, 3, 4], 3, 'fits'],
  ['a migration is missing at the end', [1, 2, 3], [1, 2], 1, 'too-old'],
  ['a migration is missing in the middle', [1, 2, 3], [1, 3], 1, 'too-old'],
  ['behind in one and ahead in another', [1, 2, 3], [1, 2, 4], 1, 'too-old'],
  ['behind and too new at once', [1, 2, 3], [1, 2, 4], 4, 'too-new'],
  ['an empty database', [1, 2, 3], [], 0, 'empty'],
] as const)('%s', (_, known, applied, leastWriter, fit) => {
  expect(schemaFit(known, { applied, leastWriter })).toBe(fit)
})

it('a release is the number of its newest migration', () => {
  expect([releaseOf([3, 1, 2]), releaseOf([])]).toEqual([3, 0])
})
