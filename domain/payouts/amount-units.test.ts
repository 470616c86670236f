// Units of many yuan: which words name one, and amounts moved by whole places.
import { expect, test } from 'vitest'
import { amountInYuan, amountUnit } from './amount-units.ts'

test.each([
  ['万元', '万元'],
  ['万', '万元'],
  ['单位:万元', '万元'],
  ['人民币千元', '千元'],
  ['千', '千元'],
  ['K', '千元'],
  ['百元', '百元'],
  ['美元', undefined],
  ['万美元', undefined],
  ['分', undefined],
  ['元', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s names %s', (named, unit) => expect(amountUnit(named)).toBe(unit))

test.each([
  ['1.2', '万元', '12000'],
  ['1.23456', '万元', '12345.6'],
  ['1.234567', '万元', '12345.67'],
  ['1.2345678', '万元', '12345.678'],
  ['0.05', '千元', '50'],
  ['12', '百元', '1200'],
  ['0', '千元', '0'],
  ['-1.5', '千元', '-1500'],
  ['0.1', '万元', '1000'],
  ['1.2万', '万元', '1.2万'],
  ['', '千元', ''],
] as const)('%s %s is %s', (text, unit, yuan) => expect(amountInYuan(text, unit)).toBe(yuan))
