// Boundary tables of IDs, cards, phones, names and ages.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageAllowed, ageOn } from '../limits/age-limit.ts'
import { reachesLimit } from '../limits/monthly-limit.ts'
import { isBankCardNo, passesLuhn } from './bank-card.ts'
import { birthDay, genderOf, idCardCheckCharacter, isIdCardNo } from './id-card.ts'
import { isPersonName } from './person-name.ts'
import { isMobile } from './phone.ts'

const withCheckCharacter = (first17: string) => first17 + idCardCheckCharacter(first17)

describe('ID numbers', () => {
  it.each([
    ['11010519491231002X', true], // the example of GB 11643
    ['440524188001010014', false], // a right checksum, but born in 1880
    ['110105194912310021', false],
    ['11010519491231002x', false],
    [withCheckCharacter('33010219900230123'), false], // 30 February
    [withCheckCharacter('33010220000229123'), true],
    [withCheckCharacter('33010219000229123'), false], // 1900 was no leap year
    [withCheckCharacter('33010219901301123'), false],
    ['33010219900101123', false],
    ['', false],
  ])('validates %s as %s', (text, good) => expect(isIdCardNo(text)).toBe(good))

  it('rejects any single wrong digit', () => {
    const good = '11010519491231002X'
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (at, shift) => {
        const digit = (Number(good[at]) + shift) % 10
        return !isIdCardNo(good.slice(0, at) + digit + good.slice(at + 1))
      }),
    )
  })

  it('returns the date of birth', () => expect(birthDay('11010519491231002X')).toBe('1949-12-31'))

  it('returns the gender', () =>
    expect([genderOf('11010519491231002X'), genderOf('330102199003071214')]).toEqual(['female', 'male']))
})

describe('age', () => {
  it.each([
    ['2008-11-15', '2026-11-14', 17, false],
    ['2008-11-15', '2026-11-15', 18, true],
    ['1966-11-15', '2026-11-15', 60, true],
    ['1965-11-16', '2026-11-15', 60, true],
    ['1965-11-15', '2026-11-15', 61, false],
    ['2008-02-29', '2026-02-28', 17, false],
    ['2008-02-29', '2026-03-01', 18, true],
  ])('computes for someone born %s, on %s, the age and whether it is allowed', (birth, day, age, allowed) => {
    expect(ageOn(birth, day)).toBe(age)
    expect(ageAllowed(birth, day)).toBe(allowed)
  })
})

describe('bank cards, phones, names and the monthly limit', () => {
  it.each([
    ['1'.repeat(11), false],
    ['1'.repeat(12), true],
    ['1'.repeat(19), true],
    ['1'.repeat(20), false],
    ['62220200011112222a', false],
  ])('validates bank card %s as %s', (card, good) => expect(isBankCardNo(card)).toBe(good))
  it.each([
    ['4111111111111111', true],
    ['4111111111111112', false],
    ['6222020000000000', false],
  ])('validates the Luhn checksum of %s as %s', (card, good) => expect(passesLuhn(card)).toBe(good))
  it.each([
    ['13912342001', true],
    ['12912342001', false],
    ['1391234200', false],
    ['139123420011', false],
  ])('validates phone %s as %s', (phone, good) => expect(isMobile(phone)).toBe(good))
  it.each([
    ['王', false],
    ['王小', true],
    ['阿卜杜拉·买买提', true],
    ['John Smith', true],
    ['王1', false],
    ['王'.repeat(30), true],
    ['王'.repeat(31), false],
    ['=王小', false],
    ['𠮷田', true],
    ['<b>王', false],
  ])('validates name %s as %s', (name, good) => expect(isPersonName(name)).toBe(good))
  it('counts an amount equal to the limit as reaching it', () => {
    expect(reachesLimit(9_199_999n, 9_200_000n)).toBe(false)
    expect(reachesLimit(9_200_000n, 9_200_000n)).toBe(true)
  })
})
