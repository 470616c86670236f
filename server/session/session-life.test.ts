// How sessions end: idle, old, logged out, or because the account behind them changed (D9, D10).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { createAccount, createPeople, createProvider, newPassword, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

const MINUTE = 60_000
let services: TestServices
let people: People
let account: string
let accountId: number

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

beforeEach(async () => {
  account = freshName()
  const fixture = { providerId: people.providers.A1, platformId: people.platforms.A }
  accountId = await services.database.transact((tx) =>
    createAccount(tx, services, 'pay', { account, ...fixture }),
  )
})

const work = async (client: Client) => (await client.call('providerNames', {})).body.status
const poll = async (client: Client) => (await client.call('currentUser', {})).body.status

it('ends a session after thirty idle minutes and not before', async () => {
  const client = await signIn(services, account)
  services.clock.advance(30 * MINUTE - 1)
  expect(await work(client)).toBe(0)
  services.clock.advance(30 * MINUTE - 1)
  expect(await work(client)).toBe(0)
  services.clock.advance(30 * MINUTE)
  expect(await work(client)).toBe(302)
})

it('does not extend a session by polling', async () => {
  const client = await signIn(services, account)
  for (const _ of [1, 2]) {
    services.clock.advance(10 * MINUTE)
    expect(await poll(client)).toBe(0)
  }
  services.clock.advance(10 * MINUTE)
  expect(await poll(client)).toBe(302)
})

it('ends a session twelve hours after login despite activity', async () => {
  const client = await signIn(services, account)
  for (let minutes = 0; minutes < 700; minutes += 20) {
    services.clock.advance(20 * MINUTE)
    expect(await work(client)).toBe(0)
  }
  services.clock.advance(20 * MINUTE - 1)
  expect(await work(client)).toBe(0)
  services.clock.advance(1)
  expect(await work(client)).toBe(302)
})

it('uses the session durations of the settings', async () => {
  const strict = await openTestServices({
    sharing: services,
    settings: { SESSION_IDLE_MINUTES: '1', SESSION_HOURS: '1' },
  })
  try {
    const client = await signIn(strict, account)
    services.clock.advance(MINUTE)
    expect(await work(client)).toBe(302)
  } finally {
    await strict.close()
  }
})

it('does not revive a session by a late request', async () => {
  const client = await signIn(services, account)
  services.clock.advance(30 * MINUTE)
  expect([await work(client), await work(client), await poll(client)]).toEqual([302, 302, 302])
})

it('ends only the current session on logout and clears the cookie', async () => {
  const [here, elsewhere] = [await signIn(services, account), await signIn(services, account)]
  const { raw } = await here.call('logout', {})
  expect(String(raw.headers['set-cookie'])).toMatch(/^paywages_session=; .*Expires=Thu, 01 Jan 1970/)
  expect(await work(here)).toBe(302)
  expect(await work(elsewhere)).toBe(0)
})

it('rejects a session while its account is disabled', async () => {
  const client = await signIn(services, account)
  await services.query('update accounts set enabled = false where account = $1', [account])
  expect(await work(client)).toBe(302)
})

it('accepts a session on every server', async () => {
  const other = await openTestServices({ sharing: services })
  try {
    const { token } = await signIn(services, account)
    const there = (
      await other.app.inject({
        url: '/paywages/api/user',
        headers: { cookie: `paywages_session=${token}` },
      })
    ).json()
    expect(there.status).toBe(0)
  } finally {
    await other.close()
  }
})

describe('effect of account changes on sessions', () => {
  let manager: Client
  let devices: Client[]

  beforeEach(async () => {
    manager = await signIn(services, 'managerA')
    devices = [await signIn(services, account), await signIn(services, account)]
  })
  const alive = () => Promise.all(devices.map(work))
  const update = (fields: object) => {
    const asked = manager.wire('updateAccount', { accountId, platformId: people.platforms.A, ...fields })
    return confirmed(services, 'admin', asked)
  }

  it.each([{ payRight: 0 }, { payRight: 0, checkRight: 1 }, { appLoginRight: 1 }])(
    'ends every session when rights change to %j',
    async (rights) => {
      expect((await update(rights)).body.status).toBe(0)
      expect(await alive()).toEqual([302, 302])
    },
  )

  it.each([{ accountName: 'New name' }, { payRight: 1 }, {}])(
    'keeps sessions when updating %j',
    async (fields) => {
      expect((await update(fields)).body.status).toBe(0)
      expect(await alive()).toEqual([0, 0])
    },
  )

  it('ends sessions of a disabled account and does not restore them when it is enabled', async () => {
    await manager.call('setAccountStatus', { accountId, enabled: false })
    expect(await alive()).toEqual([302, 302])
    await confirmed(services, 'admin', manager.call('setAccountStatus', { accountId, enabled: true }))
    expect(await alive()).toEqual([302, 302])
    expect(await work(await signIn(services, account))).toBe(0)
  })

  it('ends sessions when the password is reset', async () => {
    const asked = manager.call('resetPassword', { accountId, ...newPassword('Other-pass-1') })
    await confirmed(services, 'admin', asked)
    expect(await alive()).toEqual([302, 302])
  })

  it('ends sessions of a disabled provider and does not restore them when it is enabled', async () => {
    const admin = await signIn(services, 'admin')
    const other = freshName()
    const providerId = await services.database.transact(async (tx) => {
      const made = await createProvider(tx, services, freshName(), [people.platforms.A])
      const fixture = { providerId: made, platformId: people.platforms.A }
      await createAccount(tx, services, 'pay', { account: other, ...fixture })
      return made
    })
    const client = await signIn(services, other)
    await admin.call('setProviderStatus', { providerId, enabled: false })
    expect(await work(client)).toBe(302)
    await admin.call('setProviderStatus', { providerId, enabled: true })
    expect(await work(client)).toBe(302)
    expect(await work(await signIn(services, other))).toBe(0)
    expect(await alive()).toEqual([0, 0])
  })
})
