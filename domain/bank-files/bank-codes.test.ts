// Which names mean the same bank, which tables are refused, and that a shared name is nobody's.

import { describe, expect, it } from 'vitest'
import { bankNameKey, codesByKey, judgeCodes } from './bank-codes.ts'

const ICBC = '102100099996'
const CMB = '308584000013'

describe('the name of a bank', () => {
  it.each([
    ['中国工商银行', '中国工商银行'],
    ['中国工商银行股份有限公司', '中国工商银行'],
    ['中国工商银行总行', '中国工商银行'],
    [' 中国 工商银行 ', '中国工商银行'],
    ['工商银行', '中国工商银行'],
    ['工行', '中国工商银行'],
    ['工商银行杭州西湖支行', '中国工商银行杭州西湖支行'],
    ['中国工商银行股份有限公司杭州西湖支行', '中国工商银行杭州西湖支行'],
    ['中国工商银行(杭州)支行', '中国工商银行杭州支行'],
    ['邮政储蓄银行', '中国邮政储蓄银行'],
    ['中行', '中国银行'],
    ['中行深圳分行', '中国银行深圳分行'],
    ['招商银行深圳分行', '招商银行深圳分行'],
    ['杭州联合农村商业银行股份有限公司', '杭州联合农村商业银行'],
    ['', ''],
    ['有限公司', ''],
  ])('%j is %j', (name, key) => expect(bankNameKey(name)).toBe(key))

  it.each([
    ['招商银行', '招商银行深圳分行'],
    ['中国银行', '中国工商银行'],
    ['平安银行深圳分行', '平安银行深圳南山支行'],
  ])('%s is not %s', (one, other) => expect(bankNameKey(one)).not.toBe(bankNameKey(other)))
})

it.each([
  [[{ line: 2, code: ICBC, name: '中国工商银行' }], []],
  [[{ line: 2, code: ICBC.slice(1), name: '中国工商银行' }], [{ line: 2, fault: 'code' }]],
  [[{ line: 2, code: `${ICBC}0`, name: '中国工商银行' }], [{ line: 2, fault: 'code' }]],
  [[{ line: 2, code: '1.021E+11', name: '中国工商银行' }], [{ line: 2, fault: 'code' }]],
  [[{ line: 2, code: ICBC, name: ' ' }], [{ line: 2, fault: 'name' }]],
  [
    [
      { line: 2, code: ICBC, name: '工行' },
      { line: 3, code: ICBC, name: '中国工商银行' },
    ],
    [],
  ],
  [
    [
      { line: 2, code: ICBC, name: '工行' },
      { line: 3, code: ICBC, name: '招行' },
    ],
    [{ line: 3, fault: 'two-names' }],
  ],
  // Two branches of one name are loaded, and neither is found.
  [
    [
      { line: 2, code: ICBC, name: '工行' },
      { line: 3, code: CMB, name: '工行' },
    ],
    [],
  ],
])('table %# is judged line by line', (rows, faults) => expect(judgeCodes(rows)).toEqual(faults))

it('gives the code of a name that one bank has, and none of a shared one', () => {
  const found = [
    { key: '招商银行', code: CMB },
    { key: '中国工商银行', code: ICBC },
    { key: '中国工商银行', code: CMB },
    { key: '招商银行', code: CMB },
  ]
  expect([...codesByKey(found)]).toEqual([['招商银行', CMB]])
})
