// Two at once: saves of one version, one number for two contracts, one file for two, a save beside the day (D29).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import {
  contractRow,
  eventsOf,
  generatedContract,
  saveOf,
  uploaded,
} from '../testing/enterprise-contracts.ts'
import { holdLock } from '../testing/held-lock.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { applyContractSteps } from './apply-contract-steps.ts'

let services: TestServices
let people: People
let manager: Client
let admin: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  manager = await signIn(services, 'managerA')
  admin = await signIn(services, 'admin')
})
afterAll(() => services.close())
// What earlier tests signed is no longer due.
beforeEach(() => applyContractSteps(services))

const lockContract = (contractId: number) =>
  holdLock(services, 'select 1 from enterprise_contracts where contract_id = $1 for update', [contractId])
const outcome = ({ http, body }: { http: number; body: { code?: string } }) =>
  `${http} ${body.code ?? ''}`.trim()

it('rejects the second of two concurrent saves of the same version', async () => {
  const row = await generatedContract(services, people)
  const asks = [
    await saveOf(services, row, { contractName: '一' }),
    await saveOf(services, row, { contractName: '二' }),
  ]
  const lock = await lockContract(row.contract_id)
  const both = Promise.all([
    manager.call('saveEnterpriseContract', asks[0] as never),
    admin.call('saveEnterpriseContract', asks[1] as never),
  ])
  await lock.untilWaiting(2)
  await lock.release()
  const answers = (await both).map(outcome)
  expect(answers.toSorted()).toEqual(['200', '409 state-changed'])
  const after = await contractRow(services, row.contract_id)
  expect(after).toMatchObject({ version: 2, name: answers[0] === '200' ? '一' : '二' })
  expect(await eventsOf(services, row.contract_id)).toHaveLength(2)
})

it('applies a double-clicked save once', async () => {
  const row = await generatedContract(services, people)
  const fileId = await uploaded(manager)
  const input = await saveOf(services, row, { contractName: '双击', fileId, status: 'effective' })
  const clicks = await Promise.all([1, 2].map(() => manager.call('saveEnterpriseContract', input)))
  expect(clicks.map(outcome).toSorted()).toEqual(['200', '409 state-changed'])
  expect((await eventsOf(services, row.contract_id)).map(({ kind }) => kind)).toEqual([
    'generated',
    'saved',
    'effective',
  ])
})

it('gives a contract number to only one of two contracts saved concurrently', async () => {
  const rows = [await generatedContract(services, people), await generatedContract(services, people)]
  const contractNo = `RACE-${rows[0]?.contract_id}`
  const asks = await Promise.all(rows.map((row) => saveOf(services, row, { contractNo })))
  const answers = await Promise.all(asks.map((input) => manager.call('saveEnterpriseContract', input)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', '409 contract-no-taken'])
  expect(
    await services.query('select 1 from enterprise_contracts where contract_no = $1', [contractNo]),
  ).toHaveLength(1)
})

it('attaches a file to only one of two contracts saved concurrently', async () => {
  const rows = [await generatedContract(services, people), await generatedContract(services, people)]
  const fileId = await uploaded(manager)
  const asks = await Promise.all(rows.map((row) => saveOf(services, row, { fileId })))
  const answers = await Promise.all(asks.map((input) => manager.call('saveEnterpriseContract', input)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', '422 file-gone'])
})

it('skips a contract locked by a save and processes it in the next round', async () => {
  const row = await generatedContract(services, people)
  const fileId = await uploaded(manager)
  expect((await manager.call('saveEnterpriseContract', await saveOf(services, row, { fileId }))).http).toBe(
    200,
  )
  const lock = await lockContract(row.contract_id)
  expect(await applyContractSteps(services)).toBe(0)
  await lock.release()
  expect(await applyContractSteps(services)).toBe(1)
  expect((await contractRow(services, row.contract_id)).status).toBe('effective')
})

it('rejects a save based on a version read before the daily step', async () => {
  const row = await generatedContract(services, people)
  const fileId = await uploaded(manager)
  await manager.call('saveEnterpriseContract', await saveOf(services, row, { fileId }))
  const read = await contractRow(services, row.contract_id)
  expect(await applyContractSteps(services)).toBe(1)
  const late = await saveOf(services, read, { contractName: '太迟' })
  expect(outcome(await manager.call('saveEnterpriseContract', late))).toBe('409 state-changed')
})

it('takes each daily step once when several workers run concurrently', async () => {
  const rows = [await generatedContract(services, people), await generatedContract(services, people)]
  for (const row of rows) {
    const input = await saveOf(services, row, {
      fileId: await uploaded(manager),
      beginDay: '2025-01-01',
      endDay: '2026-03-15',
    })
    expect((await manager.call('saveEnterpriseContract', input)).http).toBe(200)
  }
  expect(services.clock.now()).toEqual(MONDAY)
  const steps = await Promise.all([1, 2, 3, 4].map(() => applyContractSteps(services)))
  expect(steps.reduce((sum, count) => sum + count, 0)).toBe(4)
  for (const row of rows)
    expect((await eventsOf(services, row.contract_id)).map(({ kind }) => kind)).toEqual([
      'generated',
      'saved',
      'effective',
      'expired',
    ])
})
