// Changing accounts made by others: rights, names, status, passwords (D10, D38).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createAccount, createPeople, createProvider, newPassword, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let admin: Client
let manager: Client
let accountId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  admin = await signIn(services, 'admin')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

beforeEach(async () => {
  accountId = await make('pay', people.providers.A1, people.platforms.A)
})

const make = (role: 'pay' | 'manager', providerId: number, platformId: number) =>
  services.database.transact((tx) =>
    createAccount(tx, services, role, { account: freshName(), providerId, platformId }),
  )

const rowOf = async (id = accountId) =>
  (await services.query<Record<string, unknown>>('select * from accounts where account_id = $1', [id]))[0]
const entriesOf = (id = accountId) =>
  services.query<Record<string, unknown>>(
    "select action, before, after from audit_entries where object_kind = 'account' and object_id = $1",
    [String(id)],
  )
/** What is proposed is confirmed by the other of the two. */
const byTwo = (by: Client, asked: Promise<Reply>) =>
  confirmed(services, by === admin ? 'managerA' : 'admin', asked)
const update = (by: Client, fields: object, id = accountId) =>
  byTwo(by, by.wire('updateAccount', { accountId: id, platformId: people.platforms.A, ...fields }))

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body]).toMatchObject([refusals[code].http, { code, msg: refusals[code].msg, data: null }])
}

describe('updateAccount', () => {
  it('changes only the given fields and logs the change', async () => {
    const before = await rowOf()
    expect((await update(manager, { accountName: '新名', payRight: 0, checkRight: 1 })).http).toBe(200)
    const epoch = before?.session_epoch as number
    expect(await rowOf()).toEqual({
      ...before,
      real_name: '新名',
      pay_right: false,
      check_right: true,
      session_epoch: epoch + 1,
    })
    expect(await entriesOf()).toEqual([
      { action: 'update-account', before: { realName: before?.real_name }, after: { realName: '新名' } },
      {
        action: 'update-account',
        before: { payRight: true, checkRight: false },
        after: { payRight: false, checkRight: true },
      },
    ])
  })

  it('writes no row and no audit entry when nothing changes', async () => {
    const before = await rowOf()
    expect((await update(manager, { payRight: 1, accountName: '' })).http).toBe(200)
    expect([await rowOf(), await entriesOf()]).toEqual([before, []])
  })

  it('rejects the check right for an account that has the pay right', async () => {
    expectRefused(await update(admin, { checkRight: 1 }), 'pay-and-check-exclude')
  })

  it('rejects the second of two concurrent proposals that would give both rights', async () => {
    await update(manager, { payRight: 0 })
    const give = (by: Client, right: object) =>
      by.wire('updateAccount', { accountId, platformId: people.platforms.A, ...right })
    const [one, other] = await Promise.all([give(manager, { payRight: 1 }), give(admin, { checkRight: 1 })])
    expect([one?.http, other?.http].sort()).toEqual([200, 409])
  })

  it('lets only a super manager make an account a manager', async () => {
    expectRefused(await update(manager, { isManager: 1 }), 'manager-right-not-yours')
    expect((await update(admin, { isManager: 1 })).http).toBe(200)
  })

  it('moves an account only to a platform of its provider, and a manager only to its own platform', async () => {
    const { A, B } = people.platforms
    const shared = await services.database.transact((tx) => createProvider(tx, services, freshName(), [A, B]))
    const id = await make('pay', shared, A)
    expectRefused(await update(manager, { platformId: B }, id), 'platform-not-yours')
    expect((await update(admin, { platformId: B }, id)).http).toBe(200)
    expect(await rowOf(id)).toMatchObject({ platform_id: B })
    expectRefused(await update(admin, { platformId: B }), 'platform-not-of-provider')
  })

  it.each([
    ['accountName', 'a'.repeat(31), '姓名最多 30 个字符'],
    ['serviceName', 'a'.repeat(31), '服务名称最多 30 个字符'],
    ['platformId', undefined, '请输入选择平台'],
    ['payRight', true, '参数格式不正确'],
    ['accountId', '1', '参数格式不正确'],
  ])('rejects %s %j', async (field, value, msg) => {
    const { http, body } = await update(admin, { [field]: value })
    expect([http, body.errors]).toEqual([400, [{ field, msg }]])
  })
})

describe('setAccountStatus', () => {
  const set = (by: Client, accountStatus: number, id = accountId) =>
    byTwo(by, by.wire('setAccountStatus', { accountId: id, accountStatus }))

  it('disables and enables an account with one audit entry each', async () => {
    expect((await set(manager, 0)).http).toBe(200)
    expect(await rowOf()).toMatchObject({ enabled: false })
    expect((await set(manager, 1)).http).toBe(200)
    expect(await rowOf()).toMatchObject({ enabled: true })
    expect((await entriesOf()).map(({ action }) => action)).toEqual(['disable-account', 'enable-account'])
  })

  it('rejects a status that is already set, also when two set it concurrently', async () => {
    expectRefused(await set(manager, 1), 'state-changed')
    const replies = await Promise.all([set(manager, 0), set(admin, 0)])
    expect(replies.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(await entriesOf()).toHaveLength(1)
  })
})

describe('resetPassword', () => {
  it('sets a password that must be changed at the next login', async () => {
    const before = await rowOf()
    const asked = manager.call('resetPassword', { accountId, ...newPassword('Reset-pass-1') })
    await byTwo(manager, asked)
    const after = await rowOf()
    expect(after).toMatchObject({ must_change_password: true })
    expect(after?.password_hash).not.toBe(before?.password_hash)
    expect(await entriesOf()).toEqual([{ action: 'reset-password', before: null, after: null }])
  })

  it('rejects a request without a password', async () => {
    const { http, body } = await manager.wire('resetPassword', { accountId, plainPasswd: 'Reset-pass-1' })
    expect([http, body.errors]).toEqual([400, [{ field: 'passwd', msg: '请输入密码' }]])
  })
})

describe('permission to change an account', () => {
  const touches: [string, (by: Client, id: number) => Promise<Reply>][] = [
    ['update', (by, id) => update(by, { accountName: 'x' }, id)],
    ['disable', (by, id) => by.call('setAccountStatus', { accountId: id, enabled: false })],
    ['reset', (by, id) => by.call('resetPassword', { accountId: id, ...newPassword('Other-pass-1') })],
  ]
  it.each(touches)('rejects %s on the own account', async (_, touch) => {
    for (const [by, own] of [
      [admin, people.accounts.admin],
      [manager, people.accounts.managerA],
    ] as const) {
      const before = await rowOf(own)
      expectRefused(await touch(by, own), 'own-account')
      expect(await rowOf(own)).toEqual(before)
    }
  })

  it.each(touches)('rejects %s by a manager on another manager or a super manager', async (_, touch) => {
    const other = await make('manager', people.providers.A2, people.platforms.A)
    for (const id of [other, people.accounts.admin]) {
      const before = await rowOf(id)
      expectRefused(await touch(manager, id), 'managers-account')
      expect(await rowOf(id)).toEqual(before)
    }
    expect((await touch(admin, other)).http).toBe(200)
  })
})
