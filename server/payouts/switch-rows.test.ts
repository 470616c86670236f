// The cancel switch: rows of one batch under audit, all or none, and the totals that follow them (D18, D20).

import { type RefusalCode, refusals } from '@paywages/wire/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Reply, signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { payStored, type StoredBatch, storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let payer: Client

beforeAll(async () => {
  services = await openTestServices()
  await createPeople(services)
  payer = await signIn(services, 'payA1')
})
afterAll(() => services.close())

const switchRows = (rowIds: readonly number[], cancelled: boolean, client = payer) =>
  client.call('switchRows', { rowIds: [...rowIds], cancelled })

async function stateOf({ batchId }: Pick<StoredBatch, 'batchId'>) {
  const head = await payer.answer('batchHead', { batchId })
  const { payableCount, cancelledCount, rowCount, peopleCount, grossFen, feeFen, status } = head
  const rows = await services.query<{ status: string }>(
    'select status from payout_lines where batch_id = $1 order by row_number',
    [batchId],
  )
  return {
    totals: { payableCount, cancelledCount, rowCount, peopleCount, grossFen, feeFen },
    rows: rows.map((row) => row.status),
    status,
  }
}

function expectRefused({ http, body }: Reply, code: RefusalCode): void {
  expect([http, body.code]).toEqual([refusals[code].http, code])
}

const threeRows = () =>
  storeBatch(
    services,
    'payA1',
    ['1', '1', '1000'].map((amount) => freshRow({ amount })),
  )
const WHOLE = {
  payableCount: 3,
  cancelledCount: 0,
  rowCount: 3,
  peopleCount: 3,
  grossFen: 1002_00n,
  feeFen: 65_14n,
}

describe('switchRows', () => {
  it('removes rows from the totals and restores them', async () => {
    const batch = await threeRows()
    expect((await stateOf(batch)).totals).toEqual(WHOLE)
    expect((await switchRows(batch.rowIds.slice(1), true)).body).toEqual({ status: 0, msg: '', data: null })
    expect(await stateOf(batch)).toMatchObject({
      totals: {
        payableCount: 1,
        cancelledCount: 2,
        rowCount: 3,
        peopleCount: 1,
        grossFen: 1_00n,
        feeFen: 7n,
      },
      rows: ['processing', 'cancelled', 'cancelled'],
    })
    // Payouts and people are counted over the same rows, so that what succeeds and fails will add up (D42).
    const { body } = await payer.wire('listBatches', { size: '100' })
    const listed = (body.data as { opId: number }[]).find(({ opId }) => opId === batch.batchId)
    expect(listed).toMatchObject({ totalNum: 1, peopleNum: 1, cancelNum: 2, totalMoney: 1 })
    const progress = await payer.wire('batchProgress', { opId: String(batch.batchId) })
    expect(progress.body.data).toMatchObject({ totalNum: 1, cancelNum: 2, totalMoney: 1 })
    await switchRows(batch.rowIds.slice(2), false)
    await switchRows(batch.rowIds.slice(1, 2), false)
    expect(await stateOf(batch)).toMatchObject({
      totals: WHOLE,
      rows: ['processing', 'processing', 'processing'],
    })
  })

  it('shows payStatus 3 for a cancelled row and 0 for a restored one', async () => {
    const { batchId, rowIds } = await threeRows()
    const shown = async () => {
      const { body } = await payer.wire('batchRows', { opId: String(batchId) })
      return (body.data as { payStatus: number }[]).map(({ payStatus }) => payStatus)
    }
    await payer.wire('switchRows', { tranIds: [String(rowIds[1])], status: 1 })
    expect(await shown()).toEqual([0, 3, 0])
    await payer.wire('switchRows', { tranIds: [String(rowIds[1])], status: 0 })
    expect(await shown()).toEqual([0, 0, 0])
  })

  it('counts a row once when it is named or switched twice', async () => {
    const batch = await threeRows()
    const [first = 0] = batch.rowIds
    await switchRows([first, first], true)
    await switchRows([first], true)
    const cancelled = { payableCount: 2, cancelledCount: 1, grossFen: 1001_00n, feeFen: 65_07n }
    expect((await stateOf(batch)).totals).toMatchObject(cancelled)
    // Of the rows named, only those that change are counted.
    await switchRows(batch.rowIds, true)
    expect((await stateOf(batch)).totals).toMatchObject({ payableCount: 0, grossFen: 0n, feeFen: 0n })
    const entries = await services.query<{ after: unknown }>(
      "select after from audit_entries where action = 'switch-rows' and object_id = $1 order by entry_id",
      [String(batch.batchId)],
    )
    expect(entries.map(({ after }) => after)).toEqual([
      { cancelled: true, rows: [first], count: 1 },
      { cancelled: true, rows: batch.rowIds, count: 2 },
    ])
  })

  it('applies two concurrent calls with overlapping rows correctly', async () => {
    const batch = await threeRows()
    await Promise.all([switchRows(batch.rowIds.slice(0, 2), true), switchRows(batch.rowIds.slice(1), true)])
    expect((await stateOf(batch)).totals).toMatchObject({ payableCount: 0, cancelledCount: 3, grossFen: 0n })
  })
})

describe('switchRows refuses and changes nothing', () => {
  it('for rows of two batches', async () => {
    const [one, other] = [await threeRows(), await threeRows()]
    expectRefused(
      await switchRows([...one.rowIds, ...other.rowIds.slice(0, 1)], true),
      'rows-of-several-batches',
    )
    for (const batch of [one, other]) expect((await stateOf(batch)).totals).toEqual(WHOLE)
  })

  it.each(['payA2', 'payB1'])('when one of the ids belongs to %s', async (account) => {
    const [own, foreign] = [await threeRows(), await storeBatch(services, account)]
    for (const rowIds of [
      [...own.rowIds, ...foreign.rowIds],
      [...foreign.rowIds, ...own.rowIds],
    ])
      expectRefused(await switchRows(rowIds, true), 'not-found')
    expect((await stateOf(own)).totals).toEqual(WHOLE)
    const rows = await services.query('select status from payout_lines where batch_id = $1', [
      foreign.batchId,
    ])
    expect(rows).toEqual([{ status: 'processing' }])
  })

  it('when one of the ids does not exist', async () => {
    const own = await threeRows()
    expectRefused(await switchRows([...own.rowIds, 999_999_999_999_999], true), 'not-found')
    expect((await stateOf(own)).totals).toEqual(WHOLE)
  })

  it.each(['audit-rejected', 'reviewing', 'ready', 'review-rejected', 'transferring'] as const)(
    'once the batch is %s',
    async (status) => {
      const batch = await threeRows()
      await switchRows(batch.rowIds.slice(0, 1), true)
      if (status === 'audit-rejected') await takeStep(services, 'payA1', batch.batchId, status)
      else await takeStep(services, 'payA1', batch.batchId, 'reviewing')
      if (status === 'ready' || status === 'transferring')
        await takeStep(services, 'checkA1', batch.batchId, 'ready')
      if (status === 'review-rejected') await takeStep(services, 'checkA1', batch.batchId, status)
      if (status === 'transferring') await payStored(services, batch.batchId)
      const before = await stateOf(batch)
      expectRefused(await switchRows(batch.rowIds.slice(0, 1), false), 'state-changed')
      expectRefused(await switchRows(batch.rowIds.slice(1), true), 'state-changed')
      expect(await stateOf(batch)).toEqual(before)
    },
  )

  it.each(['checkA1', 'managerA', 'admin'])('for %s, who has no pay right', async (account) => {
    const batch = await threeRows()
    expectRefused(await switchRows(batch.rowIds, true, await signIn(services, account)), 'not-allowed')
    expect((await stateOf(batch)).totals).toEqual(WHOLE)
  })
})

describe('fields of switchRows', () => {
  it.each([
    ['tranIds', [], '请选择明细'],
    ['tranIds', undefined, '请选择明细'],
    ['tranIds', '1', '请选择明细'],
    ['tranIds', [1], '明细编号不正确'],
    ['tranIds', ['1; drop table payout_rows'], '明细编号不正确'],
    ['tranIds', [['1']], '明细编号不正确'],
    ['tranIds', Array.from({ length: 1_001 }, (_, n) => String(n + 1)), '一次最多 1000 条'],
    ['status', '1', '参数格式不正确'],
    ['status', true, '参数格式不正确'],
    ['status', 2, '参数格式不正确'],
  ])('rejects %s as %j', async (field, value, msg) => {
    const { http, body } = await payer.wire('switchRows', { tranIds: ['1'], status: 1, [field]: value })
    expect([http, body.errors?.[0]?.msg]).toEqual([400, msg])
  })

  it('accepts a thousand rows at once', async () => {
    const batch = await storeBatch(services, 'payA1', freshRows(1_000))
    expect((await switchRows(batch.rowIds, true)).http).toBe(200)
    expect((await stateOf(batch)).totals).toMatchObject({
      payableCount: 0,
      cancelledCount: 1_000,
      grossFen: 0n,
    })
  })
})

describe('switchRows concurrent with an approval', () => {
  it.each(['switch first', 'approval first'])('%s: the approval covers the final rows', async (first) => {
    const batch = await threeRows()
    const { batchId } = batch
    const lock = await holdLock(services, 'select 1 from payout_batches where batch_id = $1 for update', [
      batchId,
    ])
    const calls = [
      () => switchRows(batch.rowIds.slice(0, 1), true),
      () => payer.call('decideBatch', { batchId, to: 'reviewing', pass: true }),
    ]
    if (first === 'approval first') calls.reverse()
    const replies: Promise<Reply>[] = []
    for (const [index, call] of calls.entries()) {
      replies.push(call())
      await lock.untilWaiting(index + 1)
    }
    await lock.release()
    const https = (await Promise.all(replies)).map(({ http }) => http)
    expect(https).toEqual(first === 'switch first' ? [200, 200] : [200, 409])
    const payableCount = first === 'switch first' ? 2 : 3
    expect(await stateOf(batch)).toMatchObject({ status: 'reviewing', totals: { payableCount } })
    // The review holds the rows against what the audit saw.
    await takeStep(services, 'checkA1', batchId, 'ready')
  })
})
