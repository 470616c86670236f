// Approvals signed by passkeys: what is decided is signed, and whoever forges one with database and secret in hand is found (ADR 65).

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEntry } from '../audit-log/record-entry.ts'
import { keyDigest } from '../factors/passkeys.ts'
import { insertApproval } from '../payouts/approval-store.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { digestContent } from '../payouts/content-digest-store.ts'
import { contentHash } from '../payouts/content-hash.ts'
import { actorOf } from '../testing/actor.ts'
import { type Authenticator, challengeOf, newAuthenticator, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { passkeysAreTheirOwners } from './key-change-checks.ts'
import { decisionsAreLogged } from './logged-decisions.ts'
import { approvalsAreSigned } from './signature-checks.ts'

let services: TestServices
let people: People
let key: Authenticator & { readonly passkeyId: number }
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
      ...(await decisionsAreLogged(tx)),
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

/** The keyed hash is right, and the log is told: the forger holds the key and may append. */
async function forgeReview(
  batchId: number,
  { at = services.clock.now(), logged = true }: { at?: Date; logged?: boolean } = {},
): Promise<void> {
  const by = { ...(await actorOf(services, 'checkA1')), at }
  await services.database.transact(async (tx) => {
    const batch = await findBatch(tx, { of: 'everything' }, batchId)
    if (!batch) throw new Error('no batch')
    await insertApproval(tx, batchId, {
      step: 'review',
      accountId: people.accounts.checkA1,
      passed: true,
      reason: '',
      at,
      contentHash: contentHash(services, batch, await digestContent(tx, batchId)),
      keyId: services.keys.currentId,
    })
    const object = { kind: 'payout-batch', id: batchId }
    if (logged) await recordEntry(tx, by, { action: 'review-batch', object })
  })
}

const forgetLastApproval = () =>
  forge(
    'delete from payout_approvals where approval_id = (select max(approval_id) from payout_approvals)',
    'payout_approvals',
  )

it('a review forged with the database and the secret is found', async () => {
  const batchId = await underReview()
  await forgeReview(batchId, { logged: false })
  expect(await findings()).toEqual([expect.stringContaining('is not in the audit log')])
  await forgetLastApproval()
  await forgeReview(batchId)
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
  await forgetLastApproval()
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
  await forge('update passkeys set removed_at = null', 'passkeys')
})

const HOUR = 3_600_000

describe('a review forged around the time of its passkey is found', () => {
  const passkeyOf = 'where passkey_id = $1'
  const objectOf = () => ({ kind: 'account', id: people.accounts.checkA1 })

  it.each<[string, () => Promise<() => Promise<void>>, RegExp]>([
    [
      'dated before it, with an entry in the log',
      async () => {
        await forgeReview(await underReview(), { at: new Date(services.clock.now().getTime() - HOUR) })
        return async () => undefined
      },
      /is not signed/,
    ],
    [
      'the key dated later',
      async () => {
        const move = `update passkeys set added_at = added_at + $2::interval ${passkeyOf}`
        await forge(move, 'passkeys', [key.passkeyId, '1 day'])
        return () => forge(move, 'passkeys', [key.passkeyId, '-1 day'])
      },
      /was added at another time/,
    ],
    [
      'the key moved to somebody else',
      async () => {
        const move = `update passkeys set account_id = $2 ${passkeyOf}`
        await forge(move, 'passkeys', [key.passkeyId, people.accounts.checkA2])
        return () => forge(move, 'passkeys', [key.passkeyId, people.accounts.checkA1])
      },
      /is not the one that its owner added/,
    ],
    [
      'another key under its number, with a new word in the log',
      async () => {
        const own = newAuthenticator()
        const put = `update passkeys set public_key = $2 ${passkeyOf}`
        const after = { passkey: key.passkeyId, name: 'Phone', key: keyDigest(own.publicKey) }
        const by = await actorOf(services, 'checkA1')
        await services.database.transact((tx) =>
          recordEntry(tx, by, { action: 'add-passkey', object: objectOf(), after }),
        )
        await forge(put, 'passkeys', [key.passkeyId, own.publicKey])
        return () => forge(put, 'passkeys', [key.passkeyId, key.publicKey])
      },
      /is not the one that its owner added/,
    ],
    [
      'after a reset that nobody agreed to',
      async () => {
        const batchId = await underReview()
        const by = await actorOf(services, 'managerA')
        const put = `update passkeys set removed_at = $2 ${passkeyOf}`
        await services.database.transact((tx) =>
          recordEntry(tx, by, { action: 'reset-factor', object: objectOf() }),
        )
        await forge(put, 'passkeys', [key.passkeyId, by.at])
        await forgeReview(batchId)
        return () => forge(put, 'passkeys', [key.passkeyId, null])
      },
      /is not signed/,
    ],
  ])('%s', async (_, act, finding) => {
    const before = await findings()
    const undo = await act()
    const found = (await findings()).filter((what) => !before.includes(what))
    expect(found).toContainEqual(expect.stringMatching(finding))
    await undo()
  })
})

it('rows changed behind a signature are found also where a rejection was added after it', async () => {
  const batchId = await underReview()
  await signReview(batchId)
  await client.answer('decideBatch', { batchId, ...review })
  const before = await findings()
  await services.database.transact((tx) =>
    insertApproval(tx, batchId, {
      step: 'review',
      accountId: people.accounts.checkA1,
      passed: false,
      reason: 'forged',
      at: services.clock.now(),
      contentHash: null,
      keyId: null,
    }),
  )
  await forge('update payout_rows set amount_fen = amount_fen + 1 where batch_id = $1', 'payout_rows', [
    batchId,
  ])
  const found = (await findings()).filter((what) => !before.includes(what))
  expect(found).toContainEqual(expect.stringContaining('goes on after a review that did not pass'))
  expect(found).toContainEqual(expect.stringContaining('is not what was signed'))
})
