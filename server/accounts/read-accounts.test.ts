// The account list, its filters and pages, and the basic info behind an account (spec §2, D3, D7, D11, D33).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { createAccount, createPeople, type People, SECRETS } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

describe('listAccounts', () => {
  const ODD = ['100%', 'a_b', "o'neil", 'back\\slash', 'axb']

  beforeAll(async () => {
    const fixture = { providerId: people.providers.B1, platformId: people.platforms.B }
    for (const account of ODD)
      await services.database.transact((tx) => createAccount(tx, services, 'pay', { account, ...fixture }))
  })

  async function names(by: string, query: Record<string, string>) {
    const { body } = await (await signIn(services, by)).wire('listAccounts', { size: '100', ...query })
    return (body.data as { account: string }[]).map(({ account }) => account)
  }

  it('lists the accounts in scope, newest first, with the total count', async () => {
    const { rows, count } = await (await signIn(services, 'managerA')).answer('listAccounts', { size: 100 })
    const wanted = ['guestA1', 'checkA2', 'checkA1', 'payA2', 'payA1', 'managerA', 'admin']
    expect(rows.map(({ account }) => account)).toEqual(wanted)
    expect(count).toBe(wanted.length)
    expect(rows[4]).toEqual({
      accountId: people.accounts.payA1,
      account: 'payA1',
      realName: 'Name of payA1',
      providerName: 'Provider A1',
      platformName: 'Platform A',
      payRight: true,
      checkRight: false,
      appLoginRight: false,
      manager: false,
      superManager: false,
      enabled: true,
      lastLoginAt: null,
    })
    expect(await names('admin', {})).toHaveLength(10 + ODD.length)
  })

  it('filters by provider', async () => {
    const providerId = String(people.providers.A2)
    expect(await names('managerA', { providerId })).toEqual(['checkA2', 'payA2'])
  })

  it.each([
    ['%', ['100%']],
    ['_', ['a_b']],
    ["'", ["o'neil"]],
    ['\\', ['back\\slash']],
    ['A_B', ['a_b']],
    ["' or '1'='1", []],
    ['Name of 100', ['100%']],
    ['  a_b ', ['a_b']],
  ])('matches the keyword %j literally', async (keyword, found) => {
    expect(await names('managerB', { keyword })).toEqual(found)
  })

  it('returns ten rows by default and pages of up to a hundred', async () => {
    const admin = await signIn(services, 'admin')
    const pages = [
      await admin.answer('listAccounts', {}),
      await admin.answer('listAccounts', { index: 1 }),
      await admin.answer('listAccounts', { index: 9_999_999, size: 100 }),
    ]
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 5, 0])
    expect(pages.map(({ count }) => count)).toEqual([15, 15, 15])
    const ids = pages.flatMap(({ rows }) => rows.map(({ accountId }) => accountId))
    expect(new Set(ids).size).toBe(15)
  })

  it.each([
    ['size', '101'],
    ['size', '0'],
    ['size', '-1'],
    ['size', '1.5'],
    ['size', 'ten'],
    ['index', '-1'],
    ['index', '1e3'],
    ['index', '12345678'],
    ['providerId', '1 or 1=1'],
    ['providerId', '9999999999'],
  ])('rejects %s=%s', async (field, value) => {
    const { http, body } = await (await signIn(services, 'admin')).wire('listAccounts', { [field]: value })
    expect([http, body.code, body.errors?.[0]?.field]).toEqual([400, 'malformed', field])
    expect(body.msg).toMatch(/\p{Script=Han}/u)
  })

  it('rejects a repeated parameter, control characters and an overlong keyword', async () => {
    const admin = await signIn(services, 'admin')
    for (const query of ['size=10&size=20', 'keyword=a%00b', `keyword=${'a'.repeat(31)}`]) {
      const raw = await admin.send({ url: `/paywages/api/accounts?${query}` })
      expect([raw.statusCode, raw.json().code]).toEqual([400, 'malformed'])
      expect(raw.json().msg).toMatch(/^\P{Script=Latin}+$/u)
    }
  })

  it('ignores empty filters', async () => {
    expect(await names('managerB', { keyword: '', providerId: '' })).toHaveLength(3 + ODD.length)
  })

  it('never returns a password hash or session epoch', async () => {
    const admin = await signIn(services, 'admin')
    const { accountId } = { accountId: people.accounts.payA1 }
    const texts = [
      (await admin.call('listAccounts', {})).raw.body,
      (await admin.call('accountDetail', { accountId })).raw.body,
      (await admin.call('basicInfo', { accountId })).raw.body,
    ]
    for (const text of texts) expect(text).not.toMatch(/argon2|hash|epoch/i)
  })
})

describe('basicInfo', () => {
  const shown = {
    providerName: 'Provider A1',
    ...SECRETS,
    bankAccountName: 'Provider A1 Ltd',
    address: 'Hangzhou',
    contactUser: 'Contact',
    platformName: 'Platform A',
    loginAccount: 'payA1',
    serviceName: '',
    taxpayerIDNumber: '91330100MA2B0X0X0X',
    serviceRate: 650,
    accountName: 'Name of payA1',
  }
  const reads = () => services.query("select 1 from audit_entries where action = 'read-personal-data'")

  it('returns the own info without an id and writes no audit entry', async () => {
    const before = (await reads()).length
    const own = await (await signIn(services, 'payA1')).call('basicInfo', {})
    expect(own.body).toEqual({ status: 0, msg: '', data: shown })
    expect(own.raw.headers['cache-control']).toBe('no-store')
    expect(await reads()).toHaveLength(before)
  })

  it("writes an audit entry when a manager reads the info of another provider's account", async () => {
    const before = (await reads()).length
    const { body } = await (await signIn(services, 'managerA')).call('basicInfo', {
      accountId: people.accounts.payA2,
    })
    expect(body.data).toMatchObject({ providerName: 'Provider A2', loginAccount: 'payA2' })
    expect(await reads()).toHaveLength(before + 1)
  })

  it.each(['x', '0', '1.5', '-1'])('rejects accountId=%s', async (accountId) => {
    const { http } = await (await signIn(services, 'admin')).wire('basicInfo', { accountId })
    expect(http).toBe(400)
  })
})
