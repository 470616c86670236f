// Card numbers in fours.

import { expect, test } from 'vitest'
import { cardInFours, withDots } from './bank-card-text.ts'

test('a card stands in fours, without a space at its end', () => {
  expect(cardInFours('6222021202000000')).toBe('6222 0212 0200 0000')
  expect(cardInFours('6222021202000000123')).toBe('6222 0212 0200 0000 123')
  expect(cardInFours('6.222E+18')).toBe('6.222E+18')
})

test('what is hidden becomes dots', () => {
  expect(withDots('330102********1234')).toBe('330102 •••••••• 1234')
  expect(withDots('139****2001')).toBe('139 •••• 2001')
  expect(withDots('******')).toBe('••••••')
})
