// Keys come and go by keys: codes, which database and secret can make, neither remove one nor put another beside it (ADR 97).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Authenticator, challengeOf, newAuthenticator, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { codeNow, giveApp } from '../testing/factors.ts'
import { holdLock } from '../testing/held-lock.ts'
import { logIn } from '../testing/log-in.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const findings = async () => (await services.database.read(passkeysAreTheirOwners)).map(({ what }) => what)

async function give(client: Client, key: Authenticator, options: string): Promise<void> {
  await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
}

/** An account with app and passkey, and somebody in it who has given a code. */
async function entered(account: AccountName) {
  await giveApp(services, true, [account])
  const key = await passkeyFor(services, people.accounts[account])
  services.clock.advance(60_000)
  const { client } = await logIn(services, account)
  await client.answer('giveCode', { code: codeNow(services) })
  const sign = async (change: { passkeyId?: number }) =>
    give(client, key, (await client.answer('askKeySignature', change)).options)
  return { key, client, sign }
}

it('a one-time code neither removes a passkey nor adds another', async () => {
  const { key, client } = await entered('checkA2')
  const { passkeyId } = key
  expect((await client.call('removePasskey', { passkeyId })).body.code).toBe('signature-needed')
  expect((await client.call('startPasskey', {})).body.code).toBe('signature-needed')
  expect(await findings()).toEqual([])
})

it('a key signs that another is added, and that it is removed; not the one for the other', async () => {
  const { key, client, sign } = await entered('checkA1')
  const { passkeyId } = key
  await sign({ passkeyId })
  expect((await client.call('startPasskey', {})).body.code).toBe('signature-needed')
  await sign({})
  expect((await client.call('removePasskey', { passkeyId })).body.code).toBe('signature-needed')
  const challenge = challengeOf((await client.answer('startPasskey', {})).options)
  await client.answer('addPasskey', { credential: newAuthenticator().register(challenge), name: '手机' })
  services.clock.advance(1_000)
  await sign({ passkeyId })
  await client.answer('removePasskey', { passkeyId })
  expect(await findings()).toEqual([])

  // Past the triggers that keep histories, as the owner of the database could.
  await services.query('alter table passkey_change_signatures disable trigger all')
  await services.query(
    `update passkey_change_signatures set signature_id = (select min(signature_id) from passkey_signatures) where change = 'add'`,
  )
  expect(await findings()).toEqual([expect.stringMatching(/was added without a key that its owner had$/)])
  await services.query('delete from passkey_change_signatures')
  expect(await findings()).toHaveLength(2)
  await services.query('alter table passkey_change_signatures enable trigger all')
})

it('a key that is taken away past its owner is found, one that two people reset is not', async () => {
  const { passkeyId } = (await entered('checkB1')).key
  const takenAway = `passkey ${passkeyId} was taken away without its owner`
  await services.query('update passkeys set removed_at = now() where passkey_id = $1', [passkeyId])
  expect(await findings()).toContain(takenAway)
  await services.query('update passkeys set removed_at = null where passkey_id = $1', [passkeyId])
  const accountId = people.accounts.checkB1
  const asked = (await signIn(services, 'managerB')).answer('resetFactor', { accountId })
  await confirmed(services, 'admin', asked)
  const [key] = await services.query('select removed_at from passkeys where passkey_id = $1', [passkeyId])
  expect(key?.removed_at).not.toBeNull()
  expect(await findings()).not.toContain(takenAway)
})

it('of two removals at once one factor stays where it is demanded', async () => {
  const demanding = await openTestServices({ sharing: services, settings: { SECOND_FACTOR: 'demanded' } })
  await giveApp(services, true, ['payA1'])
  const key = await passkeyFor(services, people.accounts.payA1)
  const { passkeyId } = key
  const { client } = await logIn(demanding, 'payA1')
  await give(client, key, (await client.answer('askPasskey', {})).options)
  await give(client, key, (await client.answer('askKeySignature', { passkeyId })).options)
  // Both have been let in, and seen two factors, before either of them has removed one.
  const held = await holdLock(services, 'select 1 from account_totps, passkeys for update')
  const both = [client.call('removePasskey', { passkeyId }), client.call('removeTotp', {})]
  await held.untilWaiting(2)
  await held.release()
  const codes = (await Promise.all(both)).map(({ body }) => body.code ?? 'removed')
  expect(codes.sort()).toEqual(['last-factor', 'removed'])
  await demanding.close()
})
