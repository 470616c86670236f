// The detail query by a common name: counted up to a thousand and one, without sums.

import { MAX_COUNTED_BY_NAME } from '@paywages/wire/paging.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const MORE = MAX_COUNTED_BY_NAME + 1

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  const fixture = await openProviderFixture(services, await createPeople(services), { fen: 100_000_000n })
  const common = Array.from({ length: MORE }, () => freshRow({ name: '欧阳同名' }))
  await startedBatch(services, fixture, [...common, freshRow({ name: '欧阳不同' })])
  payer = await signIn(services, fixture.pay)
})
afterAll(() => services.close())

it('lists the newest of a common name and says that there are more than a thousand', async () => {
  const { body } = await payer.wire('payDetails', { uname: '阳同', index: '9', size: '100' })
  expect([(body.data as unknown[]).length, body.count]).toEqual([100, MORE])
  const beyond = await payer.wire('payDetails', { uname: '阳同', index: '10', size: '100' })
  expect(beyond.body.data).toEqual([])
})

it('leaves out sums that it would have to count everything for, and tells them once the name is narrowed', async () => {
  const { body } = await payer.wire('payDetailCounts', { uname: '阳' })
  expect(body.data).toEqual({ totalNum: MORE, sucNum: 0, failNum: 0 })
  const narrowed = await payer.wire('payDetailCounts', { uname: '阳不' })
  expect(narrowed.body.data).toMatchObject({ totalNum: 1, totalMoney: expect.anything() })
})

it('sorts a common name by time alone', async () => {
  const byState = await payer.wire('payDetails', { uname: '阳', sort: 'payStatus' })
  expect(byState.body.msg).toContain('500')
  const oldest = await payer.wire('payDetails', { uname: '阳', sort: 'payoutTime' })
  expect((oldest.body.data as unknown[]).length).toBe(10)
})
