// Inviting people of a provider: whom it reaches, what it tells, and what stands in the audit log.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../testing/actor.ts'
import { registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { inviteUsers } from './invite-people.ts'
import { hashOf } from './link-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

async function invite(userIds: readonly number[], site?: string) {
  const by = await actorOf(services, 'payA1')
  const asked = { providerId: people.providers.A1, userIds, batchId: null }
  return services.database.transact((tx) =>
    inviteUsers(services, tx, site === undefined ? by : { ...by, site }, asked),
  )
}

const lastEntry = async () =>
  (
    await services.query(
      "select account, object_kind, object_id, provider_id, after from audit_entries where action = 'invite-people' order by entry_id desc limit 1",
    )
  )[0]

it('returns the link of a single person under the address of the request', async () => {
  const { userId } = await registeredPerson(services, 'payA1')
  const { link, ...counts } = await invite([userId, userId], 'https://console.example.com:8443')
  expect(counts).toEqual({ invited: 1, alreadySigned: 0, byMessage: false })
  const [site, token = ''] = (link?.url ?? '').split('/sign/')
  expect(site).toBe('https://console.example.com:8443')
  const [stored] = await services.query(
    'select link_id::int as id, token_hash as hash, expires_at as until, notice from signing_links where freelancer_id = $1',
    [userId],
  )
  expect(stored).toEqual({ id: link?.linkId, hash: hashOf(token), until: link?.expiresAt, notice: 'waiting' })
  expect(await lastEntry()).toEqual({
    account: 'payA1',
    object_kind: 'freelancer',
    object_id: String(userId),
    provider_id: people.providers.A1,
    after: { invited: 1, alreadySigned: 0 },
  })
})

it('returns no link for several people and counts those who have signed', async () => {
  const signed = await signedPerson(services, 'payA1')
  const fresh = await registeredPerson(services, 'payA1')
  expect(await invite([signed.userId, fresh.userId])).toEqual({
    invited: 1,
    alreadySigned: 1,
    link: null,
    byMessage: false,
  })
  expect(await lastEntry()).toMatchObject({
    object_kind: 'provider',
    object_id: String(people.providers.A1),
    after: { invited: 1, alreadySigned: 1 },
  })
  expect(await invite([signed.userId])).toEqual({
    invited: 0,
    alreadySigned: 1,
    link: null,
    byMessage: false,
  })
})

it('invites nobody when one person is unknown to the provider', async () => {
  const fresh = await registeredPerson(services, 'payA1')
  const foreign = await registeredPerson(services, 'payA2')
  await expect(invite([fresh.userId, foreign.userId])).rejects.toMatchObject({ code: 'not-found' })
  const links = await services.query('select 1 from signing_links where freelancer_id = $1', [fresh.userId])
  expect(links).toEqual([])
})
