// The day of a transfer around midnight in Shanghai, and accounts as banks print them.

import { expect, it } from 'vitest'
import { isFuturePayDay, plainAccount } from './recharge-form.ts'

it.each([
  ['2026-03-16', '2026-03-15T15:59:59.999Z', true],
  ['2026-03-16', '2026-03-15T16:00:00.000Z', false],
  ['2026-03-16', '2026-03-16T15:59:59.999Z', false],
  ['2026-03-17', '2026-03-16T15:59:59.999Z', true],
  ['2027-01-01', '2026-12-31T15:59:59.999Z', true],
  ['2027-01-01', '2026-12-31T16:00:00.000Z', false],
  ['1999-01-01', '2026-03-16T00:00:00.000Z', false],
])('pay day %s at %s is in the future: %s', (day, now, ahead) =>
  expect(isFuturePayDay(day, new Date(now))).toBe(ahead),
)

it.each([
  ['6222 0200 1234 5678', '6222020012345678'],
  ['3305-0161-8200', '330501618200'],
  ['571900488810101', '571900488810101'],
  ['　6222　', '6222'],
])('normalises account %j to %s', (text, plain) => expect(plainAccount(text)).toBe(plain))
