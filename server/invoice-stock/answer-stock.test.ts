// Drawing from a month's stock, whether it is enough, and who else of the platform is named (D11, D28).

import type { InvoiceType } from '@paywages/domain/invoices/invoice-type.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { stockLines } from '../testing/invoice-stock.ts'
import { createPeople, createProvider, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { type Draw, drawStock, type EnteredLine, insertStock, stockOf } from './store.ts'

const MARCH = '2026-03'
const PAPER: InvoiceType = 'special-paper'
let services: TestServices
let people: People
const clients = {} as Record<'admin' | 'managerA' | 'managerB' | 'payA1' | 'checkA1' | 'payB1', Client>

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  for (const account of ['admin', 'managerA', 'managerB', 'payA1', 'checkA1', 'payB1'] as const)
    clients[account] = await signIn(services, account)
})
afterAll(() => services.close())
beforeEach(() => services.query('truncate invoice_stocks, invoice_stock_lines'))

/** What stands on record, without a manager to save it. */
const enter = (providerId: number, paper: Partial<EnteredLine> = {}, month = MARCH) =>
  services.database.transact((tx) =>
    insertStock(tx, {
      providerId,
      month,
      at: services.clock.now(),
      savedBy: null,
      lines: stockLines({ [PAPER]: paper }),
    }),
  )
const newProvider = (name: string, platforms: readonly ('A' | 'B')[] = ['A']) =>
  services.database.transact((tx) =>
    createProvider(
      tx,
      services,
      name,
      platforms.map((platform) => people.platforms[platform]),
    ),
  )
const draw = (change: Partial<Draw> = {}) =>
  services.database.transact((tx) =>
    drawStock(tx, {
      providerId: people.providers.A1,
      month: MARCH,
      type: PAPER,
      count: 1,
      amountFen: 100_00n,
      ...change,
    }),
  )
const paperOf = async (providerId: number, month = MARCH) =>
  (await services.database.query((tx) => stockOf(tx, providerId, month)))?.lines[0]
const request = (account: keyof typeof clients, amountFen?: bigint, providerId?: number) =>
  clients[account].answer('stockAnswer', { type: PAPER, amountFen, providerId })

describe('drawStock', () => {
  it('draws only from the line of the type, provider and month', async () => {
    const { A1, A2 } = people.providers
    for (const month of ['2026-02', MARCH])
      for (const providerId of [A1, A2]) await enter(providerId, {}, month)
    await draw({ count: 2, amountFen: 250_00n })
    await draw()
    expect(await paperOf(A1)).toMatchObject({ count: 10, drawnCount: 3, drawnFen: 350_00n })
    const moved = await services.query(
      'select 1 from invoice_stock_lines where drawn_count > 0 or drawn_fen > 0',
    )
    expect(moved).toHaveLength(1)
  })

  it('allows drawing more than there is, which leaves the stock short', async () => {
    await enter(people.providers.A1, { count: 1, amountFen: 100_00n })
    await draw({ count: 3, amountFen: 100_01n })
    expect(await request('payA1', 1n)).toMatchObject({
      answer: 'short',
      remainingCount: -2,
      remainingFen: -1n,
    })
  })

  it('counts every one of several concurrent draws', async () => {
    await enter(people.providers.A1)
    await Promise.all(Array.from({ length: 8 }, () => draw()))
    expect(await paperOf(people.providers.A1)).toMatchObject({ drawnCount: 8, drawnFen: 800_00n })
  })

  it('does nothing for a month without a stock record', async () => {
    await draw()
    expect(await services.query('select 1 from invoice_stocks')).toEqual([])
  })

  it('takes a negative draw back and does not go below zero', async () => {
    await enter(people.providers.A1)
    await draw({ count: 3, amountFen: 300_00n })
    await draw({ count: -1, amountFen: -100_00n })
    expect(await paperOf(people.providers.A1)).toMatchObject({ drawnCount: 2, drawnFen: 200_00n })
    await draw({ count: -9, amountFen: -900_00n })
    expect(await paperOf(people.providers.A1)).toMatchObject({ drawnCount: 0, drawnFen: 0n })
  })

  it('counts draws of an unsupported type too', async () => {
    await enter(people.providers.A1, { supported: false })
    await draw()
    expect(await paperOf(people.providers.A1)).toMatchObject({ drawnCount: 1 })
  })
})

describe('stockAnswer', () => {
  it('compares the amount with what is left of the own provider this month', async () => {
    await enter(people.providers.A1, { count: 3, amountFen: 500_00n })
    await draw()
    const left = { remainingCount: 2, remainingFen: 400_00n, recommended: [] }
    expect(await request('payA1', 400_00n)).toEqual({ answer: 'enough', ...left })
    expect(await request('payA1')).toEqual({ answer: 'enough', ...left })
    expect(await request('payA1', 400_01n)).toEqual({ ...left, answer: 'short' })
  })

  it('answers unknown for a month without a record, ignoring the previous month', async () => {
    await enter(people.providers.A1, {}, '2026-02')
    expect(await request('checkA1', 1n)).toEqual({
      answer: 'unknown',
      remainingCount: 0,
      remainingFen: 0n,
      recommended: [],
    })
  })

  it('answers unsupported for an unsupported type', async () => {
    await enter(people.providers.A1, { supported: false, count: 0, amountFen: 0n })
    expect(await request('payA1', 1n)).toMatchObject({ answer: 'unsupported', remainingCount: 0 })
  })

  it('answers a manager for a provider in scope and 404 for others', async () => {
    const { A2, B1 } = people.providers
    await enter(A2, { count: 5 })
    expect(await request('managerA', 1n, A2)).toMatchObject({ answer: 'enough', remainingCount: 5 })
    for (const [account, providerId] of [
      ['managerA', B1],
      ['payA1', A2],
    ] as const)
      expect((await clients[account].call('stockAnswer', { type: PAPER, providerId })).http).toBe(404)
  })

  it.each([
    ['a missing type', { invoiceAmount: '1' }],
    ['an unknown type', { invoiceType: '5', invoiceAmount: '1' }],
    ['an amount with a fraction of a fen', { invoiceType: '1', invoiceAmount: '0.005' }],
    ['an amount that is not a number', { invoiceType: '1', invoiceAmount: 'x' }],
    ['a negative amount', { invoiceType: '1', invoiceAmount: '-1' }],
  ])('rejects %s', async (_, fields) => {
    expect((await clients.payA1.wire('stockAnswer', fields)).http).toBe(400)
  })
})

describe('recommendations in stockAnswer', () => {
  it('lists providers with enough stock, highest amount first, at most five', async () => {
    const rest = [5, 7, 7, 6, 9, 4, 8].map((amount, index) => ({ amount, index }))
    for (const { amount, index } of rest)
      await enter(await newProvider(`Other ${index}`), {
        amountFen: BigInt(amount) * 100_00n,
        count: index + 1,
      })
    await enter(await newProvider('Just short'), { amountFen: 399_99n })
    await enter(await newProvider('Without one'), { count: 0 })
    await enter(await newProvider('Called short'), { sufficient: false })
    await enter(await newProvider('Not supporting'), { supported: false })
    await newProvider('Not entered')
    await enter(await newProvider('Of February'), {}, '2026-02')
    const { recommended } = await request('payA1', 400_00n)
    // Of two with the same amount, the one with more invoices.
    expect(recommended).toEqual(['Other 4', 'Other 6', 'Other 2', 'Other 1', 'Other 3'])
  })

  it('recommends others when the own stock is short, unsupported or missing, and not when it is enough', async () => {
    const { A1, A2 } = people.providers
    await enter(A2)
    expect((await request('payA1', 1n)).recommended).toEqual(['Provider A2'])
    await enter(A1, { supported: false })
    expect((await request('payA1', 1n)).recommended).toEqual(['Provider A2'])
    await services.query(
      'update invoice_stock_lines set supported = true, sufficient = false from invoice_stocks s where s.stock_id = invoice_stock_lines.stock_id and provider_id = $1',
      [A1],
    )
    expect(await request('payA1', 1n)).toMatchObject({ answer: 'short', recommended: ['Provider A2'] })
    await services.query('update invoice_stock_lines set sufficient = true')
    expect(await request('payA1', 1n)).toMatchObject({ answer: 'enough', recommended: [] })
  })

  it('never lists providers of another platform', async () => {
    const { A1, B1 } = people.providers
    await enter(B1)
    for (const account of ['payA1', 'managerA', 'admin'] as const)
      expect((await request(account, 1n, A1)).recommended).toEqual([])
  })

  it('never lists a disabled provider', async () => {
    const closed = await newProvider('Closed')
    await enter(closed)
    expect((await request('payA1', 1n)).recommended).toEqual(['Closed'])
    await services.query('update providers set enabled = false where provider_id = $1', [closed])
    expect((await request('payA1', 1n)).recommended).toEqual([])
  })

  it('lists providers of the platform of the asking account when the provider is on two', async () => {
    const both = await newProvider('On both', ['A', 'B'])
    await enter(people.providers.A2)
    await enter(people.providers.B1)
    const of = async (account: 'managerA' | 'managerB' | 'admin') =>
      (await request(account, 1n, both)).recommended
    expect(await of('managerA')).toEqual(['Provider A2'])
    expect(await of('managerB')).toEqual(['Provider B1'])
    expect((await of('admin')).toSorted()).toEqual(['Provider A2', 'Provider B1'])
  })

  it('lists a provider once when it shares two platforms', async () => {
    const both = await newProvider('Asking', ['A', 'B'])
    await enter(await newProvider('Beside on both', ['A', 'B']))
    expect((await request('admin', 1n, both)).recommended).toEqual(['Beside on both'])
  })
})
