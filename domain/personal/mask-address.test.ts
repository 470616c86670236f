// Tests that addresses on paper tell the network and no more.

import { expect, it } from 'vitest'
import { maskAddress } from './mask-address.ts'

it.each([
  ['203.0.113.77', '203.0.*.*'],
  ['::ffff:203.0.113.77', '203.0.*.*'],
  ['240e:390:1:2::9', '240e:390:****'],
  ['::1', '::****'],
  ['unix', '****'],
  ['', '****'],
])('masks %s as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
