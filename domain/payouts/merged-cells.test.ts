// What a merged cell may say of several rows, field by field.

import { expect, it } from 'vitest'
import { isOwnField } from './merged-cells.ts'
import type { SheetField } from './sheet-row.ts'

it.each<[SheetField, boolean]>([
  ['name', true],
  ['idCardNo', true],
  ['phone', true],
  ['cardNo', true],
  ['amount', true],
  ['bank', false],
  ['month', false],
  ['remark', false],
])('%s of its own in each row: %s', (field, isOwn) => expect(isOwnField(field)).toBe(isOwn))
