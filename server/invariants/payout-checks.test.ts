// The proofs of what the detail query shows: a tampered day, time or row is found (I4, I6).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countEndedPeople } from '../payouts/count-people.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
} from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { rowsStandWithTheirBatch } from './approval-checks.ts'
import { WHOLE } from './extent.ts'
import { countsAreTrue } from './transfer-checks.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  await startedBatch(services, fixture, [freshRow(), freshRow({ cardNo: '6222021202000010001' })])
  await sendAll(services)
})
afterAll(() => services.close())

async function found() {
  const findings = await services.database.read((tx) => countsAreTrue(tx, services.clock.now(), WHOLE))
  return findings.map(({ what }) => what)
}

const days = () => `provider ${fixture.providerId}: the payouts of 2026-03-16 are not what their rows give`

it.each([
  'processing = processing + 1',
  'succeeded = succeeded + 1',
  'failed = failed + 1, succeeded = succeeded - 1',
  'succeeded_fen = succeeded_fen + 1',
  'failed_fen = failed_fen - 1',
  'succeeded_fee_fen = succeeded_fee_fen + 1',
  "day = '2026-03-15'",
])('reports a payout day with %s', async (change) => {
  expect(await found()).toEqual([])
  const [kept = {}] = await services.query('select * from payout_days where provider_id = $1', [
    fixture.providerId,
  ])
  await services.query(`update payout_days set ${change} where provider_id = $1`, [fixture.providerId])
  expect(await found()).toContain(days())
  const names = Object.keys(kept)
  const values = names.map((_, index) => `$${index + 1}`).join(', ')
  await services.query('delete from payout_days where provider_id = $1', [fixture.providerId])
  expect(await found()).toEqual([days()])
  await services.query(
    `insert into payout_days (${names.join(', ')}) values (${values})`,
    Object.values(kept),
  )
  expect(await found()).toEqual([])
})

it.each([
  [
    'a time that is neither its start nor its payment',
    "payout_at = payout_at + interval '1 ms', paid = false",
  ],
  ['a payment that its state does not tell of', "paid = false, state = 'succeeded', payout_at = payout_at"],
])('reports a started row with %s', async (_, change) => {
  const kept = await services.query<Record<string, unknown>>(
    'select row_id, payout_at, paid, state from transfers where provider_id = $1',
    [fixture.providerId],
  )
  await services.query(`update transfers set ${change} where provider_id = $1`, [fixture.providerId])
  expect(
    (await found()).filter((what) => /^row \d of batch \d+ shows another payout time$/.test(what)),
  ).toHaveLength(2)
  for (const { row_id, payout_at, paid, state } of kept)
    await services.query('update transfers set payout_at = $2, paid = $3, state = $4 where row_id = $1', [
      row_id,
      payout_at,
      paid,
      state,
    ])
  expect(await found()).toEqual([])
})

it('reports a transfer of a row that was never started', async () => {
  const { batchId } = await readyBatch(services, fixture, freshRows(1))
  await services.query(
    `insert into transfers (row_id, payout_at, batch_id, provider_id, state)
     select row_id, $2, batch_id, provider_id, 'refused' from payout_rows where batch_id = $1`,
    [batchId, MONDAY],
  )
  expect(await found()).toHaveLength(3)
  await services.query('delete from transfers where batch_id = $1', [batchId])
  expect(await found()).toEqual([])
})

it.each(['succeeded_people = succeeded_people + 1', 'failed_people = 0'])(
  'reports a batch with %s',
  async (change) => {
    const person = freshRow()
    const { batchId, batchNo } = await startedBatch(services, fixture, [
      { ...person, remark: 'one' },
      { ...person, remark: 'two', cardNo: '6222021202000010001' },
    ])
    await sendAll(services)
    expect(await countEndedPeople(services)).toBe(1)
    expect(await found()).toEqual([])
    await services.query(`update payout_batches set ${change} where batch_id = $1`, [batchId])
    expect(await found()).toEqual([`batch ${batchNo} shows other people than its rows give`])
    await services.query(
      'update payout_batches set succeeded_people = 1, failed_people = 1 where batch_id = $1',
      [batchId],
    )
  },
)

it('reports a row that was moved to another batch, also where all counts still fit', async () => {
  const [one, other] = [
    await readyBatch(services, fixture, freshRows(1)),
    await readyBatch(services, fixture, freshRows(1)),
  ]
  const move = (rowId: number | undefined, to: number) =>
    services.query('update payout_rows set batch_id = $2 where row_id = $1', [rowId, to])
  const findings = () =>
    services.database.read((tx) => rowsStandWithTheirBatch(tx, services.clock.now(), WHOLE))
  expect(await findings()).toEqual([])
  await move(one.rowIds[0], other.batchId)
  await move(other.rowIds[0], one.batchId)
  expect(await found()).toEqual([])
  expect((await findings()).map(({ what }) => what).sort()).toEqual([
    `batch ${one.batchNo} has the row ${other.rowIds[0]}, which was not uploaded with it`,
    `batch ${other.batchNo} has the row ${one.rowIds[0]}, which was not uploaded with it`,
  ])
  await move(one.rowIds[0], one.batchId)
  await move(other.rowIds[0], other.batchId)
})

it.each(['succeeded_fen', 'succeeded_fee_fen', 'succeeded_tax_fen'])(
  'reports a batch with a wrong %s',
  async (column) => {
    const { batchId, batchNo } = await startedBatch(services, fixture, freshRows(1))
    await sendAll(services)
    const move = (by: number) =>
      services.query(`update payout_batches set ${column} = ${column} + $2 where batch_id = $1`, [
        batchId,
        by,
      ])
    await move(1)
    expect(await found()).toEqual([`batch ${batchNo} shows other counts than its rows give`])
    await move(-1)
    expect(await found()).toEqual([])
  },
)
