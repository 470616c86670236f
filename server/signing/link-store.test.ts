// Links of one person at one provider: one is open at a time, and only for those who have not signed.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID_CARD_NO } from '../adapters/personal-data/contexts.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { lockUnregisteredBatch } from '../payouts/registration-store.ts'
import { lockBatchesOf, type Payee } from '../payouts/signing-counts.ts'
import { invitedPerson, registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { storeBatch } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { issueLinks, type LinkDraft } from './link-store.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const draftOf = (userIds: readonly number[]): LinkDraft => ({
  providerId: people.providers.A1,
  userIds,
  batchId: null,
  createdBy: people.accounts.payA1,
  at: services.clock.now(),
  notify: false,
})

const invite = (userIds: readonly number[]) =>
  services.database.transact((tx) => issueLinks(tx, services.cipher, draftOf(userIds)))

const openLinks = (userId: number) =>
  services.query<{ id: number }>(
    'select link_id::int as id from signing_links where freelancer_id = $1 and used_at is null and revoked_at is null and replaced_at is null',
    [userId],
  )

it('replaces the open link of a person and stores no token in plain text', async () => {
  const { userId, link } = await invitedPerson(services, 'payA1')
  const [second] = await invite([userId])
  expect(second?.token).not.toBe(link.token)
  expect(await openLinks(userId)).toEqual([{ id: second?.linkId }])
  const stored = JSON.stringify(
    await services.query('select row_to_json(l)::text as row from signing_links l'),
  )
  expect(stored).not.toContain(link.token)
  expect(stored).not.toContain(second?.token)
})

it('issues no link to people who have signed or are unknown to the provider', async () => {
  const signed = await signedPerson(services, 'payA1')
  const foreign = await registeredPerson(services, 'payA2')
  const fresh = await registeredPerson(services, 'payA1')
  const made = await invite([signed.userId, foreign.userId, fresh.userId, fresh.userId])
  expect(made.map(({ userId }) => userId)).toEqual([fresh.userId])
})

it('leaves one open link per person after concurrent invitations', async () => {
  const ids = await Promise.all(
    Array.from({ length: 3 }, async () => (await registeredPerson(services, 'payA1')).userId),
  )
  await Promise.all(Array.from({ length: 6 }, (_, n) => invite(n % 2 === 0 ? ids : [...ids].reverse())))
  for (const id of ids) expect(await openLinks(id)).toHaveLength(1)
})

it.each([
  ['a signing', (tx: Tx, payee: Payee) => lockBatchesOf(tx, payee)],
  ['a registration', (tx: Tx, _: Payee, batchId: number) => lockUnregisteredBatch(tx, batchId)],
])('issues a link for a batch while %s holds its lock', async (_, hold) => {
  const row = freshRow()
  const { userId, providerId, idCardNo } = await registeredPerson(services, 'payA1', row)
  const { batchId } = await storeBatch(services, 'payA1', [row])
  const payee = { providerId, idHash: services.cipher.lookupHash(idCardNo, ID_CARD_NO) }
  await services.database.transact(async (held) => {
    expect(await hold(held, payee, batchId)).toBeTruthy()
    await services.database.transact(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await issueLinks(tx, services.cipher, { ...draftOf([userId]), batchId })
    })
  })
  expect(await openLinks(userId)).toHaveLength(1)
})
