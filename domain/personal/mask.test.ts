// Tests that masked numbers can be recognised and never read.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskBankCardNo, maskIdCardNo, maskPhone } from './mask.ts'

it.each([
  [maskIdCardNo, '330102199001011234', '330102********1234'],
  [maskIdCardNo, '33010219900101123X', '330102********123X'],
  [maskIdCardNo, '33010219900101123x', '330102********123x'],
  [maskIdCardNo, '330102900101123', '******'],
  [maskIdCardNo, '3301021990010112345', '******'],
  [maskIdCardNo, '33010219900101123Y', '******'],
  [maskIdCardNo, '1', '******'],
  [maskIdCardNo, '', ''],
  [maskBankCardNo, '6222020200008888', '622202******8888'],
  [maskBankCardNo, '6222020200000008888', '622202******8888'],
  [maskBankCardNo, '62220202008888', '622202******8888'],
  [maskBankCardNo, '6222020208888', '******8888'],
  [maskBankCardNo, '622202028888', '******8888'],
  [maskBankCardNo, '62220208888', '******'],
  [maskBankCardNo, '6222 0202 0000 8888', '******'],
  [maskBankCardNo, '8888', '******'],
  [maskBankCardNo, '', ''],
  [maskPhone, '13912342001', '139****2001'],
  [maskPhone, '1391234200', '******'],
  [maskPhone, '139123420011', '******'],
  [maskPhone, '+8613912342001', '******'],
  [maskPhone, '2391234200', '******'],
  [maskPhone, '', ''],
])('%O masks %s as %s', (mask, value, masked) => {
  expect(mask(value)).toBe(masked)
})

it('never shows a whole value or more than ten characters of it', () => {
  const value = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,34}$/), fc.stringMatching(/^\d{17}X$/))
  fc.assert(
    fc.property(value, fc.constantFrom(maskBankCardNo, maskIdCardNo, maskPhone), (text, mask) => {
      const masked = mask(text)
      if (text !== '' && !/^\*+$/.test(text)) expect(masked).not.toContain(text)
      expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(10)
    }),
  )
})
