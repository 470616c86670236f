// Which hidden columns are asked about.

import { expect, it } from 'vitest'
import { asksWhereHidden } from './hidden-parts.ts'

it.each([
  ['amount', true],
  ['cardNo', true],
  ['name', false],
  ['idCardNo', false],
  ['phone', false],
  ['bank', false],
  ['month', false],
  ['remark', false],
] as const)('%s: %s', (field, asks) => expect(asksWhereHidden(field)).toBe(asks))
