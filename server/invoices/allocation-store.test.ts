// Invoices set against payouts in SQL: the same as the rule for any of them, and again after returns (D30).

import { allocate, type CoveredRow, type OpenInvoice } from '@paywages/domain/invoices/allocation.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoicedApplication, paidOut, returnRow, storePaidRows } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { storeApplication, storeCategory } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { allocateInvoices } from './allocation-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const allocateAll = ({ providerId }: ProviderFixture) =>
  services.database.transact((tx) => allocateInvoices(tx, providerId))

type Told = [applicationId: number, rowId: bigint, fen: bigint]
async function coversOf({ providerId }: ProviderFixture): Promise<Told[]> {
  const rows = await services.query<{ application: number; row: bigint; fen: bigint }>(
    `select c.application_id as application, c.row_id as row, c.amount_fen as fen
     from invoice_covers c join invoice_applications a using (application_id) where a.provider_id = $1 order by 1, 2`,
    [providerId],
  )
  return rows.map(({ application, row, fen }) => [application, row, fen])
}

async function openOf({ providerId }: ProviderFixture): Promise<bigint[]> {
  const rows = await services.query<{ open: bigint }>(
    "select amount_fen - allocated_fen as open from invoice_applications where provider_id = $1 and status = 'invoiced' order by application_id",
    [providerId],
  )
  return rows.map(({ open }) => open)
}

/** As it stands once a result was entered, without anything else of it. */
async function storeInvoiced(fixture: ProviderFixture, amountFen: bigint, at: Date, categoryId: number) {
  const applicationId = await storeApplication(services, fixture.pay, {
    status: 'invoicing',
    amountFen,
    categoryId,
  })
  await services.query(
    "update invoice_applications set status = 'invoiced', invoiced_at = $2 where application_id = $1",
    [applicationId, at],
  )
  await services.query(
    'update invoice_accounts set applied_fen = applied_fen - $2, invoiced_fen = invoiced_fen + $2 where provider_id = $1',
    [fixture.providerId, amountFen],
  )
  return applicationId
}

const minute = (n: number) => new Date(MONDAY.getTime() + n * 60_000)

it('matches the allocation rule for arbitrary invoices and rows, including partly covered ones', async () => {
  const row = fc.record({
    valueFen: fc.bigInt(1n, 60n),
    minute: fc.integer({ min: 0, max: 4 }),
    status: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'failed', 'processing'),
  })
  const invoice = fc.record({ amountFen: fc.bigInt(1n, 150n), minute: fc.integer({ min: 0, max: 4 }) })
  const round = fc.record({
    rows: fc.array(row, { maxLength: 12 }),
    invoices: fc.array(invoice, { maxLength: 5 }),
  })
  const categoryId = await storeCategory(services)
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const fixture = await openProviderFixture(services, people)
      const rows: (CoveredRow & { at: number })[] = []
      const invoices: (OpenInvoice & { at: number })[] = []
      const expected = new Map<string, Told>()
      for (const given of rounds) {
        const ids = await storePaidRows(
          services,
          fixture.pay,
          given.rows.map((one) => ({ ...one, valueFen: one.valueFen + 1n, payoutAt: minute(one.minute) })),
        )
        for (const [index, one] of given.rows.entries())
          if (one.status === 'succeeded')
            rows.push({
              rowId: ids[index] ?? 0n,
              valueFen: one.valueFen + 1n,
              coveredFen: 0n,
              at: one.minute,
            })
        for (const one of given.invoices) {
          const applicationId = await storeInvoiced(fixture, one.amountFen, minute(one.minute), categoryId)
          invoices.push({ applicationId, openFen: one.amountFen, at: one.minute })
        }
        await allocateAll(fixture)
        const oldest = [...rows].sort((a, b) => a.at - b.at || Number(a.rowId - b.rowId))
        const first = [...invoices].sort((a, b) => a.at - b.at || a.applicationId - b.applicationId)
        for (const { applicationId, rowId, amountFen } of allocate(first, oldest)) {
          const key = `${applicationId} ${rowId}`
          expected.set(key, [applicationId, rowId, (expected.get(key)?.[2] ?? 0n) + amountFen])
          swap(
            rows,
            (one) => one.rowId === rowId,
            (one) => ({ ...one, coveredFen: one.coveredFen + amountFen }),
          )
          swap(
            invoices,
            (one) => one.applicationId === applicationId,
            (one) => ({ ...one, openFen: one.openFen - amountFen }),
          )
        }
      }
      const inOrder = [...expected.values()].sort((a, b) => a[0] - b[0] || Number(a[1] - b[1]))
      expect(await coversOf(fixture)).toEqual(inOrder)
      expect(await openOf(fixture)).toEqual(invoices.map(({ openFen }) => openFen))
    }),
    { numRuns: 25 },
  )
})

function swap<T>(list: T[], is: (one: T) => boolean, change: (one: T) => T): void {
  const index = list.findIndex(is)
  const one = list[index]
  if (one !== undefined) list[index] = change(one)
}

it('lists both invoices of a shared row, older first', async () => {
  const fixture = await openProviderFixture(services, people)
  const { rowIds } = await paidOut(services, fixture.pay, ['100', '100'])
  const [first = 0, second = 0] = rowIds
  const one = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 150_00n })
  const two = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 63_00n })
  expect(await coversOf(fixture)).toEqual([
    [one, BigInt(first), 106_50n],
    [one, BigInt(second), 43_50n],
    [two, BigInt(second), 63_00n],
  ])
  const [shown] = await services.query<{ nos: string; a: string; b: string }>(
    `select application_nos as nos, (select application_no from invoice_applications where application_id = $2) as a,
      (select application_no from invoice_applications where application_id = $3) as b from row_invoices where row_id = $1`,
    [second, one, two],
  )
  expect(shown?.nos).toBe(`${shown?.a}、${shown?.b}`)
  expect(await openOf(fixture)).toEqual([0n, 0n])
})

it('reassigns the cover of a returned row to the oldest open row with the next result', async () => {
  const fixture = await openProviderFixture(services, people)
  const { rowIds } = await paidOut(services, fixture.pay, ['100', '100', '100'])
  const [first = 0, second = 0, third = 0] = rowIds.map(BigInt)
  const one = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 106_50n })
  const two = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 50_00n })
  await returnRow(services, Number(first))
  const three = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 20_00n })
  // The elder invoice is served first: it gets what the second row has left, then the third row.
  expect(await coversOf(fixture)).toEqual([
    [one, second, 56_50n],
    [one, third, 50_00n],
    [two, second, 50_00n],
    [three, third, 20_00n],
  ])
  expect(await openOf(fixture)).toEqual([0n, 0n, 0n])
  // A second return leaves more invoiced than paid: what finds nothing stays open, and the books tell it.
  await returnRow(services, Number(third))
  await returnRow(services, Number(second))
  await allocateAll(fixture)
  expect(await coversOf(fixture)).toEqual([])
  expect(await openOf(fixture)).toEqual([106_50n, 50_00n, 20_00n])
})

it('adds a freed amount to an existing cover of the same invoice', async () => {
  const fixture = await openProviderFixture(services, people)
  const { rowIds } = await paidOut(services, fixture.pay, ['100', '100'])
  const [first = 0, second = 0] = rowIds.map(BigInt)
  const one = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 120_00n })
  expect(await coversOf(fixture)).toEqual([
    [one, first, 106_50n],
    [one, second, 13_50n],
  ])
  await returnRow(services, Number(first))
  await allocateAll(fixture)
  expect(await coversOf(fixture)).toEqual([[one, second, 106_50n]])
  expect(await openOf(fixture)).toEqual([13_50n])
})

it('does not touch other providers', async () => {
  const fixture = await openProviderFixture(services, people)
  const neighbour = await openProviderFixture(services, people)
  await paidOut(services, neighbour.pay, ['100'])
  await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 10_00n })
  await invoicedApplication(services, neighbour.pay, 'managerA', { amountFen: 20_00n })
  expect([await openOf(fixture), await openOf(neighbour)]).toEqual([[10_00n], [0n]])
  expect(await coversOf(fixture)).toEqual([])
})
