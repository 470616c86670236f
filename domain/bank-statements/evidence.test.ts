// What names and accounts prove, in full, in part and not at all.

import { describe, expect, it } from 'vitest'
import { evidenceOf, isBeginningOf, nameFits, namePattern } from './evidence.ts'

describe('evidence of a line', () => {
  it.each([
    ['王小明', '6222021202000010001', 'sure'],
    ['', '6222021202000010001', 'sure'],
    ['王*明', '6222021202000010001', 'sure'],
    ['王小明', '6222****0001', 'sure'],
    ['王*明', '6222****0001', 'sure'],
    ['', '6222****0001', 'weak'],
    ['王小明', '', 'weak'],
    ['王*明', '', 'weak'],
    ['', '', 'none'],
  ])('of name "%s" and account "%s" is %s', (name, account, evidence) =>
    expect(evidenceOf({ name, account })).toBe(evidence),
  )

  it.each([
    ['王*明', '王小明', true],
    ['王*', '王小明', true],
    ['*小明', '王小明', true],
    ['王**', '王明', true],
    ['王*明', '王明', false],
    ['王*明', '李小明', false],
    ['王小明', '王小明', true],
    ['王小明', '王晓明', false],
  ])('%s may be %s: %s', (printed, name, fits) => expect(nameFits(printed, name)).toBe(fits))

  it.each([
    ['阿卜杜拉·', '阿卜杜拉·买买提', true],
    ['阿卜杜', '阿卜杜拉·买买提', false],
    ['王小明', '王小明明', false],
    ['阿卜杜拉*', '阿卜杜拉·买买提', false],
    ['买买提江', '阿卜杜拉·买买提江', false],
  ])('%s may be cut off from %s: %s', (printed, name, may) => expect(isBeginningOf(printed, name)).toBe(may))

  it('is a pattern that holds no wildcards of the name', () =>
    expect(namePattern('a_%*b')).toBe('a\\_\\%_%b'))
})
