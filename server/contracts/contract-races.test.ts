// Two at once: saves of one version, one number for two contracts, one file for two, a save beside the day (D29).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { contractRow, eventsOf, generatedContract, saveOf, uploaded } from '../testing/contracts.ts'
import { holdLock } from '../testing/held-lock.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { keepContracts } from './keep-contracts.ts'

let house: TestHouse
let people: People
let manager: Client
let admin: Client

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
  manager = await signIn(house, 'managerA')
  admin = await signIn(house, 'admin')
})
afterAll(() => house.close())
// What earlier tests signed is no longer due.
beforeEach(() => keepContracts(house))

const heldContract = (contractId: number) =>
  holdLock(house, 'select 1 from enterprise_contracts where contract_id = $1 for update', [contractId])
const outcome = ({ http, body }: { http: number; body: { code?: string } }) =>
  `${http} ${body.code ?? ''}`.trim()

it('rejects the second of two concurrent saves of the same version', async () => {
  const row = await generatedContract(house, people)
  const asks = [
    await saveOf(house, row, { contractName: '一' }),
    await saveOf(house, row, { contractName: '二' }),
  ]
  const lock = await heldContract(row.contract_id)
  const both = Promise.all([
    manager.call('saveEnterpriseContract', asks[0] as never),
    admin.call('saveEnterpriseContract', asks[1] as never),
  ])
  await lock.untilWaiting(2)
  await lock.release()
  const answers = (await both).map(outcome)
  expect(answers.toSorted()).toEqual(['200', '409 state-changed'])
  const after = await contractRow(house, row.contract_id)
  expect(after).toMatchObject({ version: 2, name: answers[0] === '200' ? '一' : '二' })
  expect(await eventsOf(house, row.contract_id)).toHaveLength(2)
})

it('applies a double-clicked save once', async () => {
  const row = await generatedContract(house, people)
  const fileId = await uploaded(manager)
  const ask = await saveOf(house, row, { contractName: '双击', fileId, status: 'effective' })
  const clicks = await Promise.all([1, 2].map(() => manager.call('saveEnterpriseContract', ask)))
  expect(clicks.map(outcome).toSorted()).toEqual(['200', '409 state-changed'])
  expect((await eventsOf(house, row.contract_id)).map(({ kind }) => kind)).toEqual([
    'generated',
    'saved',
    'effective',
  ])
})

it('gives a contract number to only one of two contracts saved concurrently', async () => {
  const rows = [await generatedContract(house, people), await generatedContract(house, people)]
  const contractNo = `RACE-${rows[0]?.contract_id}`
  const asks = await Promise.all(rows.map((row) => saveOf(house, row, { contractNo })))
  const answers = await Promise.all(asks.map((ask) => manager.call('saveEnterpriseContract', ask)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', '409 contract-no-taken'])
  expect(
    await house.query('select 1 from enterprise_contracts where contract_no = $1', [contractNo]),
  ).toHaveLength(1)
})

it('attaches a file to only one of two contracts saved concurrently', async () => {
  const rows = [await generatedContract(house, people), await generatedContract(house, people)]
  const fileId = await uploaded(manager)
  const asks = await Promise.all(rows.map((row) => saveOf(house, row, { fileId })))
  const answers = await Promise.all(asks.map((ask) => manager.call('saveEnterpriseContract', ask)))
  expect(answers.map(outcome).toSorted()).toEqual(['200', '422 file-gone'])
})

it('skips a contract locked by a save and processes it in the next round', async () => {
  const row = await generatedContract(house, people)
  const fileId = await uploaded(manager)
  expect((await manager.call('saveEnterpriseContract', await saveOf(house, row, { fileId }))).http).toBe(200)
  const lock = await heldContract(row.contract_id)
  expect(await keepContracts(house)).toBe(0)
  await lock.release()
  expect(await keepContracts(house)).toBe(1)
  expect((await contractRow(house, row.contract_id)).status).toBe('effective')
})

it('rejects a save based on a version read before the daily step', async () => {
  const row = await generatedContract(house, people)
  const fileId = await uploaded(manager)
  await manager.call('saveEnterpriseContract', await saveOf(house, row, { fileId }))
  const read = await contractRow(house, row.contract_id)
  expect(await keepContracts(house)).toBe(1)
  const late = await saveOf(house, read, { contractName: '太迟' })
  expect(outcome(await manager.call('saveEnterpriseContract', late))).toBe('409 state-changed')
})

it('takes each daily step once when several workers run concurrently', async () => {
  const rows = [await generatedContract(house, people), await generatedContract(house, people)]
  for (const row of rows) {
    const ask = await saveOf(house, row, {
      fileId: await uploaded(manager),
      beginDay: '2025-01-01',
      endDay: '2026-03-15',
    })
    expect((await manager.call('saveEnterpriseContract', ask)).http).toBe(200)
  }
  expect(house.clock.now()).toEqual(MONDAY)
  const steps = await Promise.all([1, 2, 3, 4].map(() => keepContracts(house)))
  expect(steps.reduce((sum, count) => sum + count, 0)).toBe(4)
  for (const row of rows)
    expect((await eventsOf(house, row.contract_id)).map(({ kind }) => kind)).toEqual([
      'generated',
      'saved',
      'effective',
      'expired',
    ])
})
