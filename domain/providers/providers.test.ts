// Boundary tables of a provider's particulars and limit.

import { describe, expect, it } from 'vitest'
import { limitNeedsConfirmation } from '../limits/monthly-limit.ts'
import { BANK_ACCOUNT, CONTACT_PHONE, TAXPAYER_ID } from './particulars.ts'

describe('provider fields', () => {
  it.each([
    [BANK_ACCOUNT, '123456', true],
    [BANK_ACCOUNT, '12345', false],
    [BANK_ACCOUNT, '6222 0200 1234 5678', true],
    [BANK_ACCOUNT, '1'.repeat(32), true],
    [BANK_ACCOUNT, '1'.repeat(33), false],
    [BANK_ACCOUNT, '12345a', false],
    [TAXPAYER_ID, '91330100MA2B0X0X0X', true],
    [TAXPAYER_ID, '1'.repeat(14), false],
    [TAXPAYER_ID, '1'.repeat(20), true],
    [TAXPAYER_ID, '1'.repeat(21), false],
    [CONTACT_PHONE, '13912342001', true],
    [CONTACT_PHONE, '12912342001', false],
    [CONTACT_PHONE, '1391234200', false],
    [CONTACT_PHONE, '0571-88886666', true],
    [CONTACT_PHONE, '0571-88886666-801', true],
    [CONTACT_PHONE, '400-820-8820', true],
    [CONTACT_PHONE, 'abc', false],
  ])('matches %s against %s: %s', (form, value, fits) => expect(form.test(value)).toBe(fits))

  it('requires confirmation only for a monthly limit above 92,000', () => {
    expect(limitNeedsConfirmation(9_200_000n)).toBe(false)
    expect(limitNeedsConfirmation(9_200_001n)).toBe(true)
  })
})
