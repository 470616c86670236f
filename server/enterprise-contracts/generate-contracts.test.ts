// Generating contracts: for whom, with what in them, once, whoever else generates, all or none (D29).

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { contractRow, entriesOf, eventsOf } from '../testing/enterprise-contracts.ts'
import { holdLock } from '../testing/held-lock.ts'
import { logIn } from '../testing/log-in.ts'
import { createPeople, type People } from '../testing/people.ts'
import { storeContract } from '../testing/stored-records.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const allServices: TestServices[] = []

// Who lacks a contract is a question to the whole database, so each test has its own.
beforeEach(async () => {
  services = await openTestServices()
  allServices.push(services)
  people = await createPeople(services)
})
afterAll(() => Promise.all(allServices.map((one) => one.close())))

const contracts = async () => {
  const rows = await services.query<{ contract_id: number }>(
    'select contract_id from enterprise_contracts order by 1',
  )
  return Promise.all(rows.map(({ contract_id }) => contractRow(services, contract_id)))
}
const setProvider = (providerId: number, change: string, values: unknown[] = []) =>
  services.query(`update providers set ${change} where provider_id = $1`, [providerId, ...values])

describe('generateEnterpriseContracts', () => {
  it('creates a contract for each provider of a manager with numbers of the month, the current rate and a one-year term', async () => {
    const manager = await signIn(services, 'managerA')
    await setProvider(people.providers.A2, 'service_rate = 1234')
    expect(await manager.answer('generateEnterpriseContracts', {})).toBe(2)
    const made = await contracts()
    expect(made.map((row) => [row.provider_id, row.contract_no, row.service_rate])).toEqual([
      [people.providers.A1, 'HT2026030001', 65_000],
      [people.providers.A2, 'HT2026030002', 1234],
    ])
    for (const row of made)
      expect(row).toMatchObject({
        status: 'pending',
        begin: '2026-03-16',
        end: '2027-03-15',
        brand: 1,
        category_id: null,
        generated_at: MONDAY,
        generated_by: people.accounts.managerA,
        signed_at: null,
        version: 1,
        text_version: '1',
      })
    const [first] = made
    if (!first) throw new Error('nothing was made')
    expect(await eventsOf(services, first.contract_id)).toEqual([
      { kind: 'generated', account_id: people.accounts.managerA, at: MONDAY, changes: [] },
    ])
    expect(await entriesOf(services, first.contract_id)).toMatchObject([
      {
        action: 'generate-contracts',
        account: 'managerA',
        provider_id: people.providers.A1,
        after: {
          contractNo: 'HT2026030001',
          serviceRate: 65_000,
          beginDay: '2026-03-16',
          endDay: '2027-03-15',
        },
      },
    ])
  })

  it('covers all providers for a super manager and only the own platform for a manager', async () => {
    expect(await (await signIn(services, 'managerB')).answer('generateEnterpriseContracts', {})).toBe(1)
    expect((await contracts()).map((row) => row.provider_id)).toEqual([people.providers.B1])
    const admin = await signIn(services, 'admin')
    const lacking = await admin.answer('lackingContracts', {})
    expect(lacking.rows.map(({ providerId }) => providerId)).toEqual([
      people.providers.A1,
      people.providers.A2,
    ])
    expect(await admin.answer('generateEnterpriseContracts', {})).toBe(2)
  })

  it('skips disabled providers and those with a live contract, but not those with closed ones', async () => {
    await setProvider(people.providers.A2, 'enabled = false')
    await storeContract(services, people.providers.A1, 'terminated')
    await storeContract(services, people.providers.A1, 'expired')
    const manager = await signIn(services, 'managerB')
    await storeContract(services, people.providers.B1, 'pending')
    const { http, body } = await manager.call('generateEnterpriseContracts', {})
    expect([http, body.code, body.msg]).toEqual([
      422,
      'contracts-all-live',
      '所有供应商均已有未生效或生效中的合同，无需生成',
    ])
    const admin = await signIn(services, 'admin')
    expect(await admin.answer('generateEnterpriseContracts', {})).toBe(1)
    expect((await contracts()).at(-1)?.provider_id).toBe(people.providers.A1)
    expect((await admin.answer('lackingContracts', {})).count).toBe(0)
  })

  it('names the contract after the provider where it fits and stores the brand of the session', async () => {
    await setProvider(people.providers.A1, 'name = $2', ['云'.repeat(24)])
    await setProvider(people.providers.A2, 'name = $2', ['云'.repeat(25)])
    const { client: manager } = await logIn(services, 'managerA', { brand: 2 })
    expect(await manager.answer('generateEnterpriseContracts', {})).toBe(2)
    expect((await contracts()).map(({ name, brand }) => [name, brand])).toEqual([
      [`${'云'.repeat(24)}综合服务合同`, 2],
      ['综合服务合同', 2],
    ])
  })

  it('restarts the contract numbers each month in Shanghai time', async () => {
    services.clock.set(new Date('2026-03-31T23:59:59.999+08:00'))
    await (await signIn(services, 'managerB')).answer('generateEnterpriseContracts', {})
    services.clock.set(new Date('2026-04-01T00:00:00+08:00'))
    await (await signIn(services, 'managerA')).answer('generateEnterpriseContracts', {})
    expect((await contracts()).map((row) => [row.contract_no, row.begin, row.end])).toEqual([
      ['HT2026030001', '2026-03-31', '2027-03-30'],
      ['HT2026040001', '2026-04-01', '2027-03-31'],
      ['HT2026040002', '2026-04-01', '2027-03-31'],
    ])
  })

  it('skips contract numbers entered by hand', async () => {
    const taken = await storeContract(services, people.providers.B1)
    await services.query(
      "update enterprise_contracts set contract_no = 'HT2026030001' where contract_id = $1",
      [taken],
    )
    await (await signIn(services, 'managerA')).answer('generateEnterpriseContracts', {})
    expect((await contracts()).slice(1).map((row) => row.contract_no)).toEqual([
      'HT2026030002',
      'HT2026030003',
    ])
  })
})

describe('concurrent generateEnterpriseContracts', () => {
  it('creates one contract per provider without gaps in the numbers when two managers generate', async () => {
    const [one, other] = [await signIn(services, 'managerA'), await signIn(services, 'admin')]
    const lock = await holdLock(services, 'select pg_advisory_xact_lock(29, 0)')
    const both = Promise.all([
      one.call('generateEnterpriseContracts', {}),
      other.call('generateEnterpriseContracts', {}),
    ])
    await lock.untilWaiting(2)
    await lock.release()
    const answers = (await both).map(({ http, body }) => [http, body.code ?? body.data])
    // Whoever is second finds the rest, or nothing at all.
    const counts = answers.map(([, answer]) => (answer === 'contracts-all-live' ? 0 : Number(answer)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const made = await contracts()
    expect(made.map((row) => row.contract_no)).toEqual(['HT2026030001', 'HT2026030002', 'HT2026030003'])
    expect(new Set(made.map((row) => row.provider_id)).size).toBe(3)
  })

  it('creates nothing on repeated clicks', async () => {
    const manager = await signIn(services, 'managerA')
    const clicks = await Promise.all([1, 2, 3].map(() => manager.call('generateEnterpriseContracts', {})))
    expect(clicks.map(({ http }) => http).toSorted()).toEqual([200, 422, 422])
    expect(await contracts()).toHaveLength(2)
  })

  it('waits for a number that another transaction is entering and reuses it after a rollback', async () => {
    const taken = await storeContract(services, people.providers.B1)
    const lock = await holdLock(
      services,
      "update enterprise_contracts set contract_no = 'HT2026030001' where contract_id = $1",
      [taken],
    )
    const manager = await signIn(services, 'managerA')
    const generating = manager.call('generateEnterpriseContracts', {})
    await lock.untilWaiting(1)
    // Rolled back: the number was free after all.
    await lock.release()
    expect((await generating).body.data).toBe(2)
    expect((await contracts()).slice(1).map((row) => row.contract_no)).toEqual([
      'HT2026030001',
      'HT2026030002',
    ])
  })

  it('creates no contract and uses no number when one of them fails', async () => {
    // The last one breaks a constraint of the table.
    await services.query(
      `alter table enterprise_contracts add constraint broken check (provider_id <> ${people.providers.B1})`,
    )
    const admin = await signIn(services, 'admin')
    expect((await admin.call('generateEnterpriseContracts', {})).http).toBe(500)
    expect(await contracts()).toEqual([])
    await services.query('alter table enterprise_contracts drop constraint broken')
    expect(await admin.answer('generateEnterpriseContracts', {})).toBe(3)
    expect((await contracts())[0]?.contract_no).toBe('HT2026030001')
  })
})
