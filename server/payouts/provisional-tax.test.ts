// The tax a batch would withhold, through real uploads: the vectors of docs/rules/tax.md, their trace, and what a cancelled row changes.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, type StoredBatch, storeBatch } from '../testing/payout-batches.ts'
import { freshRow, type SheetRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  const withhold = (provider: 'A2' | 'B1', method: string) =>
    services.query('update providers set withholds_tax = true, tax_method = $2 where provider_id = $1', [
      people.providers[provider],
      method,
    ])
  await withhold('B1', 'cumulative')
  await withhold('A2', 'per-payment')
})
afterAll(() => services.close())

beforeEach(async () => {
  services.clock.set(MONDAY)
  payer = await signIn(services, 'payB1')
})

async function taxesOf({ batchId }: StoredBatch, client = payer): Promise<number[]> {
  const { rows } = await client.answer('batchRows', { batchId })
  const head = await client.answer('batchHead', { batchId })
  const live = rows.filter(({ status }) => status !== 'cancelled')
  expect(head.taxFen).toBe(live.reduce((sum, { taxFen }) => sum + taxFen, 0n))
  return live.map(({ taxFen }) => Number(taxFen) / 100)
}

const rowsOf = (person: SheetRow, ...amounts: string[]) =>
  amounts.map((amount, index) => ({ ...person, amount, remark: String(index) }))

const NO_VAT = { vatFen: 0n, vatLines: [] }

describe('provisional tax, cumulative method', () => {
  /** One payment in the middle of each month from January on. */
  async function payMonthly(amounts: readonly string[]): Promise<number[]> {
    const person = freshRow()
    const withheld: number[] = []
    for (const [index, amount] of amounts.entries()) {
      const month = `2026-0${index + 1}`
      services.clock.set(new Date(`${month}-15T10:00:00+08:00`))
      const batch = await storeBatch(services, 'payB1', [{ ...person, amount, month }])
      withheld.push(...(await taxesOf(batch, await signIn(services, 'payB1'))))
      await payStored(services, batch.batchId)
    }
    return withheld
  }

  it.each([
    [
      ['10000', '10000', '10000'],
      [90, 90, 90],
    ],
    [
      ['30000', '30000', '30000', '30000', '30000', '30000'],
      [570, 710, 1900, 1900, 1900, 1900],
    ],
    [
      ['60000', '2000', '2000'],
      [1780, 0, 0],
    ],
  ])('for monthly payments of %j is %j', async (amounts, withheld) => {
    expect(await payMonthly(amounts)).toEqual(withheld)
  })

  it('counts earlier rows of the same sheet', async () => {
    expect(await taxesOf(await storeBatch(services, 'payB1', rowsOf(freshRow(), '4000', '6000')))).toEqual([
      0, 90,
    ])
  })

  it('counts two payments in one month as one month', async () => {
    const person = freshRow()
    await payStored(services, (await storeBatch(services, 'payB1', rowsOf(person, '4000'))).batchId)
    expect(await taxesOf(await storeBatch(services, 'payB1', rowsOf(person, '6000')))).toEqual([90])
  })

  it('does not count waiting, failed or other providers’ payments', async () => {
    const person = freshRow()
    await storeBatch(services, 'payB1', rowsOf(person, '4000'))
    await payStored(services, (await storeBatch(services, 'payA2', rowsOf(person, '4001'))).batchId)
    const failed = await storeBatch(services, 'payB1', rowsOf(person, '4002'))
    await payStored(services, failed.batchId)
    await services.query(
      "insert into transfers (row_id, payout_at, batch_id, provider_id, state) select row_id, now(), batch_id, provider_id, 'failed' from payout_rows where batch_id = $1 on conflict (row_id) do update set state = 'failed'",
      [failed.batchId],
    )
    expect(await taxesOf(await storeBatch(services, 'payB1', rowsOf(person, '6000')))).toEqual([0])
  })

  it('does not count income of last year', async () => {
    const person = freshRow()
    const batch = await storeBatch(services, 'payB1', rowsOf(person, '60000'))
    await payStored(services, batch.batchId, new Date('2025-12-31T23:59:00+08:00'))
    expect(await taxesOf(await storeBatch(services, 'payB1', rowsOf(person, '10000')))).toEqual([90])
  })

  it('is explained line by line', async () => {
    const { rowIds } = await storeBatch(services, 'payB1', rowsOf(freshRow(), '4000', '6000'))
    const tax = await payer.answer('rowTax', { rowId: rowIds[1] ?? 0 })
    expect(tax.taxFen).toBe(90_00n)
    expect(tax.lines).toEqual(
      expect.arrayContaining([
        { label: '计算方式', value: '累计预扣法' },
        { label: '累计收入', value: '4,000.00 + 本笔 6,000.00 = 10,000.00 元' },
        { label: '已预扣', value: '0.00 元' },
        { label: '本笔预扣', value: '90.00 元' },
      ]),
    )
  })
})

describe('provisional tax, per-payment method', () => {
  it('matches the published test vectors', async () => {
    const amounts = ['800', '801', '4000', '5000', '25000', '30000', '62500']
    const batch = await storeBatch(
      services,
      'payA2',
      amounts.map((amount) => freshRow({ amount })),
    )
    const client = await signIn(services, 'payA2')
    expect(await taxesOf(batch, client)).toEqual([0, 0.2, 640, 800, 4000, 5200, 13000])
    const { lines } = await client.answer('rowTax', { rowId: batch.rowIds[3] ?? 0 })
    expect(lines).toContainEqual({ label: '计算方式', value: '按次预扣法' })
    expect(lines).toContainEqual({ label: '本笔预扣', value: '800.00 元' })
  })

  it('counts payments of one month as one', async () => {
    const person = freshRow()
    await payStored(services, (await storeBatch(services, 'payA2', rowsOf(person, '4000'))).batchId)
    const batch = await storeBatch(services, 'payA2', rowsOf(person, '1000'))
    expect(await taxesOf(batch, await signIn(services, 'payA2'))).toEqual([160])
  })
})

describe('provisional tax after cancelling a row', () => {
  it('is recalculated for the person’s other rows, and restored', async () => {
    const batch = await storeBatch(services, 'payB1', [
      ...rowsOf(freshRow(), '4000', '6000'),
      freshRow({ amount: '10000' }),
    ])
    const [first = 0] = batch.rowIds
    expect(await taxesOf(batch)).toEqual([0, 90, 90])
    await payer.answer('switchRows', { rowIds: [first], cancelled: true })
    expect(await taxesOf(batch)).toEqual([0, 90])
    expect(await payer.answer('rowTax', { rowId: first })).toEqual({ taxFen: 0n, lines: [], ...NO_VAT })
    await payer.answer('switchRows', { rowIds: [first], cancelled: false })
    expect(await taxesOf(batch)).toEqual([0, 90, 90])
  })

  it('stays correct when rows are switched repeatedly or all at once', async () => {
    const batch = await storeBatch(services, 'payB1', rowsOf(freshRow(), '4000', '6000'))
    for (const cancelled of [true, true, false, false]) {
      const { http } = await payer.call('switchRows', { rowIds: [...batch.rowIds], cancelled })
      expect(http).toBe(200)
    }
    expect(await taxesOf(batch)).toEqual([0, 90])
  })
})

it('is zero and without explanation when no tax is withheld', async () => {
  const batch = await storeBatch(services, 'payA1', [freshRow({ amount: '60000' })])
  const client = await signIn(services, 'payA1')
  expect(await taxesOf(batch, client)).toEqual([0])
  expect(await client.answer('rowTax', { rowId: batch.rowIds[0] ?? 0 })).toEqual({
    taxFen: 0n,
    lines: [],
    ...NO_VAT,
  })
  const { beside } = await client.answer('batchRows', { batchId: batch.batchId })
  expect(beside).toEqual({ withholdsTax: false })
})
