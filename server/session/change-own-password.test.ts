// Changing one's own password, by choice or because it is the first one (D2, D9, D10).

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, clientOf, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { logIn } from '../testing/log-in.ts'
import {
  createAccount,
  createPeople,
  digestOf,
  newPassword,
  PASSWORD,
  type People,
} from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const NEW = 'Other-horse-8'
let services: TestServices
let people: People
let account: string
let client: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

beforeEach(async () => {
  account = freshName()
  const fixture = { providerId: people.providers.A1, platformId: people.platforms.A }
  await services.database.transact((tx) => createAccount(tx, services, 'pay', { account, ...fixture }))
  client = await signIn(services, account)
})

const change = (by: Client, from: string, to: string) =>
  by.call('changePassword', {
    oldPasswordDigest: digestOf(from),
    newPasswordDigest: digestOf(to),
    password: to,
  })

it('ends all sessions on a password change, clears the cookie and accepts only the new password', async () => {
  const other = await signIn(services, account)
  const { http, raw } = await change(client, PASSWORD, NEW)
  expect(http).toBe(200)
  expect(String(raw.headers['set-cookie'])).toContain('paywages_session=;')
  for (const device of [client, other]) expect((await device.call('currentUser', {})).body.status).toBe(302)
  expect((await logIn(services, account, { password: PASSWORD })).body.code).toBe('bad-credentials')
  expect((await logIn(services, account, { password: NEW })).http).toBe(200)
})

it('stores an argon2id hash and never the digest', async () => {
  await change(client, PASSWORD, NEW)
  const [row] = await services.query<{ password_hash: string }>(
    'select password_hash from accounts where account = $1',
    [account],
  )
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const dump = await services.query<{ row: string }>('select a::text as row from accounts a')
  expect(dump.filter(({ row }) => row.includes(digestOf(NEW)))).toEqual([])
})

it('rejects a wrong old password on its field and keeps the session', async () => {
  const { http, body } = await change(client, 'wrong', NEW)
  expect([http, body]).toEqual([
    422,
    {
      status: 422,
      code: 'wrong-old-password',
      msg: '旧密码不正确',
      data: null,
      errors: [{ field: 'uaccount', msg: '旧密码不正确' }],
    },
  ])
  expect((await client.call('currentUser', {})).body.status).toBe(0)
  expect((await logIn(services, account)).http).toBe(200)
})

it('locks password change and login for fifteen minutes after five wrong old passwords', async () => {
  for (let failure = 1; failure <= 5; failure++)
    expect((await change(client, `wrong-${failure}`, NEW)).http).toBe(422)
  const { http, body } = await change(client, PASSWORD, NEW)
  expect([http, body.code]).toEqual([429, 'account-locked'])
  expect((await logIn(services, account)).body.code).toBe('account-locked')
  expect((await client.call('currentUser', {})).body.status).toBe(0)
  services.clock.advance(15 * 60_000)
  expect((await change(client, PASSWORD, NEW)).http).toBe(200)
})

it('rejects the same password on its field', async () => {
  const { http, body } = await change(client, PASSWORD, PASSWORD)
  expect([http, body.code, body.errors]).toEqual([
    422,
    'same-password',
    [{ field: 'upasswd', msg: '新密码不能与旧密码相同' }],
  ])
})

it.each([
  ['uaccount', '请输入旧密码'],
  ['upasswd', '请输入新密码'],
])('rejects a missing or malformed %s', async (field, msg) => {
  const whole = { uaccount: digestOf(PASSWORD), upasswd: digestOf(NEW), plainPasswd: NEW }
  const missing = await client.wire('changePassword', { ...whole, [field]: undefined })
  expect([missing.http, missing.body.errors]).toEqual([400, [{ field, msg }]])
  const plain = await client.wire('changePassword', { ...whole, [field]: 'Abcdefg1' })
  expect([plain.http, plain.body.errors?.[0]?.field]).toEqual([400, field])
})

it('accepts only one of two concurrent password changes', async () => {
  const other = await signIn(services, account)
  const holder = new pg.Client(services.home.url)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from accounts where account = $1 for update', [account])
  const both = Promise.all([change(client, PASSWORD, NEW), change(other, PASSWORD, 'Third-horse-9')])
  await vi.waitFor(async () => {
    const waiting = await services.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(waiting).toHaveLength(2)
  }, 10_000)
  await holder.query('rollback')
  await holder.end()
  expect((await both).map(({ http }) => http).sort()).toEqual([200, 422])
})

describe('login with an initial password', () => {
  let first: Client

  beforeEach(async () => {
    const manager = await signIn(services, 'managerA')
    account = freshName()
    const asked = manager.answer('addAccount', {
      account,
      ...newPassword(PASSWORD),
      providerId: people.providers.A1,
      platformId: people.platforms.A,
      payRight: true,
    })
    await confirmed(services, 'admin', asked)
    const reply = await logIn(services, account)
    expect(reply.body.data).toMatchObject({ mustChangePasswd: 1 })
    first = reply.client
  })

  it('requires a change to another password before anything else, followed by a new login', async () => {
    const refused = await first.call('basicInfo', {})
    expect([refused.http, refused.body.code]).toEqual([403, 'must-change-passwd'])
    expect((await change(first, PASSWORD, PASSWORD)).body.code).toBe('same-password')
    expect((await change(first, PASSWORD, NEW)).http).toBe(200)
    expect((await first.call('currentUser', {})).body.status).toBe(302)
    const again = await logIn(services, account, { password: NEW })
    expect(again.body.data).toMatchObject({ mustChangePasswd: 0 })
    expect((await again.client.call('basicInfo', {})).http).toBe(200)
  })

  it('allows logging out without a change', async () => {
    expect((await first.call('logout', {})).http).toBe(200)
  })

  it('requires a change again after a reset', async () => {
    await change(first, PASSWORD, NEW)
    const manager = await signIn(services, 'managerA')
    const [row] = await services.query<{ account_id: number }>(
      'select account_id from accounts where account = $1',
      [account],
    )
    const asked = manager.answer('resetPassword', {
      accountId: row?.account_id ?? 0,
      ...newPassword('Reset-pass-1'),
    })
    await confirmed(services, 'admin', asked)
    expect((await logIn(services, account, { password: NEW })).body.code).toBe('bad-credentials')
    const { body, client: reset } = await logIn(services, account, { password: 'Reset-pass-1' })
    expect(body.data).toMatchObject({ mustChangePasswd: 1 })
    expect((await reset.call('providerNames', {})).body.code).toBe('must-change-passwd')
  })
})

it('rejects a password change without a session', async () => {
  expect((await change(clientOf(services), PASSWORD, NEW)).body.status).toBe(301)
})
