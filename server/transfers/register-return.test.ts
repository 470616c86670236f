// A return that the bank reports outside its channel: registered by one, confirmed by another, and taken back once (ADR 100, D41).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { applyUpdateOf, onlyTransfer } from '../testing/doubted-transfer.ts'
import { bankFindings, expectMoneyTruths } from '../testing/money-checks.ts'
import { payStored, storeBatch } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { type AccountName, createPeople, type People } from '../testing/people.ts'
import { historyOf } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
const clients = {} as Record<AccountName, Client>
const CALLERS = ['admin', 'managerA', 'payA1', 'checkA1'] as const

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
  await services.query(
    `update providers set withholds_tax = true, tax_method = 'cumulative' where provider_id = $1`,
    [people.providers.A1],
  )
  for (const account of CALLERS) clients[account] = await signIn(services, account)
})
afterAll(async () => {
  // What the bank is said to have taken back here, its record does not hold.
  await expectMoneyTruths(services, [/took \S+ back, the bank did not/])
  await services.close()
})

async function paid() {
  const { batchId, rowIds } = await storeBatch(services, 'payA1', freshRows(1, { amount: '9600' }))
  await payStored(services, batchId)
  const rowId = rowIds[0] ?? 0
  const { id } = await onlyTransfer(services, batchId)
  return { batchId, rowId, id, current: () => onlyTransfer(services, batchId) }
}

async function register(who: AccountName, rowId: number): Promise<Reply> {
  const evidenceFileId = await clients[who].answer('uploadFile', { kind: 'evidence' })
  return clients[who].call('proposeResolution', {
    rowId,
    outcome: 'returned',
    reason: '收款行退回',
    evidenceFileId,
  })
}

const decide = (who: AccountName, resolutionId: number, confirmed = true) =>
  clients[who].call('decideResolution', { resolutionId, confirmed })

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

const balance = async () =>
  (
    await services.query<{ available: bigint; tax: bigint; fee: bigint; held: bigint }>(
      'select available_fen as available, tax_payable_fen as tax, fee_income_fen as fee, held_fen as held from ledger_balances where provider_id = $1',
      [people.providers.A1],
    )
  )[0]

it('gives back net, tax and fee once a second person confirms it', async () => {
  await paid()
  const before = await balance()
  const { batchId, rowId, id, current } = await paid()
  expect((await current()).tax).toBeGreaterThan(0n)
  const { body } = await register('managerA', rowId)
  const resolutionId = body.data as number
  expect(await current()).toMatchObject({ state: 'succeeded', status: 'succeeded' })
  const { rows } = await clients.checkA1.answer('pendingTransfers', { state: 'succeeded', size: 100 })
  expect(rows).toMatchObject([{ rowId, state: 'succeeded', proposal: { resolutionId, outcome: 'returned' } }])
  expectRefused(await decide('managerA', resolutionId), 'not-allowed')
  expect((await decide('checkA1', resolutionId)).http).toBe(200)
  expect(await current()).toMatchObject({ state: 'returned', status: 'failed', error: '退票' })
  // The start had funded it; everything but that is as it was before it was paid.
  const after = await balance()
  expect([after?.tax, after?.fee, after?.held]).toEqual([before?.tax, before?.fee, before?.held])
  expect(after?.available).toBe((before?.available ?? 0n) + 1_000_000_000n)
  expect((await historyOf(services, id)).slice(-2)).toEqual([
    'proposed succeeded→succeeded',
    'resolved succeeded→returned',
  ])
  expect((await clients.checkA1.answer('pendingTransfers', { size: 100 })).rows).toEqual([])
  // Its own record does not tell of it, and two people do.
  expect(await bankFindings(services)).toEqual([])
  await applyUpdateOf(services, batchId, 'returned')
  expect(await balance()).toEqual(after)
  expectRefused(await register('managerA', rowId), 'transfer-not-paid')
})

it('is refused to the proposer, to whoever manages nothing, and for what a file carries', async () => {
  const { rowId, current } = await paid()
  expectRefused(await register('payA1', rowId), 'not-allowed')
  expectRefused(await register('checkA1', rowId), 'not-allowed')
  const { body } = await register('admin', rowId)
  expectRefused(await decide('admin', body.data as number), 'resolver-is-proposer')
  expectRefused(await register('managerA', rowId), 'resolution-pending')
  expect((await decide('admin', body.data as number, false)).http).toBe(200)
  await services.query(
    `update transfer_queues set channel = 'file' where batch_id = (select batch_id from payout_rows where row_id = $1)`,
    [rowId],
  )
  expectRefused(await register('managerA', rowId), 'return-by-file')
  await services.query(`update transfer_queues set channel = 'direct'`)
  expect((await current()).state).toBe('succeeded')
})

it('is void when the bank tells of the return itself, and takes back once when both come at once', async () => {
  const told = await paid()
  const { body } = await register('managerA', told.rowId)
  await applyUpdateOf(services, told.batchId, 'returned')
  expectRefused(await decide('checkA1', body.data as number), 'resolution-closed')
  for (const _ of [1, 2, 3]) {
    const before = await balance()
    const both = await paid()
    const asked = await register('managerA', both.rowId)
    await Promise.all([
      decide('checkA1', asked.body.data as number),
      decide('admin', asked.body.data as number),
      applyUpdateOf(services, both.batchId, 'returned'),
    ])
    const after = await balance()
    expect([(await both.current()).state, after?.available, after?.tax]).toEqual([
      'returned',
      (before?.available ?? 0n) + 1_000_000_000n,
      before?.tax,
    ])
  }
})

it('is confirmed by no release that knows two outcomes only', async () => {
  const { rowId } = await paid()
  const { body } = await register('managerA', rowId)
  // Such a release is refused by every table since 0185; here, by what holds for this one alone.
  const older = `begin; update schema_version set least_writer = 86; set local paywages.release = 115;
    update transfer_resolutions set status = 'confirmed', decided_at = now(), decided_by = ${people.accounts.checkA1}
    where resolution_id = ${Number(body.data)}`
  await expect(services.query(older)).rejects.toThrow('below 0121')
  await decide('checkA1', body.data as number, false)
})
