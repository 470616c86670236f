// Batches whose reviews are fewer than their frozen tier demands are found, whoever forged them (I4, ADR 69).

import type { changeProviderPolicy } from '@paywages/wire/approvals/endpoints.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archivePart } from '../audit-log/archive-part.ts'
import { partsOf } from '../audit-log/part-store.ts'
import { startDueBatches } from '../payouts/start-due-batches.ts'
import { goOnIn, openOwner, sealAll } from '../testing/audit-parts.ts'
import { challengeOf, passkeyFor } from '../testing/authenticator.ts'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { fund, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { startBatch } from '../transfers/start-batch.ts'
import { reviewsAreComplete } from './approval-checks.ts'
import { WHOLE } from './extent.ts'
import { approvalsAreSigned } from './signature-checks.ts'
import { verifyInvariants } from './verify.ts'

type Policy = Omit<InputOf<typeof changeProviderPolicy>, 'providerId'>
type Tier = Policy['tiers'][number]

const tier = (fromFen: bigint, reviewers: number, more: Partial<Tier> = {}): Tier => ({
  fromFen,
  reviewers,
  managerReviews: false,
  newSharePercent: null,
  ...more,
})
const policy = (tiers: Tier[], more: Partial<Policy> = {}): Policy => ({
  tiers,
  batchCeilingFen: null,
  dayCeilingFen: null,
  ...more,
})

let services: TestServices
let people: People
let admin: Client
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  admin = await signIn(services, 'admin')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

type Company = ProviderFixture & { readonly second: string; readonly chief: string }

/** With a second reviewer, and one who is a manager. */
async function company(): Promise<Company> {
  const fixture = await openProviderFixture(services, people)
  const { providerId, check } = fixture
  await fund(services, providerId)
  const [second, chief] = [`${check}b`, `${check}m`]
  await services.database.transact(async (tx) => {
    const wanted = { providerId, platformId: people.platforms.A }
    await createAccount(tx, services, 'check', { ...wanted, account: second })
    await createAccount(tx, services, 'check', { ...wanted, account: chief })
  })
  await services.query('update accounts set manager = true where account = $1', [chief])
  return { ...fixture, second, chief }
}

const idOf = ({ body }: Reply) => (body as { proposalId?: number }).proposalId ?? 0

async function setPolicy(providerId: number, wanted: Policy): Promise<void> {
  const proposed = await manager.call('changeProviderPolicy', { providerId, ...wanted })
  expect([proposed.http, (await admin.call('confirmProposal', { proposalId: idOf(proposed) })).http]).toEqual(
    [200, 200],
  )
}

const rowsOf = (amount: string, count = 1) => freshRows(count).map((row) => ({ ...row, amount }))

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('a forged batch', () => {
  const found = async () =>
    (await services.database.read((tx) => reviewsAreComplete(tx, new Date(), WHOLE))).map(({ what }) => what)

  it('that starts with fewer reviews than its tier demands is refused and found', async () => {
    const { providerId, pay, check } = await company()
    await setPolicy(providerId, policy([tier(0n, 2)]))
    const { batchId, batchNo } = await storeBatch(services, pay, rowsOf('100.00'))
    await takeStep(services, pay, batchId, 'reviewing')
    await takeStep(services, check, batchId, 'ready')
    await services.query("update payout_batches set status = 'ready' where batch_id = $1", [batchId])
    expect(await refusalOf(takeStep(services, pay, batchId, 'transferring'))).toBe('reviews-missing')
    expect(await found()).toEqual([`batch ${batchNo} was reviewed by 1 of 2`])
    await services.query("update payout_batches set status = 'reviewing' where batch_id = $1", [batchId])
  })

  it('whose manager was made one afterwards is found', async () => {
    const { providerId, pay, chief } = await company()
    await setPolicy(providerId, policy([tier(0n, 1, { managerReviews: true })]))
    const { batchId, batchNo } = await storeBatch(services, pay, rowsOf('100.00'))
    await takeStep(services, pay, batchId, 'reviewing')
    await takeStep(services, chief, batchId, 'ready')
    expect(await found()).toEqual([])
    await services.query('alter table audit_entries disable trigger all')
    await services.query(
      "update audit_entries set after = after - 'asManager' where object_id = $1 and action = 'review-batch'",
      [String(batchId)],
    )
    await services.query('alter table audit_entries enable trigger all')
    expect(await found()).toEqual([`batch ${batchNo} was not reviewed by a manager, as its tier demands`])
    await services.query("update payout_batches set status = 'review-rejected' where batch_id = $1", [
      batchId,
    ])
  })
})

it('signed by several passkeys are all found good, and a demand taken away later is found', async () => {
  const { providerId, pay, check, second } = await company()
  await setPolicy(providerId, policy([tier(0n, 2)]))
  const { batchId } = await storeBatch(services, pay, rowsOf('100.00'))
  await takeStep(services, pay, batchId, 'reviewing')
  for (const account of [check, second]) {
    const [row] = await services.query<{ id: number }>(
      'select account_id as id from accounts where account = $1',
      [account],
    )
    const key = await passkeyFor(services, row?.id ?? 0)
    services.clock.advance(1_000)
    const client = await signIn(services, account)
    const review = { batchId, to: 'ready', pass: true } as const
    expect((await client.call('decideBatch', review)).body.code).toBe('signature-needed')
    const { options } = await client.answer('askSignature', review)
    await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
    expect((await client.call('decideBatch', review)).http).toBe(200)
  }
  await takeStep(services, pay, batchId, 'transferring')
  const found = async () =>
    (await verifyInvariants(services, { bankDays: 0 })).filter(({ invariant }) => invariant === 'I4')
  expect(await found()).toEqual([])
  await services.query('update payout_batches set reviewers_needed = 1 where batch_id = $1', [batchId])
  expect((await found()).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('is not what was approved'),
      expect.stringContaining('is not what was signed'),
    ]),
  )
  await services.query('update payout_batches set reviewers_needed = 2 where batch_id = $1', [batchId])
})

it('a scheduled start is held against the time that was signed for it', async () => {
  const { pay, check } = await company()
  const { batchId } = await storeBatch(services, pay, rowsOf('100.00'))
  await takeStep(services, pay, batchId, 'reviewing')
  await takeStep(services, check, batchId, 'ready')
  const [row] = await services.query<{ id: number }>(
    'select account_id as id from accounts where account = $1',
    [pay],
  )
  const key = await passkeyFor(services, row?.id ?? 0)
  services.clock.advance(1_000)
  const client = await signIn(services, pay)
  const dueAt = new Date(services.clock.now().getTime() + 3_600_000)
  const { options } = await client.answer('askSignature', { batchId, to: 'transferring', pass: true, dueAt })
  await client.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
  expect((await client.call('scheduleBatch', { batchId, dueAt })).http).toBe(200)
  services.clock.advance(3_600_000)
  expect(await startDueBatches(services, { start: startBatch, isHalted: async () => false })).toBe(1)
  const signed = async () => (await services.database.read(approvalsAreSigned)).map(({ what }) => what)
  expect(await signed()).toEqual([])
  await services.query(
    "update payout_schedules set due_at = due_at - interval '1 hour' where batch_id = $1",
    [batchId],
  )
  expect(await signed()).toEqual([expect.stringContaining('is signed for another time')])
  await services.query(
    "update payout_schedules set due_at = due_at + interval '1 hour' where batch_id = $1",
    [batchId],
  )
})

// The last one: it takes the log of all others away.
it('decisions whose month lies in the file store are judged as before', async () => {
  const findings = async () =>
    (await verifyInvariants(services, { bankDays: 0 })).filter(({ invariant }) =>
      /^I4$|^I10$/.test(invariant),
    )
  const count = async () => (await services.query('select from audit_entries')).length
  await sealAll(services)
  const [before, entries] = [await findings(), await count()]
  await goOnIn(services, 203001)
  services.clock.set(new Date('2033-01-01T00:00:00Z'))
  const owner = openOwner(services)
  try {
    for (const part of await services.database.query(partsOf))
      await archivePart({ services, owner, by: 'Operator' }, part, 24)
  } finally {
    await owner.close()
  }
  expect(await count()).toBeLessThan(entries)
  expect(await findings()).toEqual(before)
})
