// The proofs of what the detail query shows: a tampered day, time or row is found (I6).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countEndedPeople } from '../payouts/count-people.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, readyBatch, startedBatch, type Workplace } from '../testing/workplace.ts'
import { countsAreTrue } from './transfer-proofs.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  place = await openWorkplace(house, people, { fen: 100_000_000n })
  await startedBatch(house, place, [freshRow(), freshRow({ cardNo: '6222021202000010001' })])
  await sendAll(house)
})
afterAll(() => house.close())

async function found(since = new Date(0)) {
  const findings = await house.database.read((tx) => countsAreTrue(tx, house.clock.now(), since))
  return findings.map(({ what }) => what)
}

const days = () => `provider ${place.providerId}: the payouts of 2026-03-16 are not what their rows give`

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
  const [kept = {}] = await house.query('select * from payout_days where provider_id = $1', [
    place.providerId,
  ])
  await house.query(`update payout_days set ${change} where provider_id = $1`, [place.providerId])
  expect(await found()).toContain(days())
  const names = Object.keys(kept)
  const values = names.map((_, index) => `$${index + 1}`).join(', ')
  await house.query('delete from payout_days where provider_id = $1', [place.providerId])
  expect(await found()).toEqual([days()])
  await house.query(`insert into payout_days (${names.join(', ')}) values (${values})`, Object.values(kept))
  expect(await found()).toEqual([])
})

it.each([
  ['a time that is not the payment’s', "payout_at = payout_at + interval '1 ms'"],
  ['no time', 'payout_at = null'],
])('reports a started row with %s', async (_, change) => {
  const mend = 'update payout_rows set payout_at = coalesce(paid_at, $2) where provider_id = $1'
  await house.query(`update payout_rows set ${change} where provider_id = $1`, [place.providerId])
  expect(
    (await found()).filter((what) => /^row \d of batch \d+ shows another payout time$/.test(what)),
  ).toHaveLength(2)
  await house.query(mend, [place.providerId, MONDAY])
  expect(await found()).toEqual([])
})

it('reports a payout time on a row that was never started', async () => {
  const { batchId } = await readyBatch(house, place, freshRows(1))
  await house.query('update payout_rows set payout_at = $2 where batch_id = $1', [batchId, MONDAY])
  expect(await found()).toHaveLength(2)
  await house.query('update payout_rows set payout_at = null where batch_id = $1', [batchId])
  expect(await found()).toEqual([])
})

it('checks only days since the given time', async () => {
  await house.query('update payout_days set succeeded = succeeded + 1 where provider_id = $1', [
    place.providerId,
  ])
  expect(await found(new Date(MONDAY.getTime() - DAY_MS))).toEqual([days()])
  expect(await found(new Date(MONDAY.getTime() + DAY_MS))).toEqual([])
  await house.query('update payout_days set succeeded = succeeded - 1 where provider_id = $1', [
    place.providerId,
  ])
})

it.each(['succeeded_people = succeeded_people + 1', 'failed_people = 0'])(
  'reports a batch with %s',
  async (change) => {
    const person = freshRow()
    const { batchId, batchNo } = await startedBatch(house, place, [
      { ...person, remark: 'one' },
      { ...person, remark: 'two', cardNo: '6222021202000010001' },
    ])
    await sendAll(house)
    expect(await countEndedPeople(house)).toBe(1)
    expect(await found()).toEqual([])
    await house.query(`update payout_batches set ${change} where batch_id = $1`, [batchId])
    expect(await found()).toEqual([`batch ${batchNo} shows other people than its rows give`])
    await house.query(
      'update payout_batches set succeeded_people = 1, failed_people = 1 where batch_id = $1',
      [batchId],
    )
  },
)

it.each(['succeeded_fen', 'succeeded_fee_fen', 'succeeded_tax_fen'])(
  'reports a batch with a wrong %s',
  async (column) => {
    const { batchId, batchNo } = await startedBatch(house, place, freshRows(1))
    await sendAll(house)
    const move = (by: number) =>
      house.query(`update payout_batches set ${column} = ${column} + $2 where batch_id = $1`, [batchId, by])
    await move(1)
    expect(await found()).toEqual([`batch ${batchNo} shows other counts than its rows give`])
    await move(-1)
    expect(await found()).toEqual([])
  },
)
