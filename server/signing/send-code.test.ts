// Codes by text message, where a gateway is configured: sent to the phone on record, short-lived, and not to be guessed (D27).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clientOf } from '../testing/client.ts'
import { invitedPerson } from '../testing/freelancers.ts'
import { createPeople } from '../testing/people.ts'
import { type Invited, identityOf } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
})
afterAll(() => services.close())
beforeEach(() => {
  services.clock.advance(31 * 60_000)
  services.sms.codesRequired = true
  services.sms.fault = undefined
})

const send = (person: Invited, change: object = {}) =>
  clientOf(services).call('sendCode', { ...identityOf(person), ...change })
const identify = (person: Invited, code?: string) =>
  clientOf(services).call('identifySigner', { ...identityOf(person), code })
const codeOf = ({ phone }: Invited) => /\d{6}/.exec(services.sms.textsTo(phone).at(-1) ?? '')?.[0] ?? ''
/** Six digits that are not the code's. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function withCode(): Promise<{ person: Invited; code: string }> {
  const person = await invitedPerson(services, 'payA1')
  expect((await send(person)).body.status).toBe(0)
  return { person, code: codeOf(person) }
}

it('sends a code to the registered phone and accepts it once', async () => {
  const person = await invitedPerson(services, 'payA1')
  const opened = await clientOf(services).answer('openLink', { token: person.link.token })
  expect(opened.codeRequired).toBe(true)
  expect((await identify(person)).body.code).toBe('code-needed')
  const sent = await clientOf(services).answer('sendCode', identityOf(person))
  expect(sent).toEqual({ phone: `${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`, waitSeconds: 60 })
  const code = codeOf(person)
  expect(services.sms.textsTo(person.phone)[0]).toContain('Provider A1 Ltd')
  const kept = await services.query('select code_hash from signing_links where link_id = $1', [
    person.link.linkId,
  ])
  expect(kept[0]?.code_hash).not.toContain(code)
  expect((await identify(person, code)).body.status).toBe(0)
  expect((await identify(person, code)).body.code).toBe('code-wrong')
  expect(services.lines.join('')).not.toContain(code)
})

it('does not send a code for a wrong identity', async () => {
  const person = await invitedPerson(services, 'payA1')
  expect((await send(person, { tail: '000000' })).body).toMatchObject({ code: 'identity-wrong', left: 4 })
  expect(services.sms.textsTo(person.phone)).toEqual([])
})

it('sends a new code after a minute and accepts only the newest', async () => {
  const { person, code } = await withCode()
  services.clock.advance(59_000)
  const { http, body } = await send(person)
  expect([http, body]).toMatchObject([429, { code: 'code-too-soon', seconds: 1 }])
  services.clock.advance(1_000)
  expect((await send(person)).body.status).toBe(0)
  const newest = codeOf(person)
  if (newest !== code) expect((await identify(person, code)).body.code).toBe('code-wrong')
  expect((await identify(person, newest)).body.status).toBe(0)
})

it('sends ten codes for a link, and no more', async () => {
  const person = await invitedPerson(services, 'payA1')
  await services.query('update signing_links set code_sends = 9 where link_id = $1', [person.link.linkId])
  expect((await send(person)).body.status).toBe(0)
  services.clock.advance(60_000)
  const { http, body } = await send(person)
  expect([http, body.code]).toEqual([429, 'codes-used-up'])
  expect(services.sms.textsTo(person.phone)).toHaveLength(1)
  expect((await identify(person, codeOf(person))).body.status).toBe(0)
})

it('accepts a code for five minutes', async () => {
  const first = await withCode()
  services.clock.advance(5 * 60_000 - 1)
  expect((await identify(first.person, first.code)).body.status).toBe(0)
  const second = await withCode()
  services.clock.advance(5 * 60_000)
  expect((await identify(second.person, second.code)).body.code).toBe('code-wrong')
})

it('invalidates a code after five wrong attempts and locks the link after five such codes', async () => {
  const person = await invitedPerson(services, 'payA1')
  for (let codes = 1; codes <= 5; codes += 1) {
    // Longer than an address is slowed down for.
    services.clock.advance(31 * 60_000)
    await send(person)
    const code = codeOf(person)
    for (let attempts = 0; attempts < 5; attempts += 1)
      expect((await identify(person, otherThan(code))).body.code).toBe('code-wrong')
    expect((await identify(person, code)).body.code).toBe(codes < 5 ? 'code-wrong' : 'link-locked')
  }
})

it('reports a code that could not be sent and allows an immediate retry', async () => {
  const person = await invitedPerson(services, 'payA1')
  services.sms.fault = () => 'unreachable'
  const { http, body } = await send(person)
  expect([http, body.code]).toEqual([503, 'code-not-sent'])
  services.sms.fault = undefined
  expect((await send(person)).body.status).toBe(0)
  expect(services.lines.join('')).not.toContain(person.phone)
})

it('sends no code when no gateway is configured', async () => {
  services.sms.codesRequired = false
  const person = await invitedPerson(services, 'payA1')
  expect((await send(person)).body.code).toBe('code-not-sent')
  expect((await identify(person)).body.status).toBe(0)
})
