// Taking a batch back before any money moved: every cell of state × right, and how it shows (D17).

import { BATCH_STATUSES, type BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { payStored, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
const clients = {} as Record<'pay' | 'check', Client>

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  clients.pay = await signIn(services, 'payA1')
  clients.check = await signIn(services, 'checkA1')
})
afterAll(() => services.close())

const PATHS: Record<BatchStatus, readonly ['payA1' | 'checkA1', BatchStatus][]> = {
  auditing: [],
  reviewing: [['payA1', 'reviewing']],
  'audit-rejected': [['payA1', 'audit-rejected']],
  ready: [
    ['payA1', 'reviewing'],
    ['checkA1', 'ready'],
  ],
  'review-rejected': [
    ['payA1', 'reviewing'],
    ['checkA1', 'review-rejected'],
  ],
  transferring: [
    ['payA1', 'reviewing'],
    ['checkA1', 'ready'],
  ],
}

async function batchAt(status: BatchStatus): Promise<number> {
  const { batchId } = await storeBatch(services, 'payA1')
  for (const [account, to] of PATHS[status]) await takeStep(services, account, batchId, to)
  if (status === 'transferring') await payStored(services, batchId)
  return batchId
}

const stateOf = async (batchId: number) => {
  const { status, withdrawn, history } = await clients.pay.answer('batchHead', { batchId })
  return { status, withdrawn, steps: history.length }
}

/** Where each right takes a batch, or how it is refused. */
const ENDS: Record<
  BatchStatus,
  Record<'pay' | 'check', BatchStatus | 'needs-pay-right' | 'state-changed'>
> = {
  auditing: { pay: 'audit-rejected', check: 'needs-pay-right' },
  reviewing: { pay: 'audit-rejected', check: 'needs-pay-right' },
  'audit-rejected': { pay: 'state-changed', check: 'state-changed' },
  ready: { pay: 'review-rejected', check: 'review-rejected' },
  'review-rejected': { pay: 'state-changed', check: 'state-changed' },
  transferring: { pay: 'state-changed', check: 'state-changed' },
}

const cells = BATCH_STATUSES.flatMap((from) =>
  (['pay', 'check'] as const).map((who) => ({ from, who, end: ENDS[from][who] })),
)

describe('withdrawBatch by status and right', () => {
  it.each(cells)('$from by $who: $end', async ({ from, who, end }) => {
    const batchId = await batchAt(from)
    const before = await stateOf(batchId)
    const { http, body } = await clients[who].call('withdrawBatch', { batchId, reason: '误传' })
    if (end === 'needs-pay-right' || end === 'state-changed') {
      expect([http, body.code]).toEqual([end === 'state-changed' ? 409 : 403, end])
      expect(await stateOf(batchId)).toEqual(before)
    } else {
      expect([http, body.data]).toEqual([200, null])
      expect(await stateOf(batchId)).toEqual({ status: end, withdrawn: true, steps: before.steps + 1 })
    }
  })
})

it('shows the withdrawal with account and reason in list and history, and logs it in the audit log', async () => {
  const batchId = await batchAt('ready')
  await clients.check.answer('withdrawBatch', { batchId, reason: ' 金额有误 ' })
  const { rows } = await clients.pay.answer('listBatches', { size: 100 })
  expect(rows.find((row) => row.batchId === batchId)).toMatchObject({
    status: 'review-rejected',
    withdrawn: true,
  })
  const { history } = await clients.pay.answer('batchHead', { batchId })
  expect(history.at(-1)).toMatchObject({
    step: 'withdraw',
    account: 'checkA1',
    passed: false,
    reason: '金额有误',
  })
  const [entry] = await services.query(
    "select account, reason, before, after from audit_entries where action = 'withdraw-batch' and object_id = $1",
    [String(batchId)],
  )
  expect(entry).toEqual({
    account: 'checkA1',
    reason: '金额有误',
    before: { status: 'ready' },
    after: { status: 'review-rejected', withdrawn: true },
  })
})

it('does not mark a rejected batch as withdrawn', async () => {
  expect(await stateOf(await batchAt('audit-rejected'))).toMatchObject({ withdrawn: false })
})

it.each([
  ['payA2', 404, 'not-found'],
  ['managerA', 403, 'not-allowed'],
  ['admin', 403, 'not-allowed'],
])('as %s answers %i %s', async (account, http, code) => {
  const batchId = await batchAt('auditing')
  const reply = await (await signIn(services, account)).call('withdrawBatch', { batchId })
  expect([reply.http, reply.body.code]).toEqual([http, code])
  expect(await stateOf(batchId)).toEqual({ status: 'auditing', withdrawn: false, steps: 1 })
})

it('rejects the second of two concurrent withdrawals', async () => {
  const batchId = await batchAt('auditing')
  const both = await Promise.all([1, 2].map(() => clients.pay.call('withdrawBatch', { batchId })))
  expect(both.map(({ http }) => http).sort()).toEqual([200, 409])
})
