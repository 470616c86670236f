// A signing from link to contract: what it leaves behind, what is refused, and what happens when it is tried twice at once.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { readyToSign } from '../testing/signing.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'

let house: TestHouse

beforeAll(async () => {
  house = await openTestHouse()
  await createPeople(house)
})
afterAll(() => house.close())

it('signs', async () => {
  const { ask } = await readyToSign(house, 'payA1')
  const signed = await clientOf(house).answer('completeSigning', ask)
  expect(signed.contractNo).toBe('GR2026031600001')
  const { raw } = await clientOf(house).call('signedCopy', { session: ask.session })
  const { writeFileSync } = await import('node:fs')
  writeFileSync('/tmp/sign-first.pdf', raw.rawPayload)
})
