// What a column's content is taken for where its heading says nothing.
import { expect, test } from 'vitest'
import { ColumnContent } from './column-content.ts'

const kindOf = (...values: string[]) => {
  const content = new ColumnContent()
  for (const value of values) content.add(value)
  return content.kind
}

test.each([
  [['张伟', '王芳', '阿卜杜拉·买买提'], 'name'],
  [['张伟'], 'name'],
  [['张伟', '张伟', '王芳'], 'name'],
  [['辛苦了', '辛苦了', '辛苦了'], undefined],
  [['辛苦了', '', '辛苦了'], undefined],
  [['工商银行', '工商银行'], 'bank'],
  [['2026-09', '2026-09'], 'month'],
  [['100', '100'], 'amount'],
  [['1', '2', '3'], undefined],
] as const)('%j is %s', (values, kind) => expect(kindOf(...values)).toBe(kind))
