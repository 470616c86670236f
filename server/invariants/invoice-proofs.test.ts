// The proofs of invoices: each kind of tampering is found, and nothing where nothing was tampered with (I12).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invoicedApplication, paidOut } from '../testing/invoices.ts'
import { storeApplication } from '../testing/papers.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, type Workplace } from '../testing/workplace.ts'
import { invoicesTie } from './invoice-proofs.ts'
import { proveAll } from './verify.ts'

let house: TestHouse
let people: People
let place: Workplace
let invoiced: number
let rowIds: readonly number[]

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
afterAll(() => house.close())

beforeEach(async () => {
  place = await openWorkplace(house, people)
  rowIds = (await paidOut(house, place.pay, ['100', '100'])).rowIds
  await storeApplication(house, place.pay, { amountFen: 5_00n })
  await storeApplication(house, place.pay, { amountFen: 6_00n, status: 'invoicing' })
  await storeApplication(house, place.pay, { amountFen: 7_00n, status: 'rejected' })
  invoiced = await invoicedApplication(house, place.pay, 'managerA', { amountFen: 150_00n })
})

const proved = async () =>
  (await house.database.read((tx) => invoicesTie(tx, house.clock.now(), new Date(0)))).map(({ what }) => what)

/** Found while it is tampered with, and gone once it is put back. */
async function tamper(change: string, back: string, values: readonly unknown[], what: RegExp | RegExp[]) {
  await house.query(change, values)
  const told = await proved()
  await house.query(back, values)
  expect(told).toEqual([what].flat().map((one) => expect.stringMatching(one)))
  expect(await proved()).toEqual([])
}

it('reports nothing after regular operations and is part of proveAll', async () => {
  expect(await proved()).toEqual([])
  await house.query('update invoice_accounts set applied_fen = applied_fen + 1 where provider_id = $1', [
    place.providerId,
  ])
  const all = await house.database.read((tx) => proveAll(tx, house.clock.now()))
  await house.query('update invoice_accounts set applied_fen = applied_fen - 1 where provider_id = $1', [
    place.providerId,
  ])
  expect(all.filter(({ invariant }) => invariant === 'I12')).toHaveLength(1)
})

it.each([
  ['applied_fen', /is off its applications by 1 fen applied, 0 invoiced$/],
  ['invoiced_fen', /is off its applications by 0 fen applied, 1 invoiced$/],
])('reports a wrong %s of an account', async (column, what) => {
  const change = (sign: string) =>
    `update invoice_accounts set ${column} = ${column} ${sign} 1 where provider_id = $1`
  await tamper(change('+'), change('-'), [place.providerId], what)
})

it('reports a wrong allocated amount of an invoice', async () => {
  const change = (sign: string) =>
    `update invoice_applications set allocated_fen = allocated_fen ${sign} 1 where application_id = $1`
  await tamper(change('-'), change('+'), [invoiced], /: 14999 fen are allocated, its covers say 15000$/)
})

it('skips covers of providers without a recent result, but never accounts', async () => {
  await house.query('update invoice_applications set allocated_fen = 1 where application_id = $1', [invoiced])
  await house.query('update invoice_accounts set applied_fen = 0 where provider_id = $1', [place.providerId])
  const later = new Date(house.clock.now().getTime() + 1)
  const told = await house.database.read((tx) => invoicesTie(tx, later, later))
  expect(told.map(({ what }) => what)).toEqual([
    expect.stringMatching(/is off its applications by -1100 fen/),
  ])
  expect(await proved()).toHaveLength(2)
  await house.query('update invoice_applications set allocated_fen = 15000 where application_id = $1', [
    invoiced,
  ])
  await house.query('update invoice_accounts set applied_fen = 1100 where provider_id = $1', [
    place.providerId,
  ])
})

it('reports a cover larger than its row', async () => {
  // From one row to the other, so that the invoice itself still ties.
  const change = (sign: string, other: string) =>
    `update invoice_covers set amount_fen = amount_fen + case when row_id = $2 then ${sign}1 else ${other}1 end where application_id = $1`
  await tamper(
    change('+', '-'),
    change('-', '+'),
    [invoiced, rowIds[0]],
    new RegExp(`^row ${rowIds[0]}: invoices cover 10651 fen of 10650$`),
  )
})

it('reports a cover of another provider’s row', async () => {
  const other = await openWorkplace(house, people)
  const foreign = (await paidOut(house, other.pay, ['100'])).rowIds[0]
  const change = 'update invoice_covers set row_id = $2 where application_id = $1 and row_id = $3'
  const values = [invoiced, foreign, rowIds[1]]
  await house.query(change, values)
  const told = await proved()
  await house.query('update invoice_covers set row_id = $3 where application_id = $1 and row_id = $2', values)
  expect(told).toEqual([`row ${foreign}: invoices cover 4350 fen of nothing of their provider`])
})

it('reports covers of an application that is not invoiced', async () => {
  const [pending] = await house.query<{ id: number }>(
    "select application_id as id from invoice_applications where provider_id = $1 and status = 'pending'",
    [place.providerId],
  )
  await house.query('insert into invoice_covers values ($1, $2, 1)', [rowIds[1], pending?.id])
  await house.query('update invoice_applications set allocated_fen = 1 where application_id = $1', [
    pending?.id,
  ])
  expect(await proved()).toEqual([expect.stringMatching(/: 1 fen are allocated, its covers say 1$/)])
  await house.query('delete from invoice_covers where application_id = $1', [pending?.id])
  await house.query('update invoice_applications set allocated_fen = 0 where application_id = $1', [
    pending?.id,
  ])
})
