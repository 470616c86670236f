// Recharge numbers lead back to their recharge, however they are typed.

import { expect, it } from 'vitest'
import { rechargeIdIn, rechargeNumber } from './recharge-number.ts'

it.each([
  [1, 'CZ000001'],
  [999_999, 'CZ999999'],
  [1_000_000, 'CZ1000000'],
])('recharge %i has the number %s', (id, number) => {
  expect(rechargeNumber(id)).toBe(number)
  expect(rechargeIdIn(number)).toBe(id)
})

it.each([
  [' cz000021 ', 21],
  ['21', 21],
  ['CZ', undefined],
  ['RY000021', undefined],
  ['CZ1234567890123456', undefined],
])('typed "%s" finds recharge %s', (typed, id) => expect(rechargeIdIn(typed)).toBe(id))
