// The proofs of invoices: each kind of tampering is found, and nothing where nothing was tampered with (I12).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invoicedApplication, paidOut } from '../testing/invoices.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { sinceCheckpoint } from '../testing/since-checkpoint.ts'
import { storeApplication } from '../testing/stored-records.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { WHOLE } from './extent.ts'
import { invoicesTie } from './invoice-checks.ts'
import { checkAll } from './verify.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture
let invoiced: number
let rowIds: readonly number[]

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

beforeEach(async () => {
  fixture = await openProviderFixture(services, people)
  rowIds = (await paidOut(services, fixture.pay, ['100', '100'])).rowIds
  await storeApplication(services, fixture.pay, { amountFen: 5_00n })
  await storeApplication(services, fixture.pay, { amountFen: 6_00n, status: 'invoicing' })
  await storeApplication(services, fixture.pay, { amountFen: 7_00n, status: 'rejected' })
  invoiced = await invoicedApplication(services, fixture.pay, 'managerA', { amountFen: 150_00n })
})

const findingsOf = async () =>
  (await services.database.read((tx) => invoicesTie(tx, services.clock.now(), WHOLE))).map(({ what }) => what)

/** Found while it is tampered with, and gone once it is put back. */
async function tamper(change: string, back: string, values: readonly unknown[], what: RegExp | RegExp[]) {
  await services.query(change, values)
  const reported = await findingsOf()
  await services.query(back, values)
  expect(reported).toEqual([what].flat().map((one) => expect.stringMatching(one)))
  expect(await findingsOf()).toEqual([])
}

it('reports nothing after regular operations and is part of proveAll', async () => {
  expect(await findingsOf()).toEqual([])
  await services.query('update invoice_accounts set applied_fen = applied_fen + 1 where provider_id = $1', [
    fixture.providerId,
  ])
  const all = await services.database.read((tx) => checkAll(tx, services.clock.now()))
  await services.query('update invoice_accounts set applied_fen = applied_fen - 1 where provider_id = $1', [
    fixture.providerId,
  ])
  expect(all.filter(({ invariant }) => invariant === 'I12')).toHaveLength(1)
})

it.each([
  ['applied_fen', /is off its applications by 1 fen applied, 0 invoiced$/],
  ['invoiced_fen', /is off its applications by 0 fen applied, 1 invoiced$/],
])('reports a wrong %s of an account', async (column, what) => {
  const change = (sign: string) =>
    `update invoice_accounts set ${column} = ${column} ${sign} 1 where provider_id = $1`
  await tamper(change('+'), change('-'), [fixture.providerId], what)
})

it('reports a wrong allocated amount of an invoice', async () => {
  const change = (sign: string) =>
    `update invoice_applications set allocated_fen = allocated_fen ${sign} 1 where application_id = $1`
  await tamper(change('-'), change('+'), [invoiced], /: 14999 fen are allocated, its covers say 15000$/)
})

it('skips covers of providers without a recent result, but never accounts', async () => {
  await services.query('update invoice_applications set allocated_fen = 1 where application_id = $1', [
    invoiced,
  ])
  await services.query('update invoice_accounts set applied_fen = 0 where provider_id = $1', [
    fixture.providerId,
  ])
  const later = new Date(services.clock.now().getTime() + 1)
  const reported = await services.database.read((tx) => invoicesTie(tx, later, sinceCheckpoint(later)))
  expect(reported.map(({ what }) => what)).toEqual([
    expect.stringMatching(/is off its applications by -1100 fen/),
  ])
  expect(await findingsOf()).toHaveLength(2)
  await services.query('update invoice_applications set allocated_fen = 15000 where application_id = $1', [
    invoiced,
  ])
  await services.query('update invoice_accounts set applied_fen = 1100 where provider_id = $1', [
    fixture.providerId,
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
  const other = await openProviderFixture(services, people)
  const foreign = (await paidOut(services, other.pay, ['100'])).rowIds[0]
  const change = 'update invoice_covers set row_id = $2 where application_id = $1 and row_id = $3'
  const values = [invoiced, foreign, rowIds[1]]
  await services.query(change, values)
  const reported = await findingsOf()
  await services.query(
    'update invoice_covers set row_id = $3 where application_id = $1 and row_id = $2',
    values,
  )
  expect(reported).toEqual([`row ${foreign}: invoices cover 4350 fen of nothing of their provider`])
})

it('reports covers of an application that is not invoiced', async () => {
  const [pending] = await services.query<{ id: number }>(
    "select application_id as id from invoice_applications where provider_id = $1 and status = 'pending'",
    [fixture.providerId],
  )
  await services.query('insert into invoice_covers values ($1, $2, 1)', [rowIds[1], pending?.id])
  await services.query('update invoice_applications set allocated_fen = 1 where application_id = $1', [
    pending?.id,
  ])
  expect(await findingsOf()).toEqual([expect.stringMatching(/: 1 fen are allocated, its covers say 1$/)])
  await services.query('delete from invoice_covers where application_id = $1', [pending?.id])
  await services.query('update invoice_applications set allocated_fen = 0 where application_id = $1', [
    pending?.id,
  ])
})
