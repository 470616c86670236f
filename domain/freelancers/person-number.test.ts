// Person numbers lead back to their person, and are never taken for ID numbers.

import { expect, it } from 'vitest'
import { personNumber, userIdIn } from './person-number.ts'

it('a person number leads back to its person', () => {
  expect(personNumber(123)).toBe('RY000123')
  expect(personNumber(12_345_678)).toBe('RY12345678')
  expect(userIdIn(personNumber(12_345_678))).toBe(12_345_678)
})

it.each([
  [' ry000123', 123],
  ['123', undefined],
  ['11010119900307001X', undefined],
  ['RY', undefined],
])('typed "%s" finds person %s', (typed, id) => expect(userIdIn(typed)).toBe(id))
