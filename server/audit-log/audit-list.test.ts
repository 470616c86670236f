// What stands in the audit log after each action, and who finds which of it (D33, D34).

import type { Action } from '@paywages/domain/audit-log/actions.ts'
import type { Proposable } from '@paywages/wire/endpoint.ts'
import { MAX_COUNTED } from '@paywages/wire/paging.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import {
  type AccountName,
  createPeople,
  digestOf,
  newPassword,
  PASSWORD,
  type People,
} from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { storeRecharge } from '../testing/recharges.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { sealEntries } from './seal-entries.ts'

const DAY = 86_400_000
let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  await workForADay()
})
afterAll(() => services.close())

/** Every action of these slices once, a minute apart, by a super manager but where it cannot be. */
async function workForADay(): Promise<void> {
  const admin = await signIn(services, 'admin')
  const byTwo = (asked: Promise<Proposable<unknown>>) => confirmed(services, 'managerA', asked)
  const { A1 } = people.providers
  const { A } = people.platforms
  const newAccount = {
    account: 'newcomer',
    ...newPassword('First-pass-1'),
    providerId: A1,
    platformId: A,
  }
  const terms = {
    platformIds: [A],
    serviceRate: 65_000,
    phone: '13912342001',
    bankAccount: '6222020012345678901',
  }
  const login = { account: 'payA1', passwordDigest: digestOf(PASSWORD) }
  const steps: (() => Promise<unknown>)[] = [
    () => clientOf(services).answer('login', login),
    () => clientOf(services).call('login', { ...login, passwordDigest: digestOf('x') }),
    () =>
      clientOf(services).call('login', { account: 'hunter2-is-my-password', passwordDigest: digestOf('x') }),
    async () => (await signIn(services, 'payA2')).answer('logout', {}),
    async () =>
      (await signIn(services, 'checkA2')).answer('changePassword', {
        oldPasswordDigest: digestOf(PASSWORD),
        newPasswordDigest: digestOf('Other-pass-1'),
        password: 'Other-pass-1',
      }),
    async () => (await signIn(services, 'payB1')).call('addPlatform', { name: 'refused' }),
    () => admin.answer('addAccount', newAccount),
    () => byTwo(admin.answer('updateAccount', { accountId: idOfNewcomer(), platformId: A, payRight: true })),
    () => admin.answer('setAccountStatus', { accountId: idOfNewcomer(), enabled: false }),
    () => byTwo(admin.answer('setAccountStatus', { accountId: idOfNewcomer(), enabled: true })),
    () => byTwo(admin.answer('resetPassword', { accountId: idOfNewcomer(), ...newPassword('Third-pass-1') })),
    () => admin.answer('addProvider', { name: 'New provider', ...terms }),
    () => admin.answer('updateProvider', { providerId: idOfProvider(), name: 'New name', ...terms }),
    () => admin.answer('setProviderStatus', { providerId: idOfProvider(), enabled: false }),
    () => admin.answer('setProviderStatus', { providerId: idOfProvider(), enabled: true }),
    () => admin.answer('addPlatform', { name: 'Platform C' }),
    () => admin.answer('providerInfo', { providerId: people.providers.B1 }),
    async () => {
      const payer = await signIn(services, 'payB1')
      const fileId = await payer.answer('uploadFile', {})
      services.clock.advance(60_000)
      await payer.call('downloadFile', { fileId })
    },
  ]
  for (const step of steps) {
    services.clock.advance(60_000)
    await step()
  }
}
// Identity columns count up from the people made before.
const idOfNewcomer = () => Math.max(...Object.values(people.accounts)) + 1
const idOfProvider = () => Math.max(...Object.values(people.providers)) + 1

async function entries(by: AccountName, query: Record<string, string> = {}) {
  const client: Client = await signIn(services, by)
  const { body } = await client.wire('listAudit', { size: '100', ...query })
  return { rows: body.data as Record<string, unknown>[], count: body.count }
}
const entryOf = async (action: Action, result = 'done') =>
  (await entries('admin', { action, result })).rows[0]

describe('an audit log entry', () => {
  it.each([
    [
      'login',
      { account: 'payA1', accountName: 'Name of payA1', providerName: 'Provider A1', object: 'payA1' },
    ],
    ['logout', { account: 'payA2', providerName: 'Provider A2', object: 'payA2' }],
    ['change-password', { account: 'checkA2', object: 'checkA2', before: null, after: null }],
    ['add-account', { account: 'admin', providerName: 'Provider A1', object: 'newcomer', before: null }],
    ['update-account', { object: 'newcomer', before: { payRight: false }, after: { payRight: true } }],
    ['disable-account', { object: 'newcomer' }],
    ['enable-account', { object: 'newcomer' }],
    ['reset-password', { object: 'newcomer', after: null }],
    [
      'update-provider',
      { object: 'New name', before: { name: 'New provider' }, after: { name: 'New name' } },
    ],
    ['disable-provider', { object: 'New name', providerName: 'New name' }],
    ['enable-provider', { object: 'New name' }],
    ['add-platform', { object: 'Platform C', after: { name: 'Platform C' } }],
    ['read-personal-data', { object: 'Provider B1', providerName: 'Provider B1', account: 'admin' }],
    ['upload-file', { account: 'payB1', object: 'picture.png' }],
    ['download-file', { account: 'payB1', object: 'picture.png' }],
  ] as [Action, object][])('records %s with actor, object and changes', async (action, facts) => {
    expect(await entryOf(action)).toMatchObject({ action, result: 'done', address: '127.0.0.1', ...facts })
  })

  it('masks the personal data of a new provider', async () => {
    expect((await entryOf('add-provider'))?.after).toMatchObject({
      phone: '139****2001',
      bankAccount: '622202******8901',
      serviceRate: '6.5%',
      monthlyLimit: '92000.00',
    })
  })

  it('records who was refused a right', async () => {
    expect(await entryOf('right-refused', 'refused')).toMatchObject({
      account: 'payB1',
      object: 'call addPlatform',
    })
  })

  it('of a failed login names an existing account and masks any other input', async () => {
    const { rows } = await entries('admin', { action: 'login', result: 'refused' })
    expect(rows.map(({ account, object, reason }) => [account, object, reason])).toEqual([
      ['', 'h***', 'bad-credentials'],
      ['', 'payA1', 'bad-credentials'],
    ])
  })

  it('never contains a digest, a hash or plain personal data', async () => {
    const texts = await services.query<{ row: string }>('select e::text as row from audit_entries e')
    const all = texts.map(({ row }) => row).join('\n')
    for (const secret of [
      digestOf(PASSWORD),
      digestOf('First-pass-1'),
      'First-pass-1',
      'Other-pass-1',
      'Third-pass-1',
      '13912342001',
      '6222020012345678901',
      'argon2',
    ])
      expect(all).not.toContain(secret)
  })
})

describe('GET /audit/list', () => {
  it('returns all entries to a super manager, newest first', async () => {
    const { rows, count } = await entries('admin')
    expect(rows).toHaveLength(count ?? 0)
    const times = rows.map(({ time }) => time as number)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const [{ n } = { n: 0 }] = await services.query<{ n: number }>(
      'select count(*)::int as n from audit_entries',
    )
    expect(count).toBe(n)
  })

  it('returns and counts only entries of the own platform for a manager', async () => {
    const A = await entries('managerA')
    const B = await entries('managerB')
    const providers = (list: typeof A) =>
      [...new Set(list.rows.map(({ providerName }) => providerName))].sort()
    expect(providers(A)).toEqual(['New name', 'Provider A1', 'Provider A2'])
    expect(providers(B)).toEqual(['Provider B1'])
    expect([A.count, B.count]).toEqual([A.rows.length, B.rows.length])
    expect(A.rows.filter(({ object }) => object === 'h***')).toEqual([])
  })

  it('filters by provider, action, result and account', async () => {
    const providerId = String(people.providers.A2)
    const actions = (list: Awaited<ReturnType<typeof entries>>) => list.rows.map(({ action }) => action)
    expect(actions(await entries('managerA', { providerId }))).toEqual(['change-password', 'logout'])
    expect(actions(await entries('admin', { providerId, action: 'logout' }))).toEqual(['logout'])
    expect((await entries('admin', { result: 'refused' })).count).toBe(3)
    expect(actions(await entries('admin', { account: 'CHECKa2' }))).toEqual(['change-password'])
    expect(actions(await entries('admin', { account: 'Name of checkA' }))).toEqual(['change-password'])
    expect((await entries('admin', { account: 'newcomer' })).count).toBe(5)
    for (const account of ['%', '_', "' or true --"])
      expect((await entries('admin', { account })).count).toBe(0)
  })

  it('filters by time, excluding the end', async () => {
    const { rows } = await entries('admin')
    const [newest, oldest] = [rows[0]?.time as number, rows.at(-1)?.time as number]
    const between = (from: number, to: number) =>
      entries('admin', { beginTime: String(from), endTime: String(to) })
    expect((await between(oldest, newest)).count).toBe(rows.length - 1)
    expect((await between(oldest + 1, newest + 1)).count).toBe(rows.length - 1)
    expect((await between(newest + DAY, newest + 2 * DAY)).count).toBe(0)
    expect((await between(0, 8_640_000_000_000_001)).count).toBe(rows.length)
  })

  it('returns pages', async () => {
    const all = (await entries('admin')).rows
    const page = await entries('admin', { size: '3', index: '1' })
    expect(page.rows).toEqual(all.slice(3, 6))
    expect(page.count).toBe(all.length)
  })

  it.each([
    ['action', 'everything'],
    ['result', 'maybe'],
    ['beginTime', 'yesterday'],
    ['beginTime', '-1'],
    ['size', '101'],
  ])('rejects %s=%s with a Chinese message', async (field, value) => {
    const { http, body } = await (await signIn(services, 'admin')).wire('listAudit', { [field]: value })
    expect([http, body.errors?.[0]?.field]).toEqual([400, field])
    expect(body.msg).toMatch(/^\P{Script=Latin}+$/u)
  })

  it('shows which entries are sealed', async () => {
    expect((await entryOf('add-platform'))?.sealed).toBe(false)
    await sealEntries(services)
    expect((await entryOf('add-platform'))?.sealed).toBe(true)
  })
})

describe('repeated looks at one record', () => {
  it('are one row with a count where they are merged, and all there otherwise', async () => {
    services.clock.advance(DAY)
    const admin = await signIn(services, 'admin')
    const manager = await signIn(services, 'managerA')
    const rechargeId = await storeRecharge(services, 'payA1')
    const look = async (client: Client, minutes: number) => {
      services.clock.advance(minutes * 60_000)
      await client.answer('rechargeDetail', { rechargeId })
    }
    const from = services.clock.now()
    await look(admin, 1)
    await look(admin, 2)
    await look(manager, 0)
    await look(admin, 3)
    // Ten minutes after the first a new line begins.
    await look(admin, 20)
    const query = { action: 'read-personal-data', beginTime: String(from.getTime()) }
    const merged = await entries('admin', { ...query, merged: '1' })
    expect(merged.rows.map(({ account, repeatNum }) => [account, repeatNum])).toEqual([
      ['admin', 0],
      ['managerA', 0],
      ['admin', 2],
    ])
    expect(merged.count).toBe(3)
    expect((await entries('admin', query)).count).toBe(5)
    const repeatsOf = String(merged.rows[2]?.entryId)
    expect((await entries('admin', { repeatsOf })).count).toBe(2)
    expect((await entries('managerB', { repeatsOf })).count).toBe(0)

    // A time that begins between them shows those that lie in it.
    const between = String(from.getTime() + 2 * 60_000)
    expect((await entries('admin', { ...query, beginTime: between, merged: '1' })).count).toBe(4)
  })

  it('of other actions are never merged', async () => {
    const query = { action: 'login', account: 'payA1' }
    expect((await entries('admin', { ...query, merged: '1' })).count).toBe(
      (await entries('admin', query)).count,
    )
  })
})

it('counts up to ten thousand entries and one more', async () => {
  await services.query(
    `insert into audit_entries (at, account, real_name, address, request_id, action, object_kind, object_id, result)
     select timestamptz '2020-01-01' + n * interval '1 s', 'admin', '', '', '', 'login', 'account', '1', 'done' from generate_series(1, 10005) n`,
  )
  const admin = await signIn(services, 'admin')
  const old = { to: new Date('2021-01-01T00:00:00Z') }
  const { rows, count } = await admin.answer('listAudit', { ...old, index: 999, size: 10 })
  expect([rows.length, count]).toEqual([10, MAX_COUNTED + 1])
  const ofAction = await admin.answer('listAudit', { ...old, action: 'login' })
  expect([ofAction.rows.map(({ at }) => at), ofAction.count]).toEqual([
    (await admin.answer('listAudit', old)).rows.map(({ at }) => at),
    MAX_COUNTED + 1,
  ])
  const few = await admin.answer('listAudit', { to: new Date('2020-01-01T00:01:00Z') })
  expect(few.count).toBe(59)
})
