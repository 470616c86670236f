// The month opens by itself: at its first instant in Shanghai, once, for those who support something (spec §9, D28).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { stockLines } from '../testing/invoice-stock.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { openStockMonth } from './open-month.ts'
import { drawStock, type EnteredLine, insertStock, stockOf } from './store.ts'

const LAST_OF_MARCH = new Date('2026-03-31T23:59:59.999+08:00')
const FIRST_OF_APRIL = new Date('2026-04-01T00:00:00+08:00')
let services: TestServices
let second: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  second = await openTestServices({ sharing: services })
  people = await createPeople(services)
})
afterAll(async () => {
  await second.close()
  await services.close()
})
beforeEach(async () => {
  services.clock.set(LAST_OF_MARCH)
  await services.query('truncate invoice_stocks, invoice_stock_lines')
  await services.query('update providers set enabled = true')
})

const enter = (providerId: number, lines: EnteredLine[] = stockLines(), month = '2026-03') =>
  services.database.transact((tx) =>
    insertStock(tx, { providerId, month, at: services.clock.now(), savedBy: null, lines }),
  )
const stock = (providerId: number, month: string) =>
  services.database.query((tx) => stockOf(tx, providerId, month))
const months = async () => {
  const rows = await services.query<{ provider: number; month: string }>(
    'select provider_id as provider, month from invoice_stocks order by provider_id, month',
  )
  return rows.map(({ provider, month }) => `${provider} ${month}`)
}
const entries = (month: string) =>
  services.query("select * from audit_entries where action = 'open-stock-month' and object_name like $1", [
    `% ${month}`,
  ])

it('opens the month at its first instant with the initial figures of the previous one', async () => {
  const { A1 } = people.providers
  await enter(
    A1,
    stockLines({
      'special-paper': { count: 7, amountFen: 7_000_00n },
      'special-electronic': { sufficient: false },
      'ordinary-paper': { supported: false, sufficient: false, count: 0, amountFen: 0n },
    }),
  )
  const drawn = { providerId: A1, month: '2026-03', type: 'special-paper', count: 5, amountFen: 1n } as const
  await services.database.transact((tx) => drawStock(tx, drawn))
  expect(await openStockMonth(services)).toBe(0)
  expect(await months()).toEqual([`${A1} 2026-03`])
  services.clock.set(FIRST_OF_APRIL)
  expect(await openStockMonth(services)).toBe(1)
  expect(await stock(A1, '2026-04')).toMatchObject({
    version: 1,
    savedAt: FIRST_OF_APRIL,
    savedBy: '',
    lines: [
      { supported: true, sufficient: true, count: 7, amountFen: 7_000_00n, drawnCount: 0, drawnFen: 0n },
      { supported: true, sufficient: true, count: 10 },
      { supported: false, sufficient: false, count: 0, amountFen: 0n },
      { supported: true, sufficient: true, count: 10 },
    ],
  })
  expect((await stock(A1, '2026-03'))?.lines[0]).toMatchObject({ drawnCount: 5 })
  expect(await entries('2026-04')).toMatchObject([
    {
      account_id: null,
      account: '',
      provider_id: A1,
      object_kind: 'invoice-stock',
      object_id: `${A1}-2026-04`,
      object_name: 'Provider A1 2026-04',
      at: FIRST_OF_APRIL,
      after: {
        'special-paper-count': 7,
        'special-paper-amount': '7000.00',
        'ordinary-paper-supported': false,
      },
    },
  ])
})

it('opens a month once when several workers run repeatedly', async () => {
  const { A1, A2, B1 } = people.providers
  for (const providerId of [A1, A2, B1]) await enter(providerId, stockLines(), '2026-04')
  services.clock.set(new Date('2026-05-01T00:00:00+08:00'))
  const opened = await Promise.all([services, second, services, second].map(openStockMonth))
  expect(opened.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await openStockMonth(services)).toBe(0)
  expect(await months()).toEqual([A1, A2, B1].flatMap((id) => [`${id} 2026-04`, `${id} 2026-05`]))
  expect(await entries('2026-05')).toHaveLength(3)
})

it('opens only the current month after months of downtime', async () => {
  const { A1 } = people.providers
  await enter(A1)
  services.clock.set(new Date('2026-07-19T12:00:00+08:00'))
  expect(await openStockMonth(services)).toBe(1)
  expect(await months()).toEqual([`${A1} 2026-03`, `${A1} 2026-07`])
})

it('opens January after December', async () => {
  await enter(people.providers.A1, stockLines(), '2026-12')
  services.clock.set(new Date('2027-01-01T00:00:00+08:00'))
  expect(await openStockMonth(services)).toBe(1)
})

it('skips disabled providers, those supporting nothing and those without a record', async () => {
  const { A1, A2 } = people.providers
  await enter(A1)
  const nothing = { supported: false, sufficient: false, count: 0, amountFen: 0n }
  await enter(
    A2,
    stockLines({
      'special-paper': nothing,
      'special-electronic': nothing,
      'ordinary-paper': nothing,
      'ordinary-electronic': nothing,
    }),
  )
  await services.query('update providers set enabled = false where provider_id = $1', [A1])
  services.clock.set(FIRST_OF_APRIL)
  expect(await openStockMonth(services)).toBe(0)
  await services.query('update providers set enabled = true where provider_id = $1', [A1])
  expect(await openStockMonth(services)).toBe(1)
})

it('copies the newest record, so that a type switched off stays off', async () => {
  const { A1 } = people.providers
  await enter(A1, stockLines(), '2026-02')
  await enter(A1, stockLines({ 'special-paper': { supported: false, count: 0, amountFen: 0n } }), '2026-03')
  services.clock.set(FIRST_OF_APRIL)
  await openStockMonth(services)
  expect((await stock(A1, '2026-04'))?.lines[0]?.supported).toBe(false)
})

it('keeps a record that a manager saved before the worker ran', async () => {
  const { A1 } = people.providers
  await enter(A1)
  services.clock.set(FIRST_OF_APRIL)
  const manager = await signIn(services, 'managerA')
  const lines = stockLines({ 'special-paper': { count: 99 } })
  await manager.answer('saveStock', { providerId: A1, month: '2026-04', version: 0, lines })
  expect(await openStockMonth(services)).toBe(0)
  expect(await stock(A1, '2026-04')).toMatchObject({ version: 1, savedBy: 'Name of managerA' })
  expect((await stock(A1, '2026-04'))?.lines[0]?.count).toBe(99)
})

it('creates one record beside a concurrent save and rejects the save if it came second', async () => {
  const { A1 } = people.providers
  await enter(A1)
  services.clock.set(FIRST_OF_APRIL)
  const manager = await signIn(services, 'managerA')
  const lines = stockLines({ 'special-paper': { count: 99 } })
  const input = { providerId: A1, month: '2026-04', version: 0, lines }
  const [opened, { http }] = await Promise.all([openStockMonth(second), manager.call('saveStock', input)])
  expect([opened, http]).toEqual(opened === 1 ? [1, 409] : [0, 200])
  expect((await stock(A1, '2026-04'))?.lines[0]?.count).toBe(opened === 1 ? 10 : 99)
})
