// The paying account stands in what a passkey signs at a start: neither another choice nor another record of it goes unnoticed (ADR 65, ADR 83).

import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalsAreSigned } from '../invariants/signature-checks.ts'
import { findBatch } from '../payouts/batch-store.ts'
import { insertSchedule } from '../payouts/schedule-store.ts'
import { decisionDigest } from '../payouts/signed-decision.ts'
import { challengeOf, passkeyFor } from '../testing/authenticator.ts'
import { payByFiles } from '../testing/bank-files.ts'
import { signIn } from '../testing/client.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, readyBatch } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { startDue } from './start-due.ts'

const HOUR = 3_600_000
const START = { to: 'transferring', pass: true } as const

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

/** A batch that is ready, two accounts of which the starter chooses one, and a starter with a passkey. */
async function readyToSign() {
  const fixture = await openProviderFixture(services, people, { fen: 1_000_000n })
  const { batchId } = await readyBatch(services, fixture, [freshRow({ amount: '100.00' })])
  const chosen = await payByFiles(services, fixture.providerId)
  const other = await payByFiles(services, fixture.providerId, 'icbc-payroll')
  await services.query(
    'insert into account_choices (provider_id, starter_chooses, changed_at) values ($1, true, now())',
    [fixture.providerId],
  )
  const [row] = await services.query<{ id: number }>(
    'select account_id as id from accounts where account = $1',
    [fixture.pay],
  )
  const accountId = row?.id ?? 0
  const key = await passkeyFor(services, accountId)
  services.clock.advance(60_000)
  const payer = await signIn(services, fixture.pay)
  const sign = async (asked: { payingAccountId: number; dueAt?: Date }) => {
    const { options } = await payer.answer('askSignature', { batchId, ...START, ...asked })
    await payer.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
  }
  return { ...fixture, batchId, chosen, other, accountId, key, payer, sign }
}

const findings = async () => (await services.database.read(approvalsAreSigned)).map(({ what }) => what)

it('a start pays from the account that was signed, and verify finds another in its place', async () => {
  const { batchId, chosen, other, payer, sign } = await readyToSign()
  const start = async (payingAccountId: number) =>
    (await payer.call('decideBatch', { batchId, ...START, payingAccountId })).body.code ?? 'started'
  await sign({ payingAccountId: chosen })
  expect(await start(other)).toBe('signature-needed')
  await sign({ payingAccountId: chosen })
  expect(await start(chosen)).toBe('started')
  expect(await findings()).toEqual([])
  const put = (accountId: number) =>
    services.query('update bank_file_batches set paying_account_id = $2 where batch_id = $1', [
      batchId,
      accountId,
    ])
  await put(other)
  expect(await findings()).toEqual([expect.stringContaining('is not what was signed')])
  await put(chosen)
  expect(await findings()).toEqual([])
})

it('a start that is set keeps the account that was signed, or is not made', async () => {
  const { batchId, chosen, other, payer, sign } = await readyToSign()
  const dueAt = new Date(services.clock.now().getTime() + HOUR)
  const schedule = async (payingAccountId: number) =>
    (await payer.call('scheduleBatch', { batchId, dueAt, payingAccountId })).body.code ?? 'set'
  await sign({ payingAccountId: chosen, dueAt })
  expect(await schedule(other)).toBe('signature-needed')
  await sign({ payingAccountId: chosen, dueAt })
  expect(await schedule(chosen)).toBe('set')
  await services.query('update payout_schedules set paying_account_id = $2 where batch_id = $1', [
    batchId,
    other,
  ])
  services.clock.advance(HOUR)
  expect(await startDue(services)).toBe(0)
  const [ended] = await services.query<{ failure: string }>(
    'select failure from payout_schedules where batch_id = $1',
    [batchId],
  )
  expect(ended?.failure).toBe('content-changed')
})

it('what was signed before the account was part of it still holds, and no new start goes by it', async () => {
  const { batchId, providerId, chosen, accountId, key, payer } = await readyToSign()
  const dueAt = new Date(services.clock.now().getTime() + HOUR)
  await payer.answer('askSignature', { batchId, ...START, dueAt, payingAccountId: chosen })
  // As a release before this one asks it.
  const challenge = await services.database.transact(async (tx) => {
    const batch = await findBatch(tx, { of: 'everything' }, batchId)
    const asked = await tx
      .selectFrom('passkey_challenges')
      .select(['token_hash', 'about'])
      .where('about', 'is not', null)
      .executeTakeFirst()
    if (!batch || !asked) throw new Error('nothing was asked')
    const { paidFrom, ...about } = asked.about as { subject: string; paidFrom: number }
    expect(paidFrom).toBe(chosen)
    const { digest } = await decisionDigest(tx, batch, { step: 'start', accountId }, about)
    const earlier = { challenge: digest.toString('base64url'), about: JSON.stringify(about) }
    await tx
      .updateTable('passkey_challenges')
      .set(earlier)
      .where('token_hash', '=', asked.token_hash)
      .execute()
    return earlier.challenge
  })
  await payer.answer('givePasskey', { credential: key.answer(challenge) })
  const again = await payer.call('scheduleBatch', { batchId, dueAt, payingAccountId: chosen })
  expect(again.body.code).toBe('signature-needed')
  const [signed] = await services.query<{ id: string }>(
    'select signature_id as id from passkey_signatures where challenge = $1',
    [challenge],
  )
  await services.database.transact((tx) =>
    insertSchedule(tx, {
      ...{ batchId, providerId, accountId, dueAt, payingAccountId: chosen },
      setAt: services.clock.now(),
      signatureId: BigInt(signed?.id ?? 0),
    }),
  )
  services.clock.advance(HOUR)
  expect(await startDue(services)).toBe(1)
  expect(await findings()).toEqual([])
})
