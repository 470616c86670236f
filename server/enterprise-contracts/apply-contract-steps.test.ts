// What days do to contracts: in force on the first, expired after the last, in Shanghai, however long the machine slept (D29).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import {
  type ContractRow,
  contractRow,
  entriesOf,
  eventsOf,
  generatedContract,
  type SaveInput,
  saveOf,
  uploaded,
} from '../testing/enterprise-contracts.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyContractSteps } from './apply-contract-steps.ts'

let services: TestServices
let people: People
let row: ContractRow

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set(MONDAY)
  row = await generatedContract(services, people)
})

/** Signed today, without being brought into force by hand. */
async function sign(over: Partial<SaveInput> = {}): Promise<void> {
  const manager = await signIn(services, 'managerA')
  const input = await saveOf(services, row, { fileId: await uploaded(manager), ...over })
  const { body } = await manager.call('saveEnterpriseContract', input)
  expect(body.status).toBe(0)
}

/** The round that a worker makes at that moment of Shanghai. */
async function roundAt(moment: string): Promise<number> {
  services.clock.set(new Date(`${moment}+08:00`))
  return applyContractSteps(services)
}
const statusNow = async () => (await contractRow(services, row.contract_id)).status

it('makes a signed contract effective on its first day and expired after its last', async () => {
  expect(await roundAt('2026-03-16T10:00:00')).toBe(0)
  await sign({ beginDay: '2026-04-01', endDay: '2026-04-30' })
  expect(await roundAt('2026-03-31T23:59:59.999')).toBe(0)
  expect(await statusNow()).toBe('pending')
  expect(await roundAt('2026-04-01T00:00:00')).toBe(1)
  expect(await statusNow()).toBe('effective')
  expect(await roundAt('2026-04-30T23:59:59.999')).toBe(0)
  expect(await roundAt('2026-05-01T00:00:00')).toBe(1)
  expect(await statusNow()).toBe('expired')
  expect(await roundAt('2026-05-01T00:10:00')).toBe(0)
  const [, , effective, expired] = await eventsOf(services, row.contract_id)
  expect([effective, expired]).toEqual([
    { kind: 'effective', account_id: null, at: new Date('2026-04-01T00:00:00+08:00'), changes: [] },
    { kind: 'expired', account_id: null, at: new Date('2026-05-01T00:00:00+08:00'), changes: [] },
  ])
  const entries = await entriesOf(services, row.contract_id)
  expect(entries.slice(2)).toMatchObject([
    {
      action: 'contract-by-day',
      account: '',
      provider_id: row.provider_id,
      before: { status: 'pending' },
      after: { status: 'effective' },
    },
    { action: 'contract-by-day', before: { status: 'effective' }, after: { status: 'expired' } },
  ])
})

it('takes both steps at once when the worker was down for the whole term', async () => {
  await sign({ beginDay: '2026-03-20', endDay: '2026-03-31' })
  expect(await roundAt('2026-06-01T09:00:00')).toBe(2)
  expect(await statusNow()).toBe('expired')
  expect((await eventsOf(services, row.contract_id)).slice(2).map(({ kind }) => kind)).toEqual([
    'effective',
    'expired',
  ])
})

it('expires a contract after February 29 of a leap year', async () => {
  await sign({ status: 'effective', beginDay: '2027-03-01', endDay: '2028-02-29' })
  expect(await roundAt('2028-02-29T23:59:59.999')).toBe(0)
  expect(await roundAt('2028-03-01T00:00:00')).toBe(1)
  expect(await statusNow()).toBe('expired')
})

it('leaves an unsigned contract pending after its term', async () => {
  expect(await roundAt('2029-01-01T00:00:00')).toBe(0)
  expect(await statusNow()).toBe('pending')
})

it('leaves a contract without a term or a terminated one unchanged', async () => {
  await sign({ beginDay: null, endDay: null })
  expect(await roundAt('2029-01-01T00:00:00')).toBe(0)
  services.clock.set(MONDAY)
  row = await generatedContract(services, people)
  await sign({ status: 'terminated' })
  expect(await roundAt('2029-01-01T00:00:00')).toBe(0)
  expect(await statusNow()).toBe('terminated')
})

it('lets the provider of an expired contract get a new one', async () => {
  await sign({ status: 'effective', endDay: '2026-03-31' })
  expect(await roundAt('2026-04-01T00:00:00')).toBe(1)
  const admin = await signIn(services, 'admin')
  const lacking = await admin.answer('lackingContracts', {})
  expect(lacking.rows.map(({ providerId }) => providerId)).toContain(row.provider_id)
})

it('processes the other contracts when one fails', async () => {
  await sign()
  const broken = row
  row = await generatedContract(services, people)
  await sign()
  await services.query(
    `alter table enterprise_contracts add constraint broken check (contract_id <> ${broken.contract_id} or status = 'pending')`,
  )
  expect(await applyContractSteps(services)).toBe(1)
  expect(await statusNow()).toBe('effective')
  await services.query('alter table enterprise_contracts drop constraint broken')
  expect(await applyContractSteps(services)).toBe(1)
})
