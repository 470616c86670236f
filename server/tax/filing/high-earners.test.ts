// People whom the providers of a scope paid 92,000 or more in a month together: who is listed, to whom, and how (docs/rules/tax.md, D33).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { applyUpdateOf } from '../../testing/doubted-transfer.ts'
import { registerBatches, sendAll } from '../../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
const [rich, richer, below] = [freshRow(), freshRow(), freshRow()]

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date('2026-05-10T10:00:00+08:00'))
  const people = await createPeople(services)
  const fen = 1_000_000_000n
  const [one, other] = [
    await openProviderFixture(services, people, { fen }),
    await openProviderFixture(services, people, { fen }),
  ]
  for (const [person, first, second] of [
    [rich, '50000', '42000'],
    [richer, '60000', '61000'],
    [below, '50000', '41999.99'],
  ] as const) {
    await pay(one, person, first)
    await pay(other, person, second)
  }
  // What came back does not count, nor what is still on its way.
  const { batchId } = await pay(one, below, '100')
  await applyUpdateOf(services, batchId, 'returned')
  await startedBatch(services, one, [{ ...below, amount: '500', month: '2026-05', remark: 'on its way' }])
  await registerBatches(services)
})
afterAll(() => services.close())

async function pay(fixture: ProviderFixture, person: SheetRow, amount: string) {
  const batch = await startedBatch(services, fixture, [{ ...person, amount, month: '2026-05' }])
  await sendAll(services)
  return batch
}

const listed = async (account: string, input: { month: string; index?: number; size?: number }) =>
  (await signIn(services, account)).answer('highEarners', input)

it('lists high earners with their providers, masked, highest income first', async () => {
  const { rows, count } = await listed('managerA', { month: '2026-05' })
  expect(count).toBe(2)
  expect(rows).toEqual([
    {
      userId: expect.any(Number),
      name: richer.name,
      idCardNo: masked(richer),
      incomeFen: 12_100_000n,
      providers: [
        { providerName: expect.any(String), money: 6_100_000n },
        { providerName: expect.any(String), money: 6_000_000n },
      ],
    },
    expect.objectContaining({ name: rich.name, idCardNo: masked(rich), incomeFen: 9_200_000n }),
  ])
})

const masked = ({ idCardNo }: SheetRow) => `${idCardNo.slice(0, 6)}********${idCardNo.slice(-4)}`

it('counts all high earners on every page, even past the last', async () => {
  expect(await listed('managerA', { month: '2026-05', index: 1, size: 1 })).toMatchObject({
    rows: [{ name: rich.name }],
    count: 2,
  })
  expect(await listed('managerA', { month: '2026-05', index: 9 })).toEqual({ rows: [], count: 2 })
})

it('lists only high earners of the month and of providers in scope', async () => {
  expect((await listed('managerA', { month: '2026-04' })).count).toBe(0)
  expect((await listed('managerB', { month: '2026-05' })).count).toBe(0)
  expect((await listed('admin', { month: '2026-05' })).count).toBe(2)
})
