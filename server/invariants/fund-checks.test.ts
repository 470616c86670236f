// The proofs of the fund flow: a tampered day is found, whatever is wrong with it (I6, I7).

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, type ProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { MONDAY, openTestServices, type TestServices } from '../testing/test-services.ts'
import { WHOLE } from './extent.ts'
import { fundFlowIsTrue } from './fund-checks.ts'

let services: TestServices
let people: People
let fixture: ProviderFixture

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
beforeEach(async () => {
  services.clock.set(MONDAY)
  fixture = await openProviderFixture(services, people, { fen: 100_000_000n })
  await startedBatch(services, fixture, [freshRow(), freshRow({ cardNo: '6222021202000010001' })])
  await sendAll(services)
})
afterAll(() => services.close())

async function found() {
  const findings = await services.database.read((tx) => fundFlowIsTrue(tx, services.clock.now(), WHOLE))
  return findings.map(({ invariant, what }) => `${invariant} ${what}`)
}

const tamper = (change: string, phase: string) =>
  services.query(`update fund_days set ${change} where provider_id = $1 and phase = '${phase}'`, [
    fixture.providerId,
  ])
const day = (phase: string) =>
  `I6 provider ${fixture.providerId}: ${phase} of 2026-03-16 is not what its postings give`

async function putBack() {
  await services.query('delete from fund_days where provider_id = $1', [fixture.providerId])
  await services.query(
    `insert into fund_days select provider_id, (at at time zone 'Asia/Shanghai')::date, phase, count(*), sum(amount_fen)
    from ledger_lines where provider_id = $1 group by 1, 2, 3`,
    [fixture.providerId],
  )
  expect(await found()).toEqual([])
}

it('fund_days contains recharge, reserve, release and settle phases and passes the check', async () => {
  expect(await found()).toEqual([])
  const kept = await services.query<{ phase: string }>(
    'select phase from fund_days where provider_id = $1 order by phase',
    [fixture.providerId],
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
    expect.stringMatching(`I7 provider ${fixture.providerId}: its flow ends at `),
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
    `I6 provider ${fixture.providerId}: recharge of 2026-03-15 is not what its postings give`,
    day('recharge'),
  ])
  await putBack()
  await services.query("delete from fund_days where provider_id = $1 and phase = 'recharge'", [
    fixture.providerId,
  ])
  expect(await found()).toHaveLength(2)
  await putBack()
})

it.each(['lines = lines + 1', 'amount_fen = amount_fen - 1', "last_at = last_at + interval '1 ms'"])(
  'reports what is kept of a batch when %s',
  async (change) => {
    const [kept] = await services.query<{ id: bigint }>(
      `update fund_subjects set ${change} where provider_id = $1 and phase = 'settle-net' returning subject_id as id`,
      [fixture.providerId],
    )
    expect(await found()).toEqual([
      `I6 provider ${fixture.providerId}: settle-net of batch ${kept?.id} on 2026-03-16 is not what its postings give`,
    ])
    const [set, by] = change.split(' = ')
    const back = by?.includes('+') ? by.replace('+', '-') : by?.replace('-', '+')
    await services.query(
      `update fund_subjects set ${set} = ${back} where provider_id = $1 and phase = 'settle-net'`,
      [fixture.providerId],
    )
    expect(await found()).toEqual([])
  },
)
