// Sessions on other devices: listed without their tokens, ended at once by their owner or a manager, and by nobody else (D9, D11).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'

const listed = async (client: Client) => (await client.answer('mySessions', {})).rows
const outcome = async (reply: Promise<{ http: number; body: { code?: string } }>) => {
  const { http, body } = await reply
  return [http, body.code ?? 'done']
}
const isLive = async (client: Client) => (await client.call('currentUser', {})).http === 200

describe('one’s own sessions', () => {
  it('are listed with browser, times and address, this one first, and without a token', async () => {
    const away = await logIn(services, 'payA1', {
      headers: { 'user-agent': CHROME },
      remoteAddress: '10.0.0.8',
    })
    const here = await signIn(services, 'payA1')
    const rows = await listed(here)
    expect(rows.map(({ current }) => current)).toEqual([true, false])
    expect(rows[1]).toMatchObject({
      browser: 'Chrome',
      version: '126',
      system: 'Windows',
      address: '10.0.0.8',
      place: 'internal',
    })
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', place: 'same', browser: '' })
    const { raw } = await here.call('mySessions', {})
    const hashes = await services.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from sessions",
    )
    for (const secret of [here.token, away.token, ...hashes.map(({ hash }) => hash)])
      expect(raw.body).not.toContain(secret)
  })

  it('end at the next call, once; a second end, a foreign and a made-up id are answered alike', async () => {
    const [here, other, stranger] = [
      await signIn(services, 'checkA1'),
      await signIn(services, 'checkA1'),
      await signIn(services, 'payB1'),
    ]
    const target = (await listed(here)).find(({ current }) => !current)?.sessionId ?? 0
    const foreign = (await listed(stranger))[0]?.sessionId ?? 0
    expect(await outcome(here.call('endSession', { sessionId: target }))).toEqual([200, 'done'])
    expect((await other.call('currentUser', {})).body.code).toBe('session-ended')
    const answers = []
    for (const sessionId of [target, foreign, 2_000_000_000]) {
      const { http, body } = await here.call('endSession', { sessionId })
      answers.push({ http, ...body })
    }
    expect(answers[0]).toMatchObject({ http: 404, code: 'session-gone' })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await isLive(stranger)).toBe(true)
  })

  it('of ten who end the same one at once, one does', async () => {
    const here = await signIn(services, 'checkA2')
    await signIn(services, 'checkA2')
    const target = (await listed(here)).find(({ current }) => !current)?.sessionId ?? 0
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcome(here.call('endSession', { sessionId: target }))),
    )
    expect(outcomes.filter(([, code]) => code === 'done')).toHaveLength(1)
    expect(outcomes.filter(([, code]) => code === 'session-gone')).toHaveLength(9)
  })

  it('keep the one that asks, which is left by logging out', async () => {
    const here = await signIn(services, 'payA2')
    const others = [await signIn(services, 'payA2'), await signIn(services, 'payA2')]
    const own = (await listed(here))[0]?.sessionId ?? 0
    expect(await outcome(here.call('endSession', { sessionId: own }))).toEqual([422, 'own-session'])
    expect(await outcome(here.call('endOtherSessions', {}))).toEqual([200, 'done'])
    expect(await outcome(here.call('endOtherSessions', {}))).toEqual([200, 'done'])
    expect(await Promise.all([here, ...others].map(isLive))).toEqual([true, false, false])
  })

  it('that are over by themselves are neither listed nor found', async () => {
    const old = await signIn(services, 'managerB')
    const [{ sessionId } = { sessionId: 0 }] = await listed(old)
    services.clock.advance(services.settings.session.idleMs)
    const here = await signIn(services, 'managerB')
    expect(await listed(here)).toHaveLength(1)
    expect(await outcome(here.call('endSession', { sessionId }))).toEqual([404, 'session-gone'])
  })
})

describe('sessions of the people one manages', () => {
  it('are seen and ended; the owner is told and the audit log says by whom', async () => {
    const [manager, payer] = [await signIn(services, 'managerA'), await signIn(services, 'payA1')]
    const accountId = people.accounts.payA1
    const { rows } = await manager.answer('accountSessions', { accountId })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.current).toBe(false)
    const sessionId = rows[0]?.sessionId
    expect(await outcome(manager.call('endAccountSessions', { accountId, sessionId }))).toEqual([200, 'done'])
    expect(await isLive(payer)).toBe(false)
    expect(await outcome(manager.call('endAccountSessions', { accountId, sessionId }))).toEqual([
      404,
      'session-gone',
    ])
    const notices = await services.query('select kind, by_name from account_notices where account_id = $1', [
      accountId,
    ])
    expect(notices).toEqual([{ kind: 'sessions-ended', by_name: 'Name of managerA' }])
    const entries = await services.query(
      "select account from audit_entries where action = 'end-session' and account = 'managerA'",
    )
    expect(entries).toHaveLength(1)
  })

  it('are not those of another account, of managers, of oneself or of another platform', async () => {
    const [manager, admin, other] = [
      await signIn(services, 'managerA'),
      await signIn(services, 'admin'),
      await signIn(services, 'payB1'),
    ]
    const sessionId = (await listed(other))[0]?.sessionId ?? 0
    const end = (accountId: number, id?: number) =>
      outcome(manager.call('endAccountSessions', { accountId, ...(id ? { sessionId: id } : {}) }))
    // An account in scope does not open the session of one that is not.
    expect(await end(people.accounts.payA1, sessionId)).toEqual([404, 'session-gone'])
    expect(await end(people.accounts.payB1, sessionId)).toEqual([404, 'not-found'])
    expect(await end(people.accounts.admin)).toEqual([403, 'managers-account'])
    expect(await end(people.accounts.managerA)).toEqual([422, 'own-account'])
    const seen = await manager.call('accountSessions', { accountId: people.accounts.admin })
    expect(seen.body.code).toBe('managers-account')
    expect(await Promise.all([manager, admin, other].map(isLive))).toEqual([true, true, true])
  })
})
