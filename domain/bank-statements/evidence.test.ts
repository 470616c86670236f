// What names and accounts prove, in full, in part and not at all.

import { describe, expect, it } from 'vitest'
import { evidenceOf, nameFits, namePattern } from './evidence.ts'

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

  it('is a pattern that holds no wildcards of the name', () =>
    expect(namePattern('a_%*b')).toBe('a\\_\\%_%b'))
})
