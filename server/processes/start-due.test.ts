// A set time starts a batch by the channel of its provider, and by no other.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { payByFiles } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { startDue } from './start-due.ts'

const HOUR = 3_600_000

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

it.each([
  ['direct', false],
  ['file', true],
] as const)('starts by the %s channel', async (channel, byFiles) => {
  const fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  const { batchId } = await readyBatch(services, fixture, freshRows(2))
  if (byFiles) await payByFiles(services, fixture.providerId)
  const payer = await signIn(services, fixture.pay)
  const dueAt = new Date(services.clock.now().getTime() + HOUR)
  expect((await payer.call('scheduleBatch', { batchId, dueAt })).http).toBe(200)
  services.clock.advance(HOUR)
  expect(await startDue(services)).toBe(1)
  const [queue] = await services.query<{ channel: string; waits: boolean }>(
    'select channel, waiting > 0 as waits from transfer_queues where batch_id = $1',
    [batchId],
  )
  expect(queue).toEqual({ channel, waits: !byFiles })
})
