// Which processes belong to a data folder.

import { expect, test } from 'vitest'
import { readLsof } from './processes.ts'

test('reads the process ids of one folder from lsof output', () => {
  const output = 'p12\nfcwd\nn/data/one\np13\nfcwd\nn/data/one/sub\np14\nfcwd\nn/data/one\n'
  expect(readLsof(output, '/data/one')).toEqual([12, 14])
  expect(readLsof('', '/data/one')).toEqual([])
})
