// Attacks on two pairs of eyes: one's own batch, switched rights, two at once, replays (D17, D18).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { freshName } from '../testing/endpoint-samples.ts'
import { holdLock } from '../testing/held-lock.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People, type Role } from '../testing/people.ts'
import { confirmed } from '../testing/proposals.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let payer: Client
let checker: Client
let manager: Client

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  payer = await signIn(services, 'payA1')
  checker = await signIn(services, 'checkA1')
  manager = await signIn(services, 'managerA')
})
afterAll(() => services.close())

const AUDIT = { to: 'reviewing', pass: true } as const
const REJECT_AUDIT = { to: 'audit-rejected', pass: false } as const
const REVIEW = { to: 'ready', pass: true } as const
const REJECT_REVIEW = { to: 'review-rejected', pass: false } as const

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

async function stateOf(batchId: number) {
  const [batch] = await services.query<{ status: string }>(
    'select status, withdrawn from payout_batches where batch_id = $1',
    [batchId],
  )
  const steps = await services.query<{ step: string }>(
    'select step from payout_approvals where batch_id = $1 order by approval_id',
    [batchId],
  )
  return [batch?.status, ...steps.map(({ step }) => step)]
}

async function newAccount(role: Role, provider: 'A1' | 'A2' = 'A1') {
  const account = freshName()
  const fixture = { providerId: people.providers[provider], platformId: people.platforms.A }
  const accountId = await services.database.transact((tx) =>
    createAccount(tx, services, role, { account, ...fixture }),
  )
  return { account, accountId }
}

/** Takes the pay right and gives the check right, through the calls that managers have. */
async function makeReviewer(accountId: number): Promise<void> {
  await manager.answer('updateAccount', { accountId, platformId: people.platforms.A, payRight: false })
  const asked = manager.answer('updateAccount', {
    accountId,
    platformId: people.platforms.A,
    checkRight: true,
  })
  await confirmed(services, 'admin', asked)
}

describe('a reviewer who took part in the batch', () => {
  it('is refused as its uploader after a change of rights, both to pass and to reject', async () => {
    const { account, accountId } = await newAccount('pay')
    const { batchId } = await storeBatch(services, account)
    await takeStep(services, 'payA1', batchId, 'reviewing')
    const before = await signIn(services, account)
    await makeReviewer(accountId)
    expect((await before.call('decideBatch', { batchId, ...REVIEW })).body.status).toBe(302)
    const after = await signIn(services, account)
    expectRefused(await after.call('decideBatch', { batchId, ...REVIEW }), 'reviewer-took-part')
    expectRefused(await after.call('decideBatch', { batchId, ...REJECT_REVIEW }), 'reviewer-took-part')
    expect(await stateOf(batchId)).toEqual(['reviewing', 'upload', 'audit'])
  })

  it('is refused as its auditor after a change of rights', async () => {
    const { account, accountId } = await newAccount('pay')
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, account, batchId, 'reviewing')
    await makeReviewer(accountId)
    const reply = await (await signIn(services, account)).call('decideBatch', { batchId, ...REVIEW })
    expectRefused(reply, 'reviewer-took-part')
    expect((await checker.call('decideBatch', { batchId, ...REVIEW })).http).toBe(200)
  })

  it('sees its rows masked', async () => {
    const { account, accountId } = await newAccount('pay')
    const { batchId } = await storeBatch(services, account)
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await makeReviewer(accountId)
    const { rows } = await (await signIn(services, account)).answer('batchRows', { batchId })
    expect(rows).toMatchObject([{ masked: true }])
  })
})

describe('decideBatch refuses', () => {
  it('a disabled account with a live session', async () => {
    const { account, accountId } = await newAccount('check')
    const client = await signIn(services, account)
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'reviewing')
    await manager.answer('setAccountStatus', { accountId, enabled: false })
    const { http, body } = await client.call('decideBatch', { batchId, ...REVIEW })
    expect([http, body.status]).toEqual([401, 302])
    expect(await stateOf(batchId)).toEqual(['reviewing', 'upload', 'audit'])
  })

  it('a payer of another provider, with not-found', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    for (const account of ['payA2', 'payB1'])
      expectRefused(
        await (await signIn(services, account)).call('decideBatch', { batchId, ...AUDIT }),
        'not-found',
      )
    expect(await stateOf(batchId)).toEqual(['auditing', 'upload'])
  })

  it('managers without the right', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    for (const account of ['managerA', 'admin'])
      expectRefused(
        await (await signIn(services, account)).call('decideBatch', { batchId, ...AUDIT }),
        'not-allowed',
      )
    expect(await stateOf(batchId)).toEqual(['auditing', 'upload'])
  })

  it('managers with the right outside their own provider, and logs it in the audit log', async () => {
    const { account, accountId } = await newAccount('manager')
    await services.query('update accounts set pay_right = true where account_id = $1', [accountId])
    const client = await signIn(services, account)
    const { batchId, rowIds } = await storeBatch(services, 'payA2')
    expectRefused(await client.call('decideBatch', { batchId, ...AUDIT }), 'not-own-provider')
    expectRefused(await client.call('withdrawBatch', { batchId }), 'not-own-provider')
    expectRefused(
      await client.call('switchRows', { rowIds: [...rowIds], cancelled: true }),
      'not-own-provider',
    )
    expect(await stateOf(batchId)).toEqual(['auditing', 'upload'])
    const entries = await services.query(
      "select object_id from audit_entries where account = $1 and action = 'right-refused' and result = 'refused' order by entry_id",
      [account],
    )
    expect(entries.map(({ object_id }) => object_id)).toEqual(['decideBatch', 'withdrawBatch', 'switchRows'])
    const own = await storeBatch(services, 'payA1')
    expect((await client.call('decideBatch', { batchId: own.batchId, ...AUDIT })).http).toBe(200)
  })

  it('a reviewer who tries to audit, and logs it in the audit log', async () => {
    const { account } = await newAccount('check')
    const { batchId } = await storeBatch(services, 'payA1')
    expectRefused(
      await (await signIn(services, account)).call('decideBatch', { batchId, ...AUDIT }),
      'needs-pay-right',
    )
    const [entry] = await services.query(
      "select object_id from audit_entries where account = $1 and action = 'right-refused'",
      [account],
    )
    expect(entry).toEqual({ object_id: 'decideBatch' })
  })
})

describe('concurrent decisions', () => {
  /** All calls are under way before the first may go on. */
  async function together(batchId: number, calls: (() => Promise<Reply>)[]): Promise<number[]> {
    const lock = await holdLock(services, 'select 1 from payout_batches where batch_id = $1 for update', [
      batchId,
    ])
    const replies = calls.map((call) => call())
    await lock.untilWaiting(calls.length)
    await lock.release()
    return (await Promise.all(replies)).map(({ http }) => http).sort()
  }

  it('accepts only one of a concurrent approval and rejection', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    const other = await signIn(services, (await newAccount('pay')).account)
    const answers = await together(batchId, [
      () => payer.call('decideBatch', { batchId, ...AUDIT }),
      () => other.call('decideBatch', { batchId, ...REJECT_AUDIT }),
    ])
    expect(answers).toEqual([200, 409])
    expect(await stateOf(batchId)).toHaveLength(3)
  })

  it('applies five concurrent clicks once', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    const click = () => payer.call('decideBatch', { batchId, ...AUDIT })
    expect(await together(batchId, [click, click, click, click, click])).toEqual([200, 409, 409, 409, 409])
    expect(await stateOf(batchId)).toEqual(['reviewing', 'upload', 'audit'])
  })

  it('accepts only one of a concurrent review and withdrawal', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await takeStep(services, 'payA1', batchId, 'reviewing')
    const answers = await together(batchId, [
      () => checker.call('decideBatch', { batchId, ...REJECT_REVIEW }),
      () => payer.call('withdrawBatch', { batchId }),
    ])
    expect(answers).toEqual([200, 409])
    expect(await stateOf(batchId)).toHaveLength(4)
  })
})

describe('repeated decisions', () => {
  it('are refused after a rejection', async () => {
    const { batchId } = await storeBatch(services, 'payA1')
    await payer.answer('decideBatch', { batchId, ...REJECT_AUDIT })
    for (const step of [AUDIT, REJECT_AUDIT])
      expectRefused(await payer.call('decideBatch', { batchId, ...step }), 'state-changed')
    expectRefused(await checker.call('decideBatch', { batchId, ...REVIEW }), 'state-changed')
    expect(await stateOf(batchId)).toEqual(['audit-rejected', 'upload', 'audit'])
  })
})

describe('a batch without payable rows', () => {
  it('cannot be approved but can be rejected', async () => {
    const { batchId, rowIds } = await storeBatch(services, 'payA1', freshRows(2))
    await payer.answer('switchRows', { rowIds: [...rowIds], cancelled: true })
    expectRefused(await payer.call('decideBatch', { batchId, ...AUDIT }), 'nothing-payable')
    await payer.answer('decideBatch', { batchId, ...REJECT_AUDIT })
    expect(await stateOf(batchId)).toEqual(['audit-rejected', 'upload', 'audit'])
  })
})
