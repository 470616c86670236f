// Approval policies end to end: proposed and confirmed, frozen at the upload, as many reviewers as they ask for, and ceilings (ADR 69).

import type { changeProviderPolicy } from '@paywages/wire/approvals/endpoints.ts'
import type { InputOf } from '@paywages/wire/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { fund, storeBatch, takeStep, uploadRows } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

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

describe('changing a policy', () => {
  it('waits for another manager, shows before and after, and tells those concerned', async () => {
    const { providerId, pay } = await company()
    const wanted = policy(
      [tier(0n, 1, { newSharePercent: 30 }), tier(50_000_00n, 2, { managerReviews: true })],
      {
        batchCeilingFen: 1_000_000_00n,
        dayCeilingFen: 3_000_000_00n,
      },
    )
    const proposed = await manager.call('changeProviderPolicy', { providerId, ...wanted, reason: '加强复核' })
    expect(proposed.body).toMatchObject({ status: 0, msg: '已提交，待另一位管理员确认' })
    const before = await manager.answer('providerPolicy', { providerId })
    expect([before.policy.tiers.length, before.waiting]).toEqual([1, true])
    expect((await manager.call('confirmProposal', { proposalId: idOf(proposed) })).body.code).toBe(
      'own-proposal',
    )
    const { rows } = await admin.answer('listProposals', {})
    expect(rows.find(({ proposalId }) => proposalId === idOf(proposed))).toMatchObject({
      kind: 'change-policy',
      facts: expect.arrayContaining([
        {
          field: 'approvalTiers',
          before: '1 位复核',
          after: '1 位复核（新收款人与换卡超过 30% 按下一档）；50,000.00 元起 2 位复核，其中 1 位须为管理员',
        },
        { field: 'batchCeiling', before: '不限', after: '1,000,000.00 元' },
        { field: 'dayCeiling', before: '不限', after: '3,000,000.00 元' },
      ]),
    })
    expect((await admin.call('confirmProposal', { proposalId: idOf(proposed) })).http).toBe(200)
    const after = await manager.answer('providerPolicy', { providerId })
    expect(after).toMatchObject({ policy: wanted, waiting: false, reviewers: 3, managers: 1 })
    const told = await services.query<{ account: string }>(
      "select account from account_notices join accounts using (account_id) where kind = 'policy-changed' and about = $1",
      [after.name],
    )
    expect(told.map(({ account }) => account)).toContain(pay)
  })

  it('is refused where it is no policy, or the one that holds', async () => {
    const { providerId } = await company()
    const code = async (wanted: Policy) =>
      (await manager.call('changeProviderPolicy', { providerId, ...wanted })).body.code
    expect(await code(policy([tier(0n, 1), tier(0n, 2)]))).toBe('policy-tiers-order')
    expect(await code(policy([tier(0n, 6)]))).toBe('policy-reviewers')
    expect(await code(policy([tier(0n, 1)]))).toBe('policy-unchanged')
    const foreign = { providerId: people.providers.B1, ...policy([tier(0n, 2)]) }
    expect((await manager.call('changeProviderPolicy', foreign)).http).toBe(404)
  })

  it('is void where the policy changed after it was proposed', async () => {
    const { providerId } = await company()
    const proposed = await manager.call('changeProviderPolicy', { providerId, ...policy([tier(0n, 2)]) })
    const other = JSON.stringify({
      tiers: [{ from: '0', reviewers: 3, manager: false, share: null }],
      batch: null,
      day: null,
    })
    await services.query(
      'insert into approval_policies (provider_id, policy, changed_at) values ($1, $2, now())',
      [providerId, other],
    )
    expect((await admin.call('confirmProposal', { proposalId: idOf(proposed) })).body.code).toBe(
      'proposal-outdated',
    )
  })
})

describe('reviews', () => {
  it('are as many as the tier of the upload asks for, by different people', async () => {
    const { providerId, pay, check, second, chief } = await company()
    await setPolicy(providerId, policy([tier(0n, 1), tier(10_000_00n, 3, { managerReviews: true })]))
    const { batchId } = await storeBatch(services, pay, rowsOf('10000.00'))
    // What is set later does not touch it.
    await setPolicy(providerId, policy([tier(0n, 1)]))
    await takeStep(services, pay, batchId, 'reviewing')
    await takeStep(services, check, batchId, 'ready')
    expect(await refusalOf(takeStep(services, pay, batchId, 'transferring'))).toBe('state-changed')
    expect(await refusalOf(takeStep(services, check, batchId, 'ready'))).toBe('reviewer-twice')
    const payer = await signIn(services, pay)
    const { rows } = await payer.answer('listBatches', {})
    expect(rows.find((row) => row.batchId === batchId)).toMatchObject({
      status: 'reviewing',
      reviewersNeeded: 3,
      reviewsDone: 1,
    })
    await takeStep(services, second, batchId, 'ready')
    // A third one who is no manager cannot take the last place.
    const wanted = { providerId, platformId: people.platforms.A, account: `${check}c` }
    await services.database.transact((tx) => createAccount(tx, services, 'check', wanted))
    expect(await refusalOf(takeStep(services, `${check}c`, batchId, 'ready'))).toBe('manager-must-review')
    await takeStep(services, chief, batchId, 'ready')
    const head = await payer.answer('batchHead', { batchId })
    expect(head).toMatchObject({
      status: 'ready',
      tierWords: '第 2 档（10,000.00 元起）',
      reviewersNeeded: 3,
      managerReviews: true,
    })
    await takeStep(services, pay, batchId, 'transferring')
  })

  it('of two at once by one person, one counts', async () => {
    const { providerId, pay, check } = await company()
    await setPolicy(providerId, policy([tier(0n, 2)]))
    const { batchId } = await storeBatch(services, pay, rowsOf('100.00'))
    await takeStep(services, pay, batchId, 'reviewing')
    const both = await Promise.all([1, 2].map(() => refusalOf(takeStep(services, check, batchId, 'ready'))))
    expect(both.sort()).toEqual(['done', 'reviewer-twice'])
  })

  it('are raised where too much of the amount goes to new payees or changed cards', async () => {
    const { providerId, pay } = await company()
    await setPolicy(providerId, policy([tier(0n, 1, { newSharePercent: 50 }), tier(10_000_00n, 2)]))
    const { batchId } = await storeBatch(services, pay, rowsOf('100.00'))
    const payer = await signIn(services, pay)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({
      reviewersNeeded: 2,
      tierWords: '第 2 档（10,000.00 元起），因新收款人与换卡占比升档',
    })
  })

  it('are not fewer than the platform asks for, whatever the provider set', async () => {
    const { providerId, pay } = await company()
    const platformId = (
      await services.query<{ id: number }>(
        "insert into platforms (name, created_at) values ('严格平台', now()) returning platform_id as id",
      )
    )[0]?.id as number
    await services.query('insert into provider_platforms (provider_id, platform_id) values ($1, $2)', [
      providerId,
      platformId,
    ])
    const proposed = await admin.call('changePlatformPolicy', { platformId, ...policy([tier(0n, 2)]) })
    expect((await manager.call('confirmProposal', { proposalId: idOf(proposed) })).http).toBe(200)
    const { batchId } = await storeBatch(services, pay, rowsOf('100.00'))
    const payer = await signIn(services, pay)
    expect(await payer.answer('batchHead', { batchId })).toMatchObject({
      reviewersNeeded: 2,
      tierWords: '平台「严格平台」第 1 档',
    })
    expect((await manager.answer('providerPolicy', { providerId })).floors).toMatchObject([
      { platformName: '严格平台' },
    ])
  })
})

describe('ceilings', () => {
  it('of a batch refuse the sheet with both amounts, and the start where it grew', async () => {
    const { providerId, pay, check } = await company()
    await setPolicy(providerId, policy([tier(0n, 1)], { batchCeilingFen: 500_00n }))
    const over = uploadRows(services, pay, rowsOf('250.01', 2))
    await expect(over).rejects.toMatchObject({
      code: 'batch-over-ceiling',
      detail: { amount: '500.02', ceiling: '500.00' },
    })
    const { batchId } = await storeBatch(services, pay, rowsOf('250.00', 2))
    await takeStep(services, pay, batchId, 'reviewing')
    await takeStep(services, check, batchId, 'ready')
    await services.query('update payout_batches set gross_fen = gross_fen + 1 where batch_id = $1', [batchId])
    expect(await refusalOf(takeStep(services, pay, batchId, 'transferring'))).toBe('batch-over-ceiling')
    await services.query('update payout_batches set gross_fen = gross_fen - 1 where batch_id = $1', [batchId])
    await takeStep(services, pay, batchId, 'transferring')
  })

  it('of a day let one of two starts at once through, and the other on the next day', async () => {
    const { providerId, pay, check } = await company()
    await setPolicy(providerId, policy([tier(0n, 1)], { dayCeilingFen: 500_00n }))
    const batches = [await ready(300), await ready(300)]
    async function ready(yuan: number) {
      const { batchId } = await storeBatch(services, pay, [{ ...freshRow(), amount: `${yuan}.00` }])
      await takeStep(services, pay, batchId, 'reviewing')
      await takeStep(services, check, batchId, 'ready')
      return batchId
    }
    const both = await Promise.all(
      batches.map((batchId) => refusalOf(takeStep(services, pay, batchId, 'transferring'))),
    )
    expect(both.toSorted()).toEqual(['day-over-ceiling', 'done'])
    services.clock.advance(86_400_000)
    const left = batches[both.indexOf('day-over-ceiling')] as number
    await takeStep(services, pay, left, 'transferring')
  })
})
