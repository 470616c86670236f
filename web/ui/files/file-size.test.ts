// Sizes as people say them.

import { expect, test } from 'vitest'
import { sizeWords } from './file-size.ts'

test.each([
  [1, '1 KB'],
  [218 * 1_024, '218 KB'],
  [1_048_575, '1,024 KB'],
  [1_048_576, '1.0 MB'],
  [1_258_291, '1.2 MB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
