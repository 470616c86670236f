// Saving a month's stock: who may, which month, what is kept, and two managers at once (D11, D28, D34, D38).

import { refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, encodeInput, signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { stockLines } from '../testing/invoice-stock.ts'
import { createPeople, createProvider, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { drawStock, type EnteredLine, stockOf } from './store.ts'

const MARCH = '2026-03'
let services: TestServices
let people: People
let manager: Client
let admin: Client
let providerId: number
let named = 0

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
  admin = await signIn(services, 'admin')
})
afterAll(() => services.close())
beforeEach(async () => {
  named += 1
  providerId = await services.database.transact((tx) =>
    createProvider(tx, services, `Company ${named}`, [people.platforms.A]),
  )
})

const save = (lines: EnteredLine[], { version = 0, month = MARCH, by = manager } = {}) =>
  by.call('saveStock', { providerId, month, version, lines })
const stock = () => services.database.query((tx) => stockOf(tx, providerId, MARCH))
const entries = () =>
  services.query(
    "select * from audit_entries where action = 'save-stock' and provider_id = $1 order by entry_id",
    [providerId],
  )

describe('saveStock', () => {
  it('stores the four types with time and account, and logs only what changed', async () => {
    const lines = stockLines({ 'special-electronic': { sufficient: false, count: 0, amountFen: 12_345_67n } })
    expect((await save(lines)).body.status).toBe(0)
    const drawn = { drawnCount: 0, drawnFen: 0n }
    expect(await stock()).toMatchObject({
      version: 1,
      lines: lines.map((line) => ({ ...line, ...drawn })),
      savedAt: services.clock.now(),
      savedBy: 'Name of managerA',
    })
    const changed = stockLines({
      'special-electronic': { sufficient: false, count: 7, amountFen: 12_345_67n },
    })
    expect((await save(changed, { version: 1 })).body.status).toBe(0)
    const [first, second] = await entries()
    expect(first).toMatchObject({
      account: 'managerA',
      object_kind: 'invoice-stock',
      object_id: `${providerId}-2026-03`,
      object_name: `Company ${named} 2026-03`,
      after: {
        'special-electronic-supported': true,
        'special-electronic-sufficient': false,
        'special-electronic-count': 0,
        'special-electronic-amount': '12345.67',
        'ordinary-paper-count': 10,
      },
    })
    expect(second).toMatchObject({
      before: { 'special-electronic-count': 0 },
      after: { 'special-electronic-count': 7 },
    })
    expect(Object.keys(second?.after as object)).toEqual(['special-electronic-count'])
  })

  it('keeps what was already drawn', async () => {
    await save(stockLines())
    const draw = { providerId, month: MARCH, type: 'ordinary-paper', count: 3, amountFen: 300_00n } as const
    await services.database.transact((tx) => drawStock(tx, draw))
    expect((await save(stockLines({ 'ordinary-paper': { count: 20 } }), { version: 1 })).body.status).toBe(0)
    expect((await stock())?.lines[2]).toMatchObject({ count: 20, drawnCount: 3, drawnFen: 300_00n })
  })

  it('clears the figures and the sufficient flag of an unsupported type', async () => {
    await save(stockLines({ 'special-paper': { supported: false, count: 5, amountFen: 5_00n } }))
    expect((await stock())?.lines[0]).toMatchObject({
      supported: false,
      sufficient: false,
      count: 0,
      amountFen: 0n,
    })
  })

  it('accepts the maximum count and amount', async () => {
    const most = { count: 1_000_000, amountFen: 100_000_000_000_000n }
    expect((await save(stockLines({ 'special-paper': most }))).body.status).toBe(0)
    expect((await stock())?.lines[0]).toMatchObject(most)
  })
})

describe('validation of saveStock', () => {
  it.each(['2026-02', '2026-04', '2025-03'])(
    'rejects a month other than the current one: %s',
    async (month) => {
      const { http, body } = await save(stockLines(), { month })
      expect([http, body.code, body.msg]).toEqual([
        422,
        'stock-month-closed',
        refusals['stock-month-closed'].msg,
      ])
      expect(
        await services.query('select 1 from invoice_stocks where provider_id = $1', [providerId]),
      ).toEqual([])
    },
  )

  it('accepts the month until its last millisecond in Shanghai', async () => {
    const before = services.clock.now()
    services.clock.set(new Date('2026-03-31T23:59:59.999+08:00'))
    const late = await signIn(services, 'managerA')
    expect((await save(stockLines(), { by: late })).body.status).toBe(0)
    services.clock.set(new Date('2026-04-01T00:00:00+08:00'))
    expect((await save(stockLines(), { by: late, version: 1 })).body.code).toBe('stock-month-closed')
    expect((await save(stockLines(), { by: late, month: '2026-04' })).body.status).toBe(0)
    services.clock.set(before)
  })

  const wrongLine = (change: object) => (fields: { lines: object[] }) => ({
    ...fields,
    lines: fields.lines.map((line, index) => (index === 0 ? { ...line, ...change } : line)),
  })
  it.each([
    ['a fractional count', wrongLine({ invoiceNum: 1.5 })],
    ['a negative count', wrongLine({ invoiceNum: -1 })],
    ['a count above the maximum', wrongLine({ invoiceNum: 1_000_001 })],
    ['a count given as string', wrongLine({ invoiceNum: '1' })],
    ['a negative amount', wrongLine({ invoiceMoney: -0.01 })],
    ['an amount with a fraction of a fen', wrongLine({ invoiceMoney: 0.005 })],
    ['an amount above the maximum', wrongLine({ invoiceMoney: 1_000_000_000_000.01 })],
    ['a switch that is not boolean', wrongLine({ support: 'yes' })],
    ['an unknown type', wrongLine({ invoiceType: 5 })],
    ['a repeated type', wrongLine({ invoiceType: 2 })],
    ['a missing type', (fields: { lines: object[] }) => ({ ...fields, lines: fields.lines.slice(1) })],
    ['an invalid month', (fields: { lines: object[] }) => ({ ...fields, month: '2026-13' })],
    ['a negative version', (fields: { lines: object[] }) => ({ ...fields, version: -1 })],
  ] as const)('rejects %s', async (_, spoil) => {
    const good = encodeInput('saveStock', { providerId, month: MARCH, version: 0, lines: stockLines() })
    const { http, body } = await manager.wire('saveStock', spoil(good as { lines: object[] }))
    expect([http, body.code]).toEqual([400, 'malformed'])
    expect(await stock()).toBeUndefined()
  })

  it('rejects an outdated version', async () => {
    await save(stockLines())
    await save(stockLines({ 'special-paper': { count: 11 } }), { version: 1, by: admin })
    for (const version of [0, 1, 3]) {
      const { http, body } = await save(stockLines({ 'special-paper': { count: 99 } }), { version })
      expect([http, body.code]).toEqual([409, 'state-changed'])
    }
    expect((await stock())?.lines[0]?.count).toBe(11)
    expect(await entries()).toHaveLength(2)
  })

  it('rejects a version for a month without a record', async () => {
    expect((await save(stockLines(), { version: 1 })).body.code).toBe('state-changed')
    expect(await stock()).toBeUndefined()
  })

  it.each(['payA1', 'checkA1'])('rejects %s, who is not a manager', async (account) => {
    expect((await save(stockLines(), { by: await signIn(services, account) })).http).toBe(403)
  })

  it('answers 404 to a manager of another platform', async () => {
    expect((await save(stockLines(), { by: await signIn(services, 'managerB') })).http).toBe(404)
  })
})

describe('concurrent saveStock', () => {
  it('accepts only one of several concurrent first saves of a month', async () => {
    const counts = [1, 2, 3, 4]
    const answers = await Promise.all(
      counts.map((count, index) =>
        save(stockLines({ 'special-paper': { count } }), { by: index % 2 === 0 ? manager : admin }),
      ),
    )
    const codes = answers.map(({ body }) => body.code ?? 'ok')
    expect(codes.toSorted()).toEqual(['ok', 'state-changed', 'state-changed', 'state-changed'])
    expect((await stock())?.lines[0]?.count).toBe(counts[codes.indexOf('ok')])
    expect(await entries()).toHaveLength(1)
  })

  it('rejects the second of two concurrent saves of the same version', async () => {
    await save(stockLines())
    const lock = await holdLock(services, 'select 1 from invoice_stocks where provider_id = $1 for update', [
      providerId,
    ])
    const saving = [
      save(stockLines({ 'special-paper': { count: 1 } }), { version: 1 }),
      save(stockLines({ 'special-electronic': { count: 1 } }), { version: 1, by: admin }),
    ]
    await lock.untilWaiting(2)
    await lock.release()
    const codes = (await Promise.all(saving)).map(({ body }) => body.code ?? 'ok')
    expect(codes.toSorted()).toEqual(['ok', 'state-changed'])
    const counts = (await stock())?.lines.map(({ count }) => count)
    expect(counts).toEqual(codes[0] === 'ok' ? [1, 10, 10, 10] : [10, 1, 10, 10])
  })

  it('keeps all draws made during a save', async () => {
    await save(stockLines())
    const draw = { providerId, month: MARCH, type: 'special-paper', count: 1, amountFen: 1_00n } as const
    const drawing = Array.from({ length: 5 }, () => services.database.transact((tx) => drawStock(tx, draw)))
    const saving = save(stockLines({ 'special-paper': { count: 20 } }), { version: 1 })
    await Promise.all(drawing)
    expect((await saving).body.status).toBe(0)
    expect((await stock())?.lines[0]).toMatchObject({ count: 20, drawnCount: 5, drawnFen: 5_00n })
  })
})
