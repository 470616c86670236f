// What the filing pack of a month would hold: which providers are listed, to whom, and on which page (D31).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/client.ts'
import { payAt } from '../../testing/filing-packs.ts'
import { freshRow, type SheetRow } from '../../testing/payout-sheet.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../../testing/provider-fixture.ts'
import { closeMonthsAt } from '../../testing/tax.ts'
import { openTestServices, type TestServices } from '../../testing/test-services.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(new Date('2026-01-10T10:00:00+08:00'))
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
})
afterAll(() => services.close())

const pay = (at: string, person: SheetRow, amount: string) => payAt(services, fixture, at, person, amount)
const close = (at: string) => closeMonthsAt(services, fixture, new Date(at))

it('lists providers in scope with payouts in the month or a closed period', async () => {
  await pay('2026-07-10T10:00:00+08:00', freshRow(), '1000')
  const first = fixture
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n })
  await pay('2026-06-10T10:00:00+08:00', freshRow(), '1000')
  await close('2026-08-02T10:00:00+08:00')
  const input = { month: '2026-07' }
  const seen = async (account: string, more: { providerId?: number; index?: number; size?: number } = {}) =>
    (await signIn(services, account)).answer('listFilings', { ...input, ...more })
  const both = await seen('managerA')
  expect(both.rows).toMatchObject([
    { providerId: first.providerId, closed: false, withholds: true, incomeFen: 100_000n, peopleCount: 1 },
    { providerId: fixture.providerId, closed: true, withholds: false, incomeFen: 0n, peopleCount: 0 },
  ])
  expect(both.count).toBe(2)
  expect(await seen('managerA', { size: 1, index: 1 })).toMatchObject({ rows: both.rows.slice(1), count: 2 })
  expect(await seen('managerA', { index: 5 })).toMatchObject({ rows: [], count: 2 })
  expect(await seen('managerA', { providerId: fixture.providerId })).toMatchObject({
    rows: both.rows.slice(1),
    count: 1,
  })
  expect(await seen(first.pay)).toMatchObject({ rows: both.rows.slice(0, 1), count: 1 })
  expect((await seen('managerB')).count).toBe(0)
})

it('totals all providers on every page and counts those that do not match the ledger', async () => {
  await pay('2026-01-10T10:00:00+08:00', freshRow(), '30000')
  const before = fixture
  fixture = await openProviderFixture(services, people, { fen: 1_000_000_000n, taxMethod: 'cumulative' })
  await pay('2026-01-11T10:00:00+08:00', freshRow(), '1000')
  await close('2026-02-02T10:00:00+08:00')
  const client = await signIn(services, 'managerA')
  const page = (index: number, size: number) =>
    client.answer('listFilings', { month: '2026-01', index, size })
  const all = await page(0, 100)
  const sum = (pick: (row: (typeof all.rows)[number]) => bigint) =>
    all.rows.reduce((total, row) => total + pick(row), 0n)
  expect(all.beside).toEqual({
    closedCount: all.rows.filter(({ closed }) => closed).length,
    peopleCount: Number(sum((row) => BigInt(row.peopleCount))),
    incomeFen: sum((row) => row.incomeFen),
    taxFen: sum((row) => row.taxFen),
    openCount: Number(sum((row) => BigInt(row.openCount))),
    openFen: sum((row) => row.openFen),
    untiedCount: 0,
  })
  expect(all.beside.closedCount).toBeLessThan(all.count)
  const others = await Promise.all([page(1, 1), page(999, 1)])
  expect(others).toEqual([
    { ...all, rows: all.rows.slice(1, 2) },
    { ...all, rows: [] },
  ])
  expect((await client.answer('listFilings', { month: '2025-01' })).beside.taxFen).toBe(0n)
  await services.query(
    `update payout_rows set tax_fen = tax_fen + 1 where batch_id in (select batch_id from payout_batches where provider_id = $1)`,
    [before.providerId],
  )
  expect((await page(0, 1)).beside.untiedCount).toBe(1)
})
