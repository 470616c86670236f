// Approvals signed by passkeys: what is decided is signed, and whoever forges one with database and secret in hand is found (ADR 65).

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertApproval } from '../payouts/approval-store.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { digestContent } from '../payouts/content-digest-store.ts'
import { contentHash } from '../payouts/content-hash.ts'
import { type Authenticator, challengeOf, newAuthenticator, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'
import { approvalsAreSigned } from './signature-checks.ts'

let services: TestServices
let people: People
let key: Authenticator
let client: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  key = await passkeyFor(services, people.accounts.checkA1)
  services.clock.advance(60_000)
  client = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

const findings = async () =>
  (
    await services.database.read(async (tx) => [
      ...(await approvalsAreSigned(tx)),
      ...(await passkeysAreTheirOwners(tx)),
    ])
  ).map(({ what }) => what)

const review = { to: 'ready', pass: true } as const

async function underReview(): Promise<number> {
  const { batchId } = await storeBatch(services, 'payA1', freshRows(3))
  await takeStep(services, 'payA1', batchId, 'reviewing')
  return batchId
}

async function signReview(batchId: number): Promise<void> {
  const { options } = await client.answer('askSignature', { batchId, ...review })
  await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
}

/** Past the triggers that keep histories, as the owner of the database could. */
async function forge(statement: string, table: string, values: readonly unknown[] = []): Promise<void> {
  await services.query(`alter table ${table} disable trigger all`)
  await services.query(statement, values)
  await services.query(`alter table ${table} enable trigger all`)
}

it('whoever has a passkey decides only with its signature of this very decision', async () => {
  const batchId = await underReview()
  const other = await underReview()
  const decide = async () => (await client.call('decideBatch', { batchId, ...review })).body.code ?? 'decided'
  expect(await decide()).toBe('signature-needed')
  await signReview(other)
  expect(await decide()).toBe('signature-needed')
  await signReview(batchId)
  await forge('update payout_rows set remark = $2 where batch_id = $1', 'payout_rows', [batchId, 'other'])
  expect(await decide()).toBe('signature-needed')
  await forge('update payout_rows set remark = $2 where batch_id = $1', 'payout_rows', [batchId, ''])
  await signReview(batchId)
  services.clock.advance(4 * 60_000)
  expect(await decide()).toBe('decided')
  expect(await findings()).toEqual([])
  const rejected = await client.call('decideBatch', {
    batchId: other,
    to: 'review-rejected',
    pass: false,
    reason: '不符',
  })
  expect(rejected.http).toBe(200)
})

it('the digest tells nothing of a row: its salts are random', async () => {
  const batchId = await underReview()
  const first = await client.answer('askSignature', { batchId, ...review })
  const second = await client.answer('askSignature', { batchId, ...review })
  expect(challengeOf(first.options)).not.toBe(challengeOf(second.options))
})

it('a review forged with the database and the secret is found', async () => {
  const batchId = await underReview()
  await services.database.transact(async (tx) => {
    const batch = await findBatch(tx, { of: 'everything' }, batchId)
    if (!batch) throw new Error('no batch')
    await insertApproval(tx, batchId, {
      step: 'review',
      accountId: people.accounts.checkA1,
      passed: true,
      reason: '',
      at: services.clock.now(),
      // The keyed hash is right: the forger holds the key.
      contentHash: contentHash(services, batch, await digestContent(tx, batchId)),
      keyId: services.keys.currentId,
    })
  })
  expect(await findings()).toEqual([expect.stringContaining('is not signed')])

  // With a signature by a key of the forger's own, put under the person's name.
  const own = newAuthenticator()
  await services.query(
    'insert into passkeys (account_id, credential_id, public_key, counter, name, added_at) values ($1, $2, $3, 0, $4, now())',
    [people.accounts.checkA1, own.credentialId, own.publicKey, 'forged'],
  )
  expect(await findings()).toContainEqual(expect.stringContaining('is not the one that its owner added'))
  await forge('delete from passkeys where name = $1', 'passkeys', ['forged'])

  // With an earlier signature of the same person.
  await forge(
    `insert into passkey_signatures (passkey_id, token_hash, about, challenge, client_data, authenticator_data, signature, signed_at)
     select passkey_id, token_hash, about, challenge, client_data, authenticator_data, signature, signed_at from passkey_signatures limit 1`,
    'passkey_signatures',
  )
  await services.query(
    'insert into approval_signatures select (select max(approval_id) from payout_approvals), (select max(signature_id) from passkey_signatures)',
  )
  expect(await findings()).toContainEqual(
    expect.stringMatching(/^the review of batch \S+ is (signed for another time|not what was signed)/),
  )
  await forge(
    'delete from approval_signatures where approval_id = (select max(approval_id) from payout_approvals)',
    'approval_signatures',
  )
  await forge(
    'delete from payout_approvals where approval_id = (select max(approval_id) from payout_approvals)',
    'payout_approvals',
  )
  expect(await findings()).toEqual([])
})

it('rows changed behind a signature, a changed signature and a key that is gone are found', async () => {
  const batchId = await underReview()
  await signReview(batchId)
  await client.answer('decideBatch', { batchId, ...review })
  expect(await findings()).toEqual([])
  await forge('update payout_rows set amount_fen = amount_fen + 1 where batch_id = $1', 'payout_rows', [
    batchId,
  ])
  expect(await findings()).toEqual([expect.stringContaining('is not what was signed')])
  await forge('update payout_rows set amount_fen = amount_fen - 1 where batch_id = $1', 'payout_rows', [
    batchId,
  ])
  const last = 'where signature_id = (select max(signature_id) from passkey_signatures)'
  const [before] = await services.query<{ signature: Buffer }>(
    `select signature from passkey_signatures ${last}`,
  )
  await forge(`update passkey_signatures set signature = $1 ${last}`, 'passkey_signatures', [randomBytes(70)])
  expect(await findings()).toEqual([expect.stringContaining('its passkey did not make')])
  await forge(`update passkey_signatures set signature = $1 ${last}`, 'passkey_signatures', [
    before?.signature,
  ])
  await forge('update passkeys set removed_at = added_at', 'passkeys')
  expect(await findings()).toContainEqual(expect.stringContaining('was taken away without its owner'))
})
