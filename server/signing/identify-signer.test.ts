// Links and identities: what a link tells, what guessing it or the person behind it leads to, and codes by text message.

import { randomBytes } from 'node:crypto'
import { linkEnd } from '@paywages/domain/signing/signing-link.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, encodeInput, readReply, requestOf, signIn } from '../testing/client.ts'
import { invitedPerson, registeredPerson } from '../testing/freelancers.ts'
import { createPeople, type People } from '../testing/people.ts'
import { type Invited, identified, identityOf, photographed, signingOf } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { MAX_FAILURES } from './limit-address.ts'
import { issueLinks } from './link-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())
// Failures of the tests before are forgotten.
beforeEach(() => services.clock.advance(31 * 60_000))

const open = (token: string) => clientOf(services).call('openLink', { token })
const identify = (person: Invited, change: object = {}) =>
  clientOf(services).call('identifySigner', { ...identityOf(person), ...change })
const linkOf = async ({ link }: Invited) => {
  const [row] = await services.query('select * from signing_links where link_id = $1', [link.linkId])
  return row ?? {}
}

describe('openLink', () => {
  it('returns provider, brand and expiry without personal data, and stores the first opening', async () => {
    const person = await invitedPerson(services, 'payA1')
    const opened = await clientOf(services).answer('openLink', { token: person.link.token })
    expect(opened).toEqual({
      providerName: 'Provider A1 Ltd',
      plat: 1,
      brandName: '星河薪付',
      expiresAt: linkEnd(services.clock.now()),
      codeRequired: false,
    })
    const first = services.clock.now()
    services.clock.advance(60_000)
    await open(person.link.token)
    expect(await linkOf(person)).toMatchObject({ opened_at: first })
  })

  it('uses the brand of the inviting session', async () => {
    const person = await registeredPerson(services, 'payA1')
    const payer = await signIn(services, 'payA1')
    await services.query('update sessions set brand = 2')
    const { link } = await payer.answer('invitePeople', { userIds: [person.userId] })
    const token = link?.url.split('/').at(-1) ?? ''
    expect(await clientOf(services).answer('openLink', { token })).toMatchObject({
      plat: 2,
      brandName: '远山结算',
    })
  })

  it.each([
    ['made up', randomBytes(32).toString('base64url')],
    ['empty', ''],
    ['mangled', '%E4%BD%A0'],
    ['of another form', "' or 1=1 --"],
  ])('answers link-unknown for a token that is %s', async (_, token) => {
    const { http, body } = await open(token)
    expect([http, body.code, body.data]).toEqual([404, 'link-unknown', null])
  })

  it('rejects a used, revoked, replaced, locked or expired link, as all later steps do', async () => {
    const by = people.accounts.payA1
    const spoilt = [
      ['link-used', 'used_at = now()'],
      ['link-revoked', `revoked_at = now(), revoked_by = ${by}`],
      ['link-replaced', 'replaced_at = now()'],
      ['link-locked', 'failed_tries = 5'],
      ['link-expired', "expires_at = '2026-01-01'"],
    ] as const
    for (const [code, change] of spoilt) {
      const person = await invitedPerson(services, 'payA1')
      const signer = await photographed(services, person)
      await services.query(`update signing_links set ${change} where link_id = $1`, [person.link.linkId])
      const image = 'AAAA'
      const answers = [
        await open(person.link.token),
        await identify(person),
        await clientOf(services).call('sendCode', identityOf(person)),
        await clientOf(services).call('storePhoto', { session: signer.session, side: 'front', image }),
        await clientOf(services).call('completeSigning', signingOf(signer)),
      ]
      expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => code))
    }
  })

  it('accepts a link for exactly seven days', async () => {
    const person = await invitedPerson(services, 'payA1')
    services.clock.set(new Date(person.link.expiresAt.getTime() - 1))
    expect((await open(person.link.token)).body.status).toBe(0)
    services.clock.advance(1)
    expect((await open(person.link.token)).body.code).toBe('link-expired')
  })
})

describe('identifySigner', () => {
  it('answers a wrong name and a wrong ID tail alike and locks the link after five attempts', async () => {
    const person = await invitedPerson(services, 'payA1')
    const wrong = [{ name: '别人' }, { tail: '000000' }, { name: '别人', tail: '000000' }, { name: '另人' }]
    for (const [index, change] of wrong.entries()) {
      const { http, body } = await identify(person, change)
      const left = 4 - index
      expect([http, body]).toEqual([
        422,
        {
          left,
          status: 422,
          code: 'identity-wrong',
          msg: `姓名或身份证号后六位不正确，还可尝试 ${left} 次`,
          data: null,
        },
      ])
    }
    expect((await identify(person, { tail: '000000' })).body.code).toBe('link-locked')
    expect((await identify(person)).body.code).toBe('link-locked')
    const entries = await services.query(
      "select account, provider_id, object_id, address from audit_entries where action = 'lock-signing-link'",
    )
    expect(entries).toEqual([
      {
        account: '',
        provider_id: person.providerId,
        object_id: String(person.link.linkId),
        address: '127.0.0.1',
      },
    ])
  })

  it('allows only five of many concurrent attempts and locks once', async () => {
    const person = await invitedPerson(services, 'payA1')
    const answers = await Promise.all(Array.from({ length: 12 }, () => identify(person, { tail: '000000' })))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'identity-wrong')).toHaveLength(4)
    expect(codes.filter((code) => code === 'link-locked')).toHaveLength(8)
    expect(await linkOf(person)).toMatchObject({ failed_tries: 5, session_hash: null })
    const entries = await services.query(
      "select 1 from audit_entries where action = 'lock-signing-link' and object_id = $1",
      [String(person.link.linkId)],
    )
    expect(entries).toHaveLength(1)
  })

  it('resets failed attempts after a success', async () => {
    const person = await invitedPerson(services, 'payA1')
    for (let n = 0; n < 4; n += 1) await identify(person, { tail: '000000' })
    expect((await identify(person)).body.status).toBe(0)
    expect(await linkOf(person)).toMatchObject({ failed_tries: 0 })
  })

  it('starts a session of thirty minutes and returns the texts without full numbers', async () => {
    const person = await invitedPerson(services, 'payA1')
    const { raw } = await identify(person)
    const signer = await identified(services, person)
    expect(signer).toMatchObject({ name: person.name, hasFront: false, hasBack: false })
    expect(signer.sessionUntil.getTime() - services.clock.now().getTime()).toBe(30 * 60_000)
    const words = JSON.stringify(signer.contract)
    expect(words).toContain('Provider A1 Ltd')
    expect(words).toContain(`${person.idCardNo.slice(0, 6)}********${person.idCardNo.slice(-4)}`)
    expect(signer.contract.clauses.length).toBeGreaterThanOrEqual(11)
    expect(signer.notice.title).toBe('个人信息处理说明')
    for (const secret of [person.idCardNo, person.phone, person.cardNo])
      expect(raw.body).not.toContain(secret)
    expect(Object.values(await linkOf(person))).not.toContain(signer.session)
  })

  it('ends the session of an earlier tab', async () => {
    const person = await invitedPerson(services, 'payA1')
    const older = await photographed(services, person)
    const newer = await identified(services, person)
    expect(newer).toMatchObject({ hasFront: true, hasBack: true })
    const { http, body } = await clientOf(services).call('completeSigning', signingOf(older))
    expect([http, body.code]).toEqual([409, 'signing-session-over'])
    expect((await clientOf(services).call('completeSigning', signingOf(newer))).body.status).toBe(0)
  })

  it('requires identification again after thirty minutes', async () => {
    const person = await invitedPerson(services, 'payA1')
    const signer = await photographed(services, person)
    services.clock.advance(30 * 60_000)
    const { body } = await clientOf(services).call('completeSigning', signingOf(signer))
    expect(body.code).toBe('signing-session-over')
  })

  it('does not offer photos that the sweep would delete during the session', async () => {
    const person = await invitedPerson(services, 'payA1')
    await photographed(services, person)
    services.clock.advance(23.4 * 3_600_000)
    expect(await identified(services, person)).toMatchObject({ hasFront: true })
    services.clock.advance(0.2 * 3_600_000)
    expect(await identified(services, person)).toMatchObject({ hasFront: false })
  })
})

it('throttles only the address that guesses tokens', async () => {
  const person = await invitedPerson(services, 'payA1')
  const from = async (remoteAddress: string, token: string) => {
    const request = requestOf('openLink', encodeInput('openLink', { token }))
    return readReply(await services.app.inject({ ...request, remoteAddress })).body.code
  }
  for (let n = 0; n < MAX_FAILURES; n += 1)
    expect(await from('203.0.113.7', randomBytes(32).toString('base64url'))).toBe('link-unknown')
  expect(await from('203.0.113.7', person.link.token)).toBe('too-many')
  expect(await from('203.0.113.8', person.link.token)).toBeUndefined()
  services.clock.advance(15 * 60_000)
  expect(await from('203.0.113.7', person.link.token)).toBeUndefined()
})

it('spares the links behind a throttled address whose person was identified, and only those', async () => {
  const [known, unknown] = [await invitedPerson(services, 'payA1'), await invitedPerson(services, 'payA1')]
  const OFFICE = '203.0.113.20'
  const from = async (name: 'openLink' | 'identifySigner', person: Invited, change: object = {}) => {
    const input = name === 'openLink' ? { token: person.link.token } : { ...identityOf(person), ...change }
    const request = requestOf(name, encodeInput(name, input as never))
    return readReply(await services.app.inject({ ...request, remoteAddress: OFFICE }))
  }
  expect((await from('identifySigner', known)).body.status).toBe(0)
  const wrongToken = requestOf('openLink', encodeInput('openLink', { token: 'A'.repeat(43) }))
  for (let n = 0; n < MAX_FAILURES; n += 1)
    await services.app.inject({ ...wrongToken, remoteAddress: OFFICE })
  for (const name of ['openLink', 'identifySigner'] as const) {
    expect((await from(name, known)).body.status).toBe(0)
    const { http, body, raw } = await from(name, unknown)
    expect([http, body.code, body.msg]).toEqual([429, 'too-many', '操作过于频繁，请 15 分钟后再试'])
    expect(raw.headers['retry-after']).toBe('900')
  }
  // Being spared is no leave to guess: the link counts for itself.
  for (let n = 0; n < 5; n += 1) await from('identifySigner', known, { tail: '000000' })
  expect((await from('identifySigner', known)).body.code).toBe('link-locked')
})

it('ends the open session when the link is replaced', async () => {
  const person = await invitedPerson(services, 'payA1')
  const signer = await photographed(services, person)
  await services.database.transact((tx) =>
    issueLinks(tx, services.cipher, {
      providerId: person.providerId,
      userIds: [person.userId],
      batchId: null,
      createdBy: people.accounts.payA1,
      at: services.clock.now(),
      notify: false,
    }),
  )
  const { body } = await clientOf(services).call('completeSigning', signingOf(signer))
  expect(body.code).toBe('signing-session-over')
  expect((await open(person.link.token)).body.code).toBe('link-replaced')
})
