// A restore older than the bank's record: what was executed in the part that is gone is known to nobody, so people compare before anything is sent (ADR 165).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, signIn } from '../testing/client.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createAccount, createPeople, type People } from '../testing/people.ts'
import { openProviderFixture, startedBatch } from '../testing/provider-fixture.ts'
import { backUp, restore } from '../testing/restored-copy.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { guardSending } from './guard-sending.ts'
import { sendWaiting } from './send-transfers.ts'

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices({ settings: { BANK_RECORD_DAYS: '3' } })
  people = await createPeople(services)
  const superManager = { account: 'admin2', providerId: people.providers.A1, platformId: people.platforms.A }
  await services.database.transact((tx) => createAccount(tx, services, 'super', superManager))
})
afterAll(() => services.close())
beforeEach(() => {
  services.bank.recordDays = Number.POSITIVE_INFINITY
})

const CUT = { state: 'halted', reason: 'record-cut' }
const OPENED = { state: 'open' }

const propose = async (by: Client) => {
  const { body } = await by.call('releaseSending', { word: 'compared on paper' })
  return (body as unknown as { proposalId: number }).proposalId
}
const superManagers = (on: TestServices) => Promise.all([signIn(on, 'admin'), signIn(on, 'admin2')])
const release = async (on: TestServices) => {
  const [admin, second] = await superManagers(on)
  await second.answer('confirmProposal', { proposalId: await propose(admin) })
}
const actions = async (on: TestServices) =>
  (
    await on.query<{ line: string }>(
      `select action || ' ' || object_id || ' ' || reason as line from audit_entries
       where action in ('halt-sending', 'resume-sending', 'release-sending') order by entry_id`,
    )
  ).map(({ line }) => line)

it('is compared where the bank still holds its first day, and halts a day later', async () => {
  expect(await guardSending(services, { compare: true })).toEqual(OPENED)
  services.clock.advance(3 * DAY_MS)
  expect(await guardSending(services)).toEqual(OPENED)
  services.clock.advance(4 * DAY_MS)
  expect(await guardSending(services)).toEqual(CUT)
  await release(services)
  expect(await guardSending(services, { compare: true })).toEqual(OPENED)
})

it.each([
  ['by the setting, which is ninety days there', Number.POSITIVE_INFINITY, 91],
  ['by the word of a bank that holds less than the setting says', 10, 11],
])('keeps everything back until two super managers have compared: %s', async (_, recordDays, days) => {
  const fixture = await openProviderFixture(services, people, { fen: 10_000_000n })
  // What an earlier test let pass.
  if ((await guardSending(services, { compare: true })).state === 'halted') await release(services)
  expect(await guardSending(services)).toEqual(OPENED)
  const backup = await backUp(services)
  const rows = freshRows(2)
  await startedBatch(services, fixture, rows)
  await sendAll(services)
  services.clock.advance(days * DAY_MS)
  const restored = await restore(services, backup)
  services.bank.recordDays = recordDays
  // A bank that tells an empty day, where it says nothing of its record.
  if (recordDays === Number.POSITIVE_INFINITY) services.bank.records.clear()
  expect(await guardSending(restored)).toEqual(CUT)
  expect((await restored.app.inject({ url: '/ready' })).json().sending).toMatch(
    /^Halted: The bank no longer holds its record/,
  )
  const [admin, second] = await superManagers(restored)
  expect(await admin.answer('acceptedOrdersHold', {})).toEqual({
    since: expect.any(Date),
    reason: 'record-cut',
  })
  // Later comparisons read days that the bank holds, and say nothing of the others.
  expect(await guardSending(restored, { compare: true })).toEqual(CUT)
  expect(await sendWaiting(restored)).toBe(0)
  const proposalId = await propose(admin)
  expect((await admin.call('confirmProposal', { proposalId })).body.code).toBe('own-proposal')
  expect(await guardSending(restored)).toEqual(CUT)
  const before = await actions(restored)
  await second.answer('confirmProposal', { proposalId })
  expect(await guardSending(restored, { compare: true })).toEqual(OPENED)
  expect((await actions(restored)).slice(before.length)).toEqual([
    'resume-sending record-cut ',
    'release-sending record-cut compared on paper',
  ])
  expect(await admin.answer('acceptedOrdersHold', {})).toEqual({ since: null, reason: null })
  await restored.close()
})

it.each([
  [
    'after another cut',
    async () => {
      services.clock.advance(4 * DAY_MS)
      await guardSending(services)
    },
  ],
  [
    'after another restore',
    async () => {
      await services.query(`update sending_gate set restore_marks = '{}', timeline = timeline + 1`)
      await guardSending(services)
    },
  ],
  [
    'on a server that was not compared yet',
    async () => {
      await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
    },
  ],
])('is not lifted by what was compared before: %s', async (_, happen) => {
  services.clock.advance(4 * DAY_MS)
  expect(await guardSending(services)).toEqual(CUT)
  const [admin] = await superManagers(services)
  const proposalId = await propose(admin)
  await happen()
  const second = await signIn(services, 'admin2')
  await second.call('confirmProposal', { proposalId })
  expect(await guardSending(services)).toEqual(CUT)
  await release(services)
  expect(await guardSending(services)).toEqual(OPENED)
})
