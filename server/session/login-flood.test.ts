// Floods of logins: few are looked at, the rest wait or are told how long to; nobody is locked out by others (D9, D34, ADR 31).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEVICE_COOKIE } from '../http/session-cookie.ts'
import { requestOf } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { type LoginAttempt, type LoginReply, logIn } from '../testing/log-in.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { placeOf } from './login-place.ts'
import { insertFailures } from './store.ts'

const MINUTE = 60_000
let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())
// Failures of the tests before are forgotten.
beforeEach(() => services.clock.advance(31 * MINUTE))

const HOME = '198.51.100.1'
const ATTACKER = '203.0.113.66'
const codeOf = ({ http, body }: LoginReply) => body.code ?? http
const enter = async (account: string, remoteAddress: string, how: LoginAttempt = {}) =>
  codeOf(await logIn(services, account, { remoteAddress, ...how }))

/** Failures as if someone had sent wrong passwords, without the time that argon2 takes. */
async function failedBefore(account: string, address: string, times: number): Promise<void> {
  const origin = { at: services.clock.now(), address, requestId: '', hostname: '' }
  const place = placeOf(services, origin, { account, deviceCookie: undefined })
  const subjects = Array.from({ length: times }, () => [place.locked, place.address, place.account]).flat()
  await services.database.transact((tx) => insertFailures(tx, subjects, origin.at))
}

describe('lock of an account', () => {
  it('never refuses right logins that come at once', async () => {
    const many = Array.from({ length: 8 }, () => enter('payA1', HOME))
    expect(await Promise.all(many)).toEqual(Array(8).fill(200))
  })

  it('holds at the address that failed, and nowhere else', async () => {
    await failedBefore('payA1', ATTACKER, 5)
    expect(await enter('payA1', ATTACKER)).toBe('account-locked')
    expect(await enter('payA1', HOME)).toBe(200)
  })

  it('counts a whole IPv6 network as one address', async () => {
    await failedBefore('payA1', '2001:db8:1:2::1', 5)
    expect(await enter('payA1', '2001:db8:1:2:ffff::9')).toBe('account-locked')
    expect(await enter('payA1', '2001:db8:1:3::1')).toBe(200)
  })

  it('spares a device that has logged in to the account, even behind the address that failed', async () => {
    const { device } = await logIn(services, 'payA1', { remoteAddress: HOME })
    await failedBefore('payA1', HOME, 5)
    expect(await enter('payA1', HOME)).toBe('account-locked')
    expect(await enter('payA1', HOME, { device })).toBe(200)
    expect(await enter('payA1', ATTACKER, { device })).toBe(200)
  })

  it('holds for a known device after its own five failures', async () => {
    const { device } = await logIn(services, 'payA1', { remoteAddress: HOME })
    for (let n = 0; n < 5; n += 1)
      expect(await enter('payA1', HOME, { device, password: 'wrong' })).toBe('bad-credentials')
    expect(await enter('payA1', '198.51.100.2', { device })).toBe('account-locked')
    expect(await enter('payA1', HOME)).toBe(200)
  })

  it('ignores a device cookie that is made up or of another account', async () => {
    const { device = '' } = await logIn(services, 'payA2', { remoteAddress: HOME })
    await failedBefore('payA1', HOME, 5)
    const [id = '', seal = ''] = device.split('.')
    const forged = [device, `${id}.${'A'.repeat(22)}`, `${'A'.repeat(22)}.${seal}`, id, 'x', '']
    for (const cookie of forged) expect(await enter('payA1', HOME, { device: cookie })).toBe('account-locked')
    const { device: both } = await logIn(services, 'payA1', { remoteAddress: ATTACKER, device })
    await failedBefore('payA2', HOME, 5)
    for (const account of ['payA1', 'payA2']) expect(await enter(account, HOME, { device: both })).toBe(200)
  })
})

describe('account that is guessed at from many addresses', () => {
  const guessed = async (account: string) => {
    for (let n = 0; n < 20; n += 1) await failedBefore(account, `203.0.113.${n}`, 1)
  }

  it('makes unknown devices wait half a minute, known devices and addresses not at all', async () => {
    const { device } = await logIn(services, 'payA1', { remoteAddress: HOME })
    await guessed('payA1')
    const { http, body, raw } = await logIn(services, 'payA1', { remoteAddress: '198.51.100.9' })
    expect([http, body]).toMatchObject([429, { code: 'login-slowed', seconds: 30 }])
    expect(body.msg).toContain('请 30 秒后再试')
    expect(raw.headers['retry-after']).toBe('30')
    expect(await enter('payA1', '198.51.100.9', { device })).toBe(200)
    expect(await enter('payA1', HOME)).toBe(200)
    services.clock.advance(30_000)
    expect(await enter('payA1', '198.51.100.9')).toBe(200)
  })

  it('does not shut out an address from which it logged in, on whichever server, however long the guessing goes on', async () => {
    await logIn(services, 'payA1', { remoteAddress: HOME })
    const other = await openTestServices({ sharing: services, settings: { LOGINS_WAITING: '1' } })
    const at = async (account: string, remoteAddress: string, how: LoginAttempt = {}) =>
      codeOf(await logIn(other, account, { remoteAddress, ...how }))
    try {
      const guesses = Array.from({ length: 30 }, (_, n) => at('payA1', `203.0.113.${n}`, { password: 'x' }))
      expect(await Promise.all(guesses)).not.toContain('login-too-often')
      for (const wait of [0, 10_000, 10_000]) {
        other.clock.advance(wait)
        if (wait > 0) await at('payA1', '203.0.113.99', { password: 'x' })
        expect(await at('payA1', '203.0.113.100')).toBe('login-too-often')
        expect(await at('payA1', HOME)).toBe(200)
      }
      // No way around the limits: the address has five guesses, and none at other accounts.
      for (let n = 0; n < 5; n += 1)
        expect(await at('payA1', HOME, { password: 'x' })).toBe('bad-credentials')
      expect(await at('payA1', HOME)).toBe('account-locked')
    } finally {
      await other.close()
    }
  })

  it('answers alike for a name that is no account', async () => {
    await guessed('nobody-at-all')
    expect(await enter('nobody-at-all', '198.51.100.9')).toBe('login-slowed')
  })
})

describe('flood of wrong logins', () => {
  const ADDRESSES = 5
  const ATTEMPTS = 40
  let flooded: TestServices
  let replies: LoginReply[]
  let right: LoginReply
  let knownReply: LoginReply
  let connections: number
  let since: Date

  beforeAll(async () => {
    services.clock.advance(MINUTE)
    since = services.clock.now()
    const settings = { LOGINS_AT_ONCE: '1', LOGINS_WAITING: '4' }
    const { device } = await logIn(services, 'checkA1', { remoteAddress: HOME })
    flooded = await openTestServices({ sharing: services, settings })
    const wrong = Array.from({ length: ATTEMPTS }, (_, n) =>
      logIn(flooded, `nobody-${n}`, { remoteAddress: `203.0.113.${100 + (n % ADDRESSES)}`, password: 'x' }),
    )
    const byKnown = logIn(flooded, 'checkA1', { remoteAddress: '203.0.113.100', device })
    const fresh = logIn(flooded, 'payA2', { remoteAddress: '198.51.100.77' })
    replies = await Promise.all(wrong)
    connections = flooded.database.pool.totalCount
    right = await fresh
    knownReply = await byKnown
  })
  const coded = (code: string) => replies.filter(({ body }) => body.code === code)

  it('looks at as many as fit into the line, and tells the others how long to wait', () => {
    expect(coded('bad-credentials').length).toBeLessThanOrEqual(1 + 4)
    expect(coded('bad-credentials').length + coded('login-busy').length).toBe(ATTEMPTS)
    const [busy] = coded('login-busy')
    expect([busy?.http, busy?.body.msg]).toEqual([429, '当前登录人数较多，请 2 秒后再试'])
    expect(busy?.raw.headers['retry-after']).toBe('2')
  })

  it('serves a right login from another address and a known device meanwhile', () => {
    expect([right.http, knownReply.http]).toEqual([200, 200])
  })

  it('uses no more connections than logins are looked at, beside those that read the sessions of the two who got in', () => {
    expect(connections).toBeLessThanOrEqual(1 + 2)
  })

  it('writes sums into the audit log, and only the first few one by one', async () => {
    await flooded.close()
    const entries = await services.query<{
      object_kind: string
      reason: string
      after: { attempts: number }
    }>("select object_kind, reason, after from audit_entries where result = 'refused' and at >= $1", [since])
    const sums = entries.filter(({ object_kind }) => object_kind === 'login-refusals')
    const single = entries.length - sums.length
    expect(single).toBeLessThanOrEqual(10)
    expect(sums.map(({ reason }) => reason)).toContain('login-busy')
    expect(sums.length).toBeLessThanOrEqual(2)
    expect(single + sums.reduce((total, { after }) => total + after.attempts, 0)).toBe(ATTEMPTS)
    expect(sums[0]?.after).toMatchObject({ addresses: ADDRESSES })
  })
})

it('turns away whoever waited ten seconds for a turn', async () => {
  const slow = await openTestServices({ sharing: services, settings: { LOGINS_AT_ONCE: '1' } })
  try {
    const lock = await holdLock(services, 'lock table login_failures in access exclusive mode')
    const first = logIn(slow, 'payA1', { remoteAddress: HOME })
    const second = logIn(slow, 'payA2', { remoteAddress: '198.51.100.2' })
    await lock.untilWaiting(1)
    slow.clock.advance(10_001)
    await lock.release()
    expect([codeOf(await first), codeOf(await second)]).toEqual([200, 'login-busy'])
  } finally {
    await slow.close()
  }
})

it('refuses an address that tries more often than it may until its next attempt is due', async () => {
  const hasty = await openTestServices({ sharing: services, settings: { LOGINS_WAITING: '1' } })
  try {
    const attempts = Array.from({ length: 32 }, (_, n) =>
      logIn(hasty, `name-${n}`, { remoteAddress: ATTACKER, password: 'x' }),
    )
    const codes = (await Promise.all(attempts)).map(codeOf)
    expect(codes.filter((code) => code === 'login-too-often')).toHaveLength(2)
    expect(hasty.database.pool.totalCount).toBeLessThanOrEqual(2)
    // Nobody reads what it sends, unless it shows a device cookie that was made here.
    const { device = '' } = await logIn(services, 'payA2', { remoteAddress: HOME })
    const send = async (cookie?: string) => {
      const cookies: Record<string, string> = cookie === undefined ? {} : { [DEVICE_COOKIE]: cookie }
      const request = { ...requestOf('login', {}), remoteAddress: ATTACKER, cookies }
      return (await hasty.app.inject(request)).statusCode
    }
    expect(await send(device)).toBe(400)
    const [id = '', ...seals] = device.split('.')
    const forged = ['any', id, `${id}.${'A'.repeat(22)}`, `${'A'.repeat(22)}.${seals.join('.')}`]
    for (const cookie of [undefined, ...forged]) expect(await send(cookie)).toBe(429)
    hasty.clock.advance(2_000)
    expect(await logIn(hasty, 'name', { remoteAddress: ATTACKER, password: 'x' })).toMatchObject({
      http: 401,
    })
  } finally {
    await hasty.close()
  }
})
