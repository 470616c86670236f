// The list of a month's stock and its sheet: months, sufficiency, scopes, pages, and what the audit log keeps (D11, D28, D34).

import * as XLSX from '@e965/xlsx'
import { STOCK_ANSWERS } from '@paywages/domain/invoice-stock/stock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { stockLines } from '../testing/invoice-stock.ts'
import { createPeople, createProvider, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { drawStock, type EnteredLine, insertStock } from './store.ts'

const MARCH = '2026-03'
let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payA2', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payA2'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.query('truncate invoice_stocks, invoice_stock_lines')
  // Companies of other tests are none of this one's.
  await services.query('update providers set enabled = provider_id = any($1)', [
    Object.values(people.providers),
  ])
})

const enter = (providerId: number, lines: EnteredLine[] = stockLines(), month = MARCH) =>
  services.database.transact((tx) =>
    insertStock(tx, { providerId, month, at: services.clock.now(), savedBy: null, lines }),
  )
type Input = Parameters<typeof clients.admin.answer<'listStock'>>[1]
const list = (account: keyof typeof clients, input: Input = {}) => clients[account].answer('listStock', input)
const names = async (account: keyof typeof clients, input: Input = {}) =>
  (await list(account, input)).rows.map(({ providerName }) => providerName)
const without = (changes: Partial<EnteredLine>) =>
  stockLines({
    'special-paper': changes,
    'special-electronic': changes,
    'ordinary-paper': changes,
    'ordinary-electronic': changes,
  })

describe('months of listStock', () => {
  it('defaults to the current month with every enabled provider, with or without a record', async () => {
    const { A1, A2 } = people.providers
    await enter(A1)
    const { rows, count } = await list('managerA')
    expect(count).toBe(2)
    expect(rows).toMatchObject([
      { providerId: A1, month: MARCH, answer: 'enough', totalCount: 40, totalFen: 400_000_00n, version: 1 },
      {
        providerId: A2,
        month: MARCH,
        answer: 'unknown',
        totalCount: 0,
        totalFen: 0n,
        version: 0,
        lines: [],
        savedAt: null,
        savedBy: '',
      },
    ])
    expect(await names('managerA', { month: MARCH })).toEqual(['Provider A1', 'Provider A2'])
  })

  it('lists only providers with a record in past and future months', async () => {
    await enter(people.providers.A2, stockLines(), '2026-02')
    expect(await names('managerA', { month: '2026-02' })).toEqual(['Provider A2'])
    expect(await names('managerA', { month: '2026-01' })).toEqual([])
    expect(await names('managerA', { month: '2026-04' })).toEqual([])
  })

  it('switches months at midnight in Shanghai', async () => {
    await enter(people.providers.A1)
    const before = services.clock.now()
    services.clock.set(new Date('2026-03-31T23:59:59.999+08:00'))
    const late = await signIn(services, 'payA1')
    expect((await late.answer('listStock', {})).rows).toMatchObject([{ month: MARCH, answer: 'enough' }])
    services.clock.set(new Date('2026-04-01T00:00:00+08:00'))
    expect((await late.answer('listStock', {})).rows).toMatchObject([{ month: '2026-04', answer: 'unknown' }])
    services.clock.set(before)
  })

  it('lists a disabled provider only if it has a record', async () => {
    const closed = await services.database.transact((tx) =>
      createProvider(tx, services, 'Closed', [people.platforms.A]),
    )
    await services.query('update providers set enabled = false where provider_id = $1', [closed])
    expect(await names('managerA', { providerId: closed })).toEqual([])
    await enter(closed)
    expect(await names('managerA', { providerId: closed })).toEqual(['Closed'])
  })

  it('shows the drawn and remaining stock', async () => {
    const providerId = people.providers.A1
    await enter(providerId, stockLines({ 'ordinary-paper': { supported: false, count: 0, amountFen: 0n } }))
    const drawn = { providerId, month: MARCH, type: 'special-paper', count: 11, amountFen: 1_00n } as const
    await services.database.transact((tx) => drawStock(tx, drawn))
    const { rows } = await list('payA1')
    expect(rows).toMatchObject([{ totalCount: 19, totalFen: 299_999_00n, answer: 'short' }])
    expect(rows[0]?.lines.map(({ drawnCount }) => drawnCount)).toEqual([11, 0, 0, 0])
  })
})

describe('sufficiency in listStock', () => {
  it('agrees between row, filter and count for every answer', async () => {
    const states = {
      enough: stockLines(),
      short: stockLines({ 'ordinary-paper': { sufficient: false } }),
      unsupported: without({ supported: false, sufficient: false, count: 0, amountFen: 0n }),
      unknown: undefined,
    }
    const { A1, A2, B1 } = people.providers
    const third = await services.database.transact((tx) =>
      createProvider(tx, services, 'Third', [people.platforms.B]),
    )
    const whose = { enough: A1, short: A2, unsupported: B1, unknown: third }
    for (const answer of STOCK_ANSWERS) {
      const lines = states[answer]
      if (lines) await enter(whose[answer], lines)
    }
    for (const [code, answer] of STOCK_ANSWERS.entries()) {
      const { rows, count } = await list('admin', { answer: String(code) as '0' })
      expect([count, rows.map((row) => [row.providerId, row.answer])]).toEqual([1, [[whose[answer], answer]]])
    }
    expect((await list('admin', { answer: '-1' })).count).toBe(4)
  })
})

describe('pages of listStock', () => {
  it('returns each provider once, ordered by name, with the filtered count', async () => {
    const made = await services.database.transact(async (tx) => {
      const ids: number[] = []
      for (let index = 0; index < 23; index += 1)
        ids.push(
          await createProvider(tx, services, `Page ${String(index).padStart(2, '0')}`, [people.platforms.B]),
        )
      return ids
    })
    for (const id of made) await enter(id)
    const pages = await Promise.all(
      [0, 1, 2, 3].map((index) => list('managerB', { answer: '0', index, size: 10 })),
    )
    expect(pages.map(({ rows, count }) => [rows.length, count])).toEqual([
      [10, 23],
      [10, 23],
      [3, 23],
      [0, 23],
    ])
    const seen = pages.flatMap(({ rows }) => rows.map(({ providerId }) => providerId))
    expect(seen).toEqual(made)
  })
})

describe('scope of listStock', () => {
  it('covers the own provider, the own platform, or everything', async () => {
    for (const providerId of Object.values(people.providers)) await enter(providerId, stockLines(), '2026-02')
    const of = (account: keyof typeof clients) => names(account, { month: '2026-02' })
    expect(await of('payA1')).toEqual(['Provider A1'])
    expect(await of('checkA1')).toEqual(['Provider A1'])
    expect(await of('payA2')).toEqual(['Provider A2'])
    expect(await of('managerA')).toEqual(['Provider A1', 'Provider A2'])
    expect(await of('managerB')).toEqual(['Provider B1'])
    expect(await of('admin')).toEqual(['Provider A1', 'Provider A2', 'Provider B1'])
  })
})

it.each([
  [{ month: '2026-13' }],
  [{ month: '202603' }],
  [{ sufficiency: '4' }],
  [{ sufficiency: 'enough' }],
  [{ providerId: 'x' }],
])('rejects %o', async (fields) => {
  for (const name of ['listStock', 'exportStock'] as const)
    expect((await clients.managerA.wire(name, fields)).http).toBe(400)
})

describe('exportStock', () => {
  function rowsOf({ raw, http }: Reply): unknown[][] {
    expect(http).toBe(200)
    const book = XLSX.read(raw.rawPayload)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as XLSX.WorkSheet
    return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
  }

  it('exports one line per invoice type and one for a provider without a record', async () => {
    const { A1 } = people.providers
    await enter(
      A1,
      stockLines({ 'ordinary-paper': { supported: false, sufficient: false, count: 0, amountFen: 0n } }),
    )
    const drawn = {
      providerId: A1,
      month: MARCH,
      type: 'special-paper',
      count: 10,
      amountFen: 90_000_50n,
    } as const
    await services.database.transact((tx) => drawStock(tx, drawn))
    const reply = await clients.managerA.call('exportStock', {})
    expect(decodeURIComponent(String(reply.raw.headers['content-disposition']))).toContain(
      '发票库存-2026-03-2026-03-16.xlsx',
    )
    const [titles, ...lines] = rowsOf(reply)
    expect(titles?.slice(0, 4)).toEqual(['供应商', '月份', '发票类型', '是否支持'])
    const system = ['系统', '2026-03-16 10:00:00']
    expect(lines).toEqual([
      [
        'Provider A1',
        MARCH,
        '增值税专用发票（纸质）',
        '支持',
        10,
        10,
        0,
        100_000,
        90_000.5,
        9_999.5,
        '不足',
        ...system,
      ],
      [
        'Provider A1',
        MARCH,
        '增值税专用发票（电子）',
        '支持',
        10,
        0,
        10,
        100_000,
        0,
        100_000,
        '充足',
        ...system,
      ],
      ['Provider A1', MARCH, '增值税普通发票（纸质）', '不支持', '', '', '', '', '', '', '不支持', ...system],
      [
        'Provider A1',
        MARCH,
        '增值税普通发票（电子）',
        '支持',
        10,
        0,
        10,
        100_000,
        0,
        100_000,
        '充足',
        ...system,
      ],
      ['Provider A2', MARCH, '', '', '', '', '', '', '', '', '未维护', '', ''],
    ])
  })

  it('applies the filters and the scope of the list and writes an audit entry', async () => {
    const { A1, A2, B1 } = people.providers
    for (const providerId of [A1, A2, B1]) await enter(providerId, stockLines(), '2026-02')
    const companies = async (account: keyof typeof clients, input: Input = {}) => [
      ...new Set(
        rowsOf(await clients[account].call('exportStock', input))
          .slice(1)
          .map(([name]) => name),
      ),
    ]
    expect(await companies('managerA', { month: '2026-02' })).toEqual(['Provider A1', 'Provider A2'])
    expect(await companies('managerA', { month: '2026-02', answer: '1' })).toEqual([])
    expect(await companies('payA2', { month: '2026-02' })).toEqual(['Provider A2'])
    expect((await clients.managerA.call('exportStock', { providerId: B1 })).http).toBe(404)
    await companies('managerA', { month: '2026-02', providerId: A2 })
    const [entry] = await services.query(
      "select account, object_kind, object_id, object_name, provider_id from audit_entries where action = 'export-stock' order by entry_id desc limit 1",
    )
    expect(entry).toEqual({
      account: 'managerA',
      object_kind: 'invoice-stock',
      object_id: String(A2),
      object_name: '2026-02',
      provider_id: A2,
    })
  })
})
