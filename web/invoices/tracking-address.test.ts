// Which numbers can be followed, and that nothing typed can lead elsewhere.

import { ELECTRONIC_TRACKING } from '@paywages/wire/invoices/messages.ts'
import { expect, it } from 'vitest'
import { trackingAddress } from './tracking-address.ts'

it.each([
  'SF1000000268391',
  '75312345678901',
  'YT-1234567890',
  'jd0012345678',
  '12345',
  'SF 1000000268391',
  '-123456789',
  'javascript:alert(123456)',
  'https://evil.example/123456',
  '123456&nu=7',
  '123456#x',
])('links tracking number %s to the carrier site', (number) => {
  const address = new URL(trackingAddress(number) ?? '')
  expect(address.origin).toBe('https://www.kuaidi100.com')
  expect([...address.searchParams]).toEqual([['nu', number]])
  expect(address.hash).toBe('')
})

it.each([ELECTRONIC_TRACKING, '', '自取'])('does not link tracking number %s', (number) => {
  expect(trackingAddress(number)).toBeUndefined()
})
