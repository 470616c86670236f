// Card numbers in fours.

import { expect, test } from 'vitest'
import { cardInFours, withDots } from './bank-card-text.ts'

test('groups a card number in fours without a trailing space', () => {
  expect(cardInFours('6222021202000000')).toBe('6222 0212 0200 0000')
  expect(cardInFours('6222021202000000123')).toBe('6222 0212 0200 0000 123')
  expect(cardInFours('6.222E+18')).toBe('6.222E+18')
})

test('shows masked characters as dots', () => {
  expect(withDots('330102********1234')).toBe('330102 •••••••• 1234')
  expect(withDots('139****2001')).toBe('139 •••• 2001')
  expect(withDots('******')).toBe('••••••')
})
