// The proofs of the fund flow: a tampered day is found, whatever is wrong with it (I6, I7).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { MONDAY, openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { openWorkplace, startedBatch, type Workplace } from '../testing/workplace.ts'
import { fundFlowIsTrue } from './fund-proofs.ts'

let house: TestHouse
let people: People
let place: Workplace

beforeAll(async () => {
  house = await openTestHouse()
  people = await createPeople(house)
})
beforeEach(async () => {
  house.clock.set(MONDAY)
  place = await openWorkplace(house, people, { fen: 100_000_000n })
  await startedBatch(house, place, [freshRow(), freshRow({ cardNo: '6222021202000010001' })])
  await sendAll(house)
})
afterAll(() => house.close())

async function found(since = new Date(0)) {
  const findings = await house.database.read((tx) => fundFlowIsTrue(tx, house.clock.now(), since))
  return findings.map(({ invariant, what }) => `${invariant} ${what}`)
}

const tamper = (change: string, phase: string) =>
  house.query(`update fund_days set ${change} where provider_id = $1 and phase = '${phase}'`, [
    place.providerId,
  ])
const day = (phase: string) =>
  `I6 provider ${place.providerId}: ${phase} of 2026-03-16 is not what its postings give`

async function putBack() {
  await house.query('delete from fund_days where provider_id = $1', [place.providerId])
  await house.query(
    `insert into fund_days select provider_id, (at at time zone 'Asia/Shanghai')::date, phase, count(*), sum(amount_fen)
    from ledger_postings where provider_id = $1 group by 1, 2, 3`,
    [place.providerId],
  )
  expect(await found()).toEqual([])
}

it('fund_days contains recharge, reserve, release and settle phases and passes the check', async () => {
  expect(await found()).toEqual([])
  const kept = await house.query<{ phase: string }>(
    'select phase from fund_days where provider_id = $1 order by phase',
    [place.providerId],
  )
  expect(kept.map(({ phase }) => phase)).toEqual([
    'recharge',
    'release',
    'release-fee',
    'reserve',
    'reserve-fee',
    'settle-fee',
    'settle-net',
  ])
})

it.each([
  ['settle-net', 'amount_fen = amount_fen + 1'],
  ['reserve', 'amount_fen = amount_fen - 1'],
])('reports the day and the end of the flow when %s of a day has %s', async (phase, change) => {
  await tamper(change, phase)
  expect(await found()).toEqual([
    day(phase),
    expect.stringMatching(`I7 provider ${place.providerId}: its flow ends at `),
  ])
  await putBack()
})

it('reports a wrong count of a day', async () => {
  await tamper('lines = lines + 1', 'settle-fee')
  expect(await found()).toEqual([day('settle-fee')])
  await putBack()
})

it('reports a moved day and a missing day', async () => {
  await tamper("day = '2026-03-15'", 'recharge')
  expect(await found()).toEqual([
    `I6 provider ${place.providerId}: recharge of 2026-03-15 is not what its postings give`,
    day('recharge'),
  ])
  await putBack()
  await house.query("delete from fund_days where provider_id = $1 and phase = 'recharge'", [place.providerId])
  expect(await found()).toHaveLength(2)
  await putBack()
})

it('checks only days since the given time, but always the end of the flow', async () => {
  house.clock.advance(3 * DAY_MS)
  await tamper('amount_fen = amount_fen + 1', 'recharge')
  expect(await found(new Date(MONDAY.getTime() + 2 * DAY_MS))).toEqual([
    expect.stringMatching(/^I7 provider/),
  ])
  await putBack()
})
