// Invoices set against payouts in SQL: the same as the rule for any of them, and anew after returns (D30).

import { allocate, type CoveredRow, type OpenInvoice } from '@paywages/domain/invoices/allocation.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoicedApplication, paidOut, returnRow, storePaidRows } from '../testing/invoices.ts'
import { storeApplication, storeCategory } from '../testing/papers.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, type Workplace } from '../testing/workplace.ts'
import { allocateInvoices } from './allocation-store.ts'

let house: TestHouse
let people: People

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

const allocateAll = ({ providerId }: Workplace) =>
  house.database.transact((tx) => allocateInvoices(tx, providerId))

type Told = [applicationId: number, rowId: bigint, fen: bigint]
async function coversOf({ providerId }: Workplace): Promise<Told[]> {
  const rows = await house.query<{ application: number; row: bigint; fen: bigint }>(
    `select c.application_id as application, c.row_id as row, c.amount_fen as fen
     from invoice_covers c join invoice_applications a using (application_id) where a.provider_id = $1 order by 1, 2`,
    [providerId],
  )
  return rows.map(({ application, row, fen }) => [application, row, fen])
}

async function openOf({ providerId }: Workplace): Promise<bigint[]> {
  const rows = await house.query<{ open: bigint }>(
    "select amount_fen - allocated_fen as open from invoice_applications where provider_id = $1 and status = 'invoiced' order by application_id",
    [providerId],
  )
  return rows.map(({ open }) => open)
}

/** As it stands once a result was entered, without anything else of it. */
async function storeInvoiced(place: Workplace, amountFen: bigint, at: Date, categoryId: number) {
  const applicationId = await storeApplication(house, place.pay, {
    status: 'invoicing',
    amountFen,
    categoryId,
  })
  await house.query(
    "update invoice_applications set status = 'invoiced', invoiced_at = $2 where application_id = $1",
    [applicationId, at],
  )
  await house.query(
    'update invoice_accounts set applied_fen = applied_fen - $2, invoiced_fen = invoiced_fen + $2 where provider_id = $1',
    [place.providerId, amountFen],
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
  const categoryId = await storeCategory(house)
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const place = await openWorkplace(house, people)
      const rows: (CoveredRow & { at: number })[] = []
      const invoices: (OpenInvoice & { at: number })[] = []
      const expected = new Map<string, Told>()
      for (const given of rounds) {
        const ids = await storePaidRows(
          house,
          place.pay,
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
          const applicationId = await storeInvoiced(place, one.amountFen, minute(one.minute), categoryId)
          invoices.push({ applicationId, openFen: one.amountFen, at: one.minute })
        }
        await allocateAll(place)
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
      expect(await coversOf(place)).toEqual(inOrder)
      expect(await openOf(place)).toEqual(invoices.map(({ openFen }) => openFen))
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
  const place = await openWorkplace(house, people)
  const { rowIds } = await paidOut(house, place.pay, ['100', '100'])
  const [first = 0, second = 0] = rowIds
  const one = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 150_00n })
  const two = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 63_00n })
  expect(await coversOf(place)).toEqual([
    [one, BigInt(first), 106_50n],
    [one, BigInt(second), 43_50n],
    [two, BigInt(second), 63_00n],
  ])
  const [shown] = await house.query<{ nos: string; a: string; b: string }>(
    `select application_nos as nos, (select application_no from invoice_applications where application_id = $2) as a,
      (select application_no from invoice_applications where application_id = $3) as b from row_invoices where row_id = $1`,
    [second, one, two],
  )
  expect(shown?.nos).toBe(`${shown?.a}、${shown?.b}`)
  expect(await openOf(place)).toEqual([0n, 0n])
})

it('reassigns the cover of a returned row to the oldest open row with the next result', async () => {
  const place = await openWorkplace(house, people)
  const { rowIds } = await paidOut(house, place.pay, ['100', '100', '100'])
  const [first = 0, second = 0, third = 0] = rowIds.map(BigInt)
  const one = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 106_50n })
  const two = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 50_00n })
  await returnRow(house, Number(first))
  const three = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 20_00n })
  // The elder invoice is served first: it gets what the second row has left, then the third row.
  expect(await coversOf(place)).toEqual([
    [one, second, 56_50n],
    [one, third, 50_00n],
    [two, second, 50_00n],
    [three, third, 20_00n],
  ])
  expect(await openOf(place)).toEqual([0n, 0n, 0n])
  // A second return leaves more invoiced than paid: what finds nothing stays open, and the books tell it.
  await returnRow(house, Number(third))
  await returnRow(house, Number(second))
  await allocateAll(place)
  expect(await coversOf(place)).toEqual([])
  expect(await openOf(place)).toEqual([106_50n, 50_00n, 20_00n])
})

it('adds a freed amount to an existing cover of the same invoice', async () => {
  const place = await openWorkplace(house, people)
  const { rowIds } = await paidOut(house, place.pay, ['100', '100'])
  const [first = 0, second = 0] = rowIds.map(BigInt)
  const one = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 120_00n })
  expect(await coversOf(place)).toEqual([
    [one, first, 106_50n],
    [one, second, 13_50n],
  ])
  await returnRow(house, Number(first))
  await allocateAll(place)
  expect(await coversOf(place)).toEqual([[one, second, 106_50n]])
  expect(await openOf(place)).toEqual([13_50n])
})

it('does not touch other providers', async () => {
  const place = await openWorkplace(house, people)
  const neighbour = await openWorkplace(house, people)
  await paidOut(house, neighbour.pay, ['100'])
  await invoicedApplication(house, place.pay, 'managerA', { amountFen: 10_00n })
  await invoicedApplication(house, neighbour.pay, 'managerA', { amountFen: 20_00n })
  expect([await openOf(place), await openOf(neighbour)]).toEqual([[10_00n], [0n]])
  expect(await coversOf(place)).toEqual([])
})
