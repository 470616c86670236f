// Passkeys: added, given at login, refused when their counter runs back or the question was another's; the last one stays (D48).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { challengeOf, newAuthenticator, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { logIn } from '../testing/log-in.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let demanding: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  demanding = await openTestServices({ sharing: services, settings: { SECOND_FACTOR: 'demanded' } })
  people = await createPeople(services)
})
afterAll(async () => {
  await demanding.close()
  await services.close()
})

const ask = async (client: Client) => challengeOf((await client.answer('askPasskey', {})).options)
const give = async (client: Client, credential: string) =>
  (await client.call('givePasskey', { credential })).body.code ?? 'given'

it('is set up at the first login, given at the next, and the last one is not removed', async () => {
  const { client } = await logIn(demanding, 'payA1')
  const key = newAuthenticator()
  const challenge = challengeOf((await client.answer('startPasskey', {})).options)
  const added = await client.answer('addPasskey', { credential: key.register(challenge), name: '手机' })
  expect(added.recoveryCodes).toHaveLength(10)
  const again = await client.call('addPasskey', { credential: key.register(challenge), name: '手机' })
  expect(again.body.code).toBe('passkey-refused')
  const { passkeys } = await client.answer('myFactors', {})
  expect(passkeys.map(({ name }) => name)).toEqual(['手机'])
  const removed = await client.call('removePasskey', { passkeyId: passkeys[0]?.passkeyId ?? 0 })
  expect(removed.body.code).toBe('last-factor')

  const next = await logIn(demanding, 'payA1')
  expect(next.body.data).toMatchObject({ factor: 'asked', hasPasskey: 1, hasTotp: 0 })
  expect((await next.client.call('listBatches', {})).body.code).toBe('factor-needed')
  expect(await give(next.client, key.answer(await ask(next.client)))).toBe('given')
  expect((await next.client.call('listBatches', {})).http).toBe(200)
})

it('answers its own question once, and nobody else’s', async () => {
  const key = await passkeyFor(services, people.accounts.payA2)
  const stranger = await passkeyFor(services, people.accounts.payB1)
  const { client } = await logIn(services, 'payA2')
  const answer = key.answer(await ask(client))
  expect(await give(client, answer)).toBe('given')
  expect(await give(client, answer)).toBe('passkey-refused')
  expect(await give(client, stranger.answer(await ask(client)))).toBe('passkey-refused')
  expect(await give(client, key.answer('another-question'))).toBe('passkey-refused')
  const late = key.answer(await ask(client))
  services.clock.advance(5 * 60_000)
  expect(await give(client, late)).toBe('passkey-refused')
})

it('is refused and told when its counter runs back', async () => {
  const key = await passkeyFor(services, people.accounts.checkA1)
  const { client } = await logIn(services, 'checkA1')
  for (let use = 0; use < 3; use++) expect(await give(client, key.answer(await ask(client)))).toBe('given')
  key.counter = 1
  expect(await give(client, key.answer(await ask(client)))).toBe('passkey-cloned')
  expect((await client.answer('myFactors', {})).passkeys[0]?.cloneSeenAt).not.toBeNull()
  const told = await services.query(
    "select 1 from audit_entries where action = 'give-factor' and reason = 'passkey-cloned'",
  )
  expect(told).toHaveLength(1)
})

it('belongs to one host name: at another address there are none', async () => {
  const client = await signIn(services, 'managerA')
  const { body } = await client.call('startPasskey', {}, { host: '127.0.0.1' })
  expect(body.code).toBe('passkeys-unavailable')
})

it('is removed only by its owner', async () => {
  const key = await passkeyFor(services, people.accounts.managerB)
  const { passkeyId } = key
  const stranger = await signIn(services, 'managerA')
  expect((await stranger.call('removePasskey', { passkeyId })).http).toBe(404)
  const owner = await signIn(services, 'managerB')
  const { options } = await owner.answer('askKeySignature', { passkeyId })
  expect(await give(owner, key.answer(challengeOf(options)))).toBe('given')
  expect((await owner.call('removePasskey', { passkeyId })).http).toBe(200)
  expect((await owner.answer('currentUser', {})).hasPasskey).toBe(false)
})
