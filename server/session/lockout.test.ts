// Five failures lock a name, many lock an address, and nothing but time or success opens either (D2, D9).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logIn } from '../testing/log-in.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { sweepSessions } from './sweep-sessions.ts'

const MINUTE = 60_000
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())

// All tests fail from one address: what was before is forgotten.
beforeEach(async () => {
  services.clock.advance(31 * MINUTE)
  await services.query('delete from login_failures')
  await services.query('delete from login_places')
  await services.query('delete from sessions')
})

const wrong = { password: 'wrong' }
async function fail(account: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await logIn(services, account, wrong)).http).toBe(401)
}

describe.each(['payA1', 'no-such-account'])('lockout of the account name %s', (account) => {
  it('lasts fifteen minutes after five failures, regardless of letter case', async () => {
    await fail(account, 4)
    await fail(account.toUpperCase(), 1)
    const locked = await logIn(services, account)
    expect([locked.http, locked.body]).toMatchObject([
      429,
      {
        status: 429,
        code: 'account-locked',
        msg: '连续输错次数过多，账号已锁定，请 15 分钟后再试',
        data: null,
      },
    ])
    expect(locked.raw.headers['retry-after']).toBe('900')
    services.clock.advance(15 * MINUTE - 1)
    expect((await logIn(services, account)).body.msg).toContain('请 1 分钟后再试')
    services.clock.advance(1)
    const { http } = await logIn(services, account)
    expect(http).toBe(account === 'payA1' ? 200 : 401)
  })
})

it('locks only the account that failed', async () => {
  await fail('payA1', 5)
  expect((await logIn(services, 'payA2')).http).toBe(200)
})

it('ignores login failures older than the window', async () => {
  await fail('payA1', 4)
  services.clock.advance(15 * MINUTE)
  await fail('payA1', 4)
  expect((await logIn(services, 'payA1')).http).toBe(200)
})

it('resets login failures after a success', async () => {
  await fail('payA1', 4)
  expect((await logIn(services, 'payA1')).http).toBe(200)
  await fail('payA1', 4)
  expect((await logIn(services, 'payA1')).http).toBe(200)
})

it('allows only five login attempts out of fifty concurrent guesses', async () => {
  const guesses = Array.from({ length: 50 }, (_, n) => logIn(services, 'payA1', { password: `guess ${n}` }))
  const codes = (await Promise.all(guesses)).map(({ http }) => http)
  expect(codes.filter((code) => code === 401)).toHaveLength(5)
  expect(codes.filter((code) => code === 429)).toHaveLength(45)
})

it('counts login failures across several servers', async () => {
  const other = await openTestServices({ sharing: services })
  try {
    await fail('payA1', 3)
    for (let n = 0; n < 2; n += 1) await logIn(other, 'payA1', wrong)
    expect((await logIn(services, 'payA1')).http).toBe(429)
    expect((await logIn(other, 'payA1')).http).toBe(429)
  } finally {
    await other.close()
  }
})

it('stores no failed account name or address in plain text', async () => {
  await fail('My-Secret-Password', 1)
  const rows = await services.query<{ row: string }>('select f::text as row from login_failures f')
  expect(rows).toHaveLength(3)
  for (const { row } of rows) expect(row).not.toMatch(/secret|127\.0\.0\.1/i)
})

it('deletes expired sessions and login failures', async () => {
  await fail('payA1', 5)
  await logIn(services, 'payA2')
  services.clock.advance(29 * MINUTE)
  expect(await sweepSessions(services)).toEqual({ sessions: 0 })
  expect((await services.query('select 1 from login_failures')).length).toBeGreaterThan(0)
  services.clock.advance(12 * 60 * MINUTE)
  expect(await sweepSessions(services)).toEqual({ sessions: 1 })
  expect(await services.query('select 1 from login_failures')).toEqual([])
})

describe('lockout of an address', () => {
  async function limited(TRUSTED_PROXIES: string) {
    return openTestServices({
      sharing: services,
      settings: { LOGIN_FAILURES_PER_ADDRESS: '5', TRUSTED_PROXIES },
    })
  }
  async function failFrom(at: TestServices, remoteAddress: string, forwarded: (n: number) => string) {
    const codes: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const headers = { 'x-forwarded-for': forwarded(n) }
      codes.push((await logIn(at, `name-${n}`, { ...wrong, remoteAddress, headers })).http)
    }
    return codes
  }

  it('counts failures over all accounts and ignores untrusted forwarding headers', async () => {
    const server = await limited('10.0.0.1')
    try {
      const codes = await failFrom(server, '203.0.113.9', (n) => `198.51.100.${n}`)
      expect(codes).toEqual([401, 401, 401, 401, 401, 429])
      const locked = await logIn(server, 'payA1', { remoteAddress: '203.0.113.9' })
      expect(locked.body).toMatchObject({
        code: 'address-locked',
        msg: '当前网络登录失败次数过多，请 15 分钟后再试',
        seconds: 900,
      })
      expect((await logIn(server, 'payA1', { remoteAddress: '203.0.113.10' })).http).toBe(200)
      services.clock.advance(15 * MINUTE)
      expect((await logIn(server, 'payA1', { remoteAddress: '203.0.113.9' })).http).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('uses the address reported by a trusted proxy, not the ones before it', async () => {
    const server = await limited('10.0.0.1')
    try {
      expect(await failFrom(server, '10.0.0.1', (n) => `198.51.100.${n}`)).toEqual(Array(6).fill(401))
      const spoofed = await failFrom(server, '10.0.0.1', (n) => `198.51.100.${n}, 203.0.113.50`)
      expect(spoofed).toEqual([401, 401, 401, 401, 401, 429])
    } finally {
      await server.close()
    }
  })

  it('forgives only the own failures on a success from the same address', async () => {
    const server = await limited('')
    try {
      for (let n = 0; n < 4; n += 1) await logIn(server, `name-${n}`, wrong)
      expect((await logIn(server, 'payA1')).http).toBe(200)
      expect((await logIn(server, 'name-4', wrong)).http).toBe(401)
      expect((await logIn(server, 'payA1')).body.code).toBe('address-locked')
    } finally {
      await server.close()
    }
  })
})
