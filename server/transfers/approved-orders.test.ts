// What is sent is what was approved: values swapped by SQL after the approval are caught before the bank is told (D17).

import { createHmac } from 'node:crypto'
import type { TodoKind } from '@paywages/domain/workbench/todo.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../testing/client.ts'
import { expectMoneyTruths, moneyFindings } from '../testing/money-checks.ts'
import { type StoredBatch, settleAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { fixOrders } from './approved-orders.ts'
import { digestAsEarlier } from './earlier-order-digest-store.ts'
import { resumePaused } from './pause-batch.ts'
import { queryDoubts } from './query-bank.ts'
import { reconcileStatement } from './reconcile-statement.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
})
afterAll(async () => {
  await settleAll(services)
  await expectMoneyTruths(services)
  await services.close()
})

const states = async ({ batchId }: StoredBatch) =>
  (await transfersOf(services, batchId)).map(({ state }) => state)
const sentOf = async ({ batchId }: StoredBatch) => {
  const own = new Set((await transfersOf(services, batchId)).map(({ reference }) => reference))
  return services.bank.received.filter(({ reference }) => own.has(reference))
}
/** Undoes itself by being done again. */
const swapRows =
  (columns: readonly string[], first = 0, second = 1) =>
  async ({ rowIds }: StoredBatch) => {
    const sets = columns.map((column) => `${column} = b.${column}`).join(', ')
    await services.query(
      `update payout_rows a set ${sets} from payout_rows b
       where (a.row_id, b.row_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
      [rowIds[first], rowIds[second]],
    )
  }
const setRow = (change: string) => async (batch: StoredBatch) => {
  await services.query(`update payout_rows set ${change} where row_id = $1`, [batch.rowIds[0]])
}
const kept: Buffer[] = []
const takeSealOfOtherBatch = async (batch: StoredBatch) => {
  const other = await readyBatch(services, fixture, freshRows(1))
  const changed = await services.query<{ seal: Buffer }>(
    `update payout_rows set seal = (select seal from payout_rows where row_id = $2) where row_id = $1 returning old.seal as seal`,
    [batch.rowIds[0], other.rowIds[0]],
  )
  kept.push(...changed.map(({ seal }) => seal))
}
const putSealBack = async (batch: StoredBatch) => {
  await services.query('update payout_rows set seal = $2 where row_id = $1', [batch.rowIds[0], kept.pop()])
}
const setReference = async (batch: StoredBatch) => {
  await services.query(
    `insert into transfer_names (row_id, reference) select row_id, reference || 'Y' from row_transfers where row_id = $1`,
    [batch.rowIds[0]],
  )
}
const deleteReference = async (batch: StoredBatch) => {
  await services.query('delete from transfer_names where row_id = $1', [batch.rowIds[0]])
}
const auditOf = (batchId: number, action: string) =>
  services.query('select 1 from audit_entries where object_id = $1 and action = $2', [
    String(batchId),
    action,
  ])

describe('orders changed between start and sending', () => {
  it.each<
    [string, change: (batch: StoredBatch) => Promise<void>, back: (batch: StoredBatch) => Promise<void>]
  >([
    ['sealed values of two rows swapped', swapRows(['seal']), swapRows(['seal'])],
    [
      'sealed values swapped with all their hashes',
      swapRows(['seal', 'id_hash', 'phone_hash', 'card_hash']),
      swapRows(['seal', 'id_hash', 'phone_hash', 'card_hash']),
    ],
    ['a sealed value of another batch', takeSealOfOtherBatch, putSealBack],
    ['names of two rows swapped', swapRows(['name']), swapRows(['name'])],
    ['a row in the place of another', swapRows(['row_number']), swapRows(['row_number'])],
    ['another bank', setRow("bank = bank || 'x'"), setRow("bank = rtrim(bank, 'x')")],
    ['another net amount', setRow('tax_fen = tax_fen + 1'), setRow('tax_fen = tax_fen - 1')],
    ['another reference', setReference, deleteReference],
  ])('pauses the batch and sends nothing of it: %s', async (_, change, back) => {
    const batch = await startedBatch(services, fixture, freshRows(3))
    await change(batch)
    expect(await sendWaiting(services)).toBe(0)
    expect(await states(batch)).toEqual(['reserved', 'reserved', 'reserved'])
    expect(await sentOf(batch)).toEqual([])
    expect(await auditOf(batch.batchId, 'pause-batch')).toHaveLength(1)
    // Found once, and not sent however often it is tried.
    expect([await sendWaiting(services), await resumePaused(services)]).toEqual([0, 0])
    expect(await auditOf(batch.batchId, 'pause-batch')).toHaveLength(1)
    await back(batch)
    expect(await resumePaused(services)).toBe(1)
    expect(await auditOf(batch.batchId, 'resume-batch')).toHaveLength(1)
    expect(await sendWaiting(services)).toBe(3)
    expect(await states(batch)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  it('serves other batches meanwhile, and tells people, the checks and the metrics', async () => {
    const changed = await startedBatch(services, fixture, freshRows(2))
    const other = await startedBatch(services, fixture, freshRows(2))
    await swapRows(['seal'])(changed)
    const before = await alarms()
    expect(await sendWaiting(services)).toBe(0)
    expect(await sendWaiting(services)).toBe(2)
    expect(await states(other)).toEqual(['succeeded', 'succeeded'])
    expect((await alarms()) - before).toBe(1)
    const kind: TodoKind = 'paused-batch'
    for (const account of [fixture.pay, fixture.check, 'managerA', 'admin'])
      expect((await (await signIn(services, account)).answer('todos', {})).todos).toContainEqual(
        expect.objectContaining({ kind, batchId: changed.batchId, count: 2 }),
      )
    const { batchId } = changed
    const payer = await signIn(services, fixture.pay)
    expect((await payer.answer('batchProgress', { batchId })).paused).toBe(true)
    const foreign = await (await signIn(services, 'payB1')).answer('todos', {})
    expect(foreign.todos.filter((todo) => todo.kind === kind)).toEqual([])
    services.clock.advance(3_600_000)
    const found = (await moneyFindings(services)).filter(
      ({ invariant }) => invariant === 'I4' || invariant === 'I8',
    )
    // Paused, and not what was approved; it is with people, and so not stuck.
    expect(found.map(({ invariant }) => invariant)).toEqual(['I4', 'I4'])
    await swapRows(['seal'])(changed)
    await resumePaused(services)
    await sendWaiting(services)
  })

  it('finds a swap between rows that are sent by different calls', async () => {
    const batch = await startedBatch(services, fixture, freshRows(4))
    await swapRows(['seal'], 1, 2)(batch)
    expect(await sendWaiting(services, 1)).toBe(0)
    await swapRows(['seal'], 1, 2)(batch)
    await resumePaused(services)
    expect([await sendWaiting(services, 3), await sendWaiting(services, 3)]).toEqual([3, 1])
  })

  it('does not send again what was changed since', async () => {
    const batch = await startedBatch(services, fixture, freshRows(2))
    services.bank.fault = (call) => (call === 'submit' ? 'lost-order' : undefined)
    await sendWaiting(services)
    services.bank.fault = undefined
    expect(await states(batch)).toEqual(['in-doubt', 'in-doubt'])
    await swapRows(['seal', 'card_hash'])(batch)
    services.clock.advance(services.settings.retryPolicy.resendAfterMs + 1_000)
    await queryDoubts(services)
    expect(await states(batch)).toEqual(['in-doubt', 'in-doubt'])
    expect(await sentOf(batch)).toEqual([])
    await swapRows(['seal', 'card_hash'])(batch)
    await resumePaused(services)
    services.clock.advance(services.settings.retryPolicy.leaseMs + 1_000)
    await queryDoubts(services)
    expect(await states(batch)).toEqual(['succeeded', 'succeeded'])
  })

  it('does not take digests of other rows, nor the lack of them, for an approval', async () => {
    const [batch, other] = [
      await startedBatch(services, fixture, freshRows(2)),
      await startedBatch(services, fixture, freshRows(2)),
    ]
    await swapRows(['seal'])(batch)
    await services.query(
      'update order_digests a set digest = b.digest from order_digests b where a.batch_id = $1 and b.batch_id = $2',
      [batch.batchId, other.batchId],
    )
    expect(await sendWaiting(services)).toBe(0)
    await services.query('update transfer_queues set paused_at = null where batch_id = $1', [batch.batchId])
    await services.query('delete from order_digests where batch_id = $1', [batch.batchId])
    await sendWaiting(services)
    await sendWaiting(services)
    expect(await sentOf(batch)).toEqual([])
    await services.query('update transfer_queues set paused_at = null where batch_id = $1', [batch.batchId])
    await swapRows(['seal'])(batch)
    // As a batch that an earlier release started: its content is the approved one.
    expect(await sendWaiting(services)).toBe(2)
  })
})

/** What the approvals of a release that did not look at seals would vouch for. */
const vouch = ({ batchId }: StoredBatch) =>
  services.database.transact((tx) => fixOrders(tx, services, BigInt(batchId)))
const unpause = ({ batchId }: StoredBatch) =>
  services.query('update transfer_queues set paused_at = null where batch_id = $1', [batchId])
/** Undoes itself by being done again. */
const alterSeal = setRow('seal = set_byte(seal, length(seal) - 1, get_byte(seal, length(seal) - 1) # 1)')
const eraseKey = async ({ batchId }: StoredBatch) => {
  await services.query(`update payout_batches set data_key_id = 'erased' where batch_id = $1`, [batchId])
}
const giveKeyBack = async ({ batchId }: StoredBatch) => {
  await services.query('update payout_batches set data_key_id = $2 where batch_id = $1', [
    batchId,
    services.keys.currentId,
  ])
}

describe('a card that was moved before the first approval', () => {
  it.each<
    [string, change: (batch: StoredBatch) => Promise<void>, back: (batch: StoredBatch) => Promise<void>]
  >([
    ['swapped with that of another row', swapRows(['seal']), swapRows(['seal'])],
    ['taken from another batch', takeSealOfOtherBatch, putSealBack],
    ['altered', alterSeal, alterSeal],
    ['of numbers that were erased', eraseKey, giveKeyBack],
  ])('pauses the batch, which is not resumed before it opens in its row: %s', async (_, change, back) => {
    const batch = await startedBatch(services, fixture, freshRows(3))
    await change(batch)
    await vouch(batch)
    const before = await alarms()
    expect(await sendWaiting(services)).toBe(0)
    expect(await states(batch)).toEqual(['reserved', 'reserved', 'reserved'])
    expect(await auditOf(batch.batchId, 'pause-batch')).toHaveLength(1)
    expect((await alarms()) - before).toBe(1)
    expect([await sendWaiting(services), await resumePaused(services)]).toEqual([0, 0])
    // Whoever takes the pause away has it paused once more.
    await unpause(batch)
    expect(await sendWaiting(services)).toBe(0)
    expect(await auditOf(batch.batchId, 'pause-batch')).toHaveLength(2)
    expect(await sentOf(batch)).toEqual([])
    await back(batch)
    await vouch(batch)
    expect(await resumePaused(services)).toBe(1)
    expect(await sendWaiting(services)).toBe(3)
    expect(await states(batch)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  it('is not resumed for a row that is not next', async () => {
    const batch = await startedBatch(services, fixture, freshRows(4))
    await swapRows(['seal'])(batch)
    await vouch(batch)
    expect(await sendWaiting(services, 1)).toBe(0)
    await swapRows(['seal'])(batch)
    await swapRows(['seal'], 2, 3)(batch)
    await vouch(batch)
    expect(await resumePaused(services)).toBe(0)
    await swapRows(['seal'], 2, 3)(batch)
    await vouch(batch)
    expect(await resumePaused(services)).toBe(1)
    expect(await sendWaiting(services)).toBe(4)
  })

  it('is not sent again', async () => {
    const batch = await startedBatch(services, fixture, freshRows(2))
    services.bank.fault = (call) => (call === 'submit' ? 'lost-order' : undefined)
    await sendWaiting(services)
    services.bank.fault = undefined
    await alterSeal(batch)
    await vouch(batch)
    services.clock.advance(services.settings.retryPolicy.resendAfterMs + 1_000)
    await queryDoubts(services)
    expect(await states(batch)).toEqual(['in-doubt', 'in-doubt'])
    expect([await sentOf(batch), await resumePaused(services)]).toEqual([[], 0])
    expect(await auditOf(batch.batchId, 'pause-batch')).toHaveLength(1)
    await alterSeal(batch)
    await vouch(batch)
    expect(await resumePaused(services)).toBe(1)
    services.clock.advance(services.settings.retryPolicy.leaseMs + 1_000)
    await queryDoubts(services)
    expect(await states(batch)).toEqual(['succeeded', 'succeeded'])
  })
})

it('sends what an earlier release fixed by its own formula, and only that', async () => {
  const batch = await startedBatch(services, fixture, freshRows(2))
  const id = BigInt(batch.batchId)
  const [earlier] = await services.database.read((tx) => digestAsEarlier(tx, id))
  const key = services.keys.byId(services.keys.currentId, 'content-hash')
  if (!earlier || !key) throw new Error('there is nothing to digest')
  const text = `orders|${id}|${earlier.piece}|${earlier.sha256}`
  await services.query('update order_digests set formula = 1, digest = $2 where batch_id = $1', [
    id,
    createHmac('sha256', key).update(text).digest().subarray(0, 16),
  ])
  await swapRows(['seal'])(batch)
  expect(await sendWaiting(services)).toBe(0)
  await swapRows(['seal'])(batch)
  expect(await resumePaused(services)).toBe(1)
  expect(await sendWaiting(services)).toBe(2)
  const stored = await services.query('select formula from order_digests where batch_id = $1', [id])
  expect(stored).toEqual([{ formula: 3 }])
})

it('refuses the start when values were swapped between approval and start', async () => {
  const batch = await readyBatch(services, fixture, freshRows(2))
  await swapRows(['seal', 'id_hash', 'phone_hash', 'card_hash', 'name'])(batch)
  const payer = await signIn(services, fixture.pay)
  const start = { batchId: batch.batchId, to: 'transferring', pass: true } as const
  expect((await payer.call('decideBatch', start)).body.code).toBe('content-changed')
  await swapRows(['seal', 'id_hash', 'phone_hash', 'card_hash', 'name'])(batch)
  expect((await payer.call('decideBatch', start)).http).toBe(200)
  await sendWaiting(services)
})

it('finds in the bank’s record that another card or name was paid', async () => {
  const rows = [freshRow(), freshRow(), freshRow()]
  const batch = await startedBatch(services, fixture, rows)
  await sendWaiting(services)
  const [card, name, same] = await transfersOf(services, batch.batchId)
  const day = '2026-03-16'
  const asListed = (reference = '', order: Partial<{ cardNo: string; name: string }>) => {
    const record = services.bank.records.get(reference)
    if (record) services.bank.records.set(reference, { ...record, order: { ...record.order, ...order } })
  }
  expect((await reconcileStatement(services, day)).otherPayees).toEqual([])
  asListed(card?.reference, { cardNo: '6222021202999999999' })
  asListed(name?.reference, { name: '另一人' })
  asListed(same?.reference, { name: `${rows[2]?.name.slice(0, 1)}**` })
  const { otherPayees } = await reconcileStatement(services, day)
  expect(otherPayees).toEqual([
    { reference: card?.reference, differs: 'card' },
    { reference: name?.reference, differs: 'name' },
  ])
  const found = (await moneyFindings(services)).filter(({ invariant }) => invariant === 'I3')
  expect(found.map(({ what }) => what)).toEqual([
    `the bank paid ${card?.reference} to another card than our books say`,
    `the bank paid ${name?.reference} to another name than our books say`,
  ])
  asListed(card?.reference, { cardNo: rows[0]?.cardNo ?? '' })
  asListed(name?.reference, { name: rows[1]?.name ?? '' })
})

async function alarms(): Promise<number> {
  const { values } = await services.metrics.transferAlarms.get()
  return values.find(({ labels }) => labels.alarm === 'orders-changed')?.value ?? 0
}
