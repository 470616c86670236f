// Checks since a checkpoint: silent about honest moves, blind to nothing that moved, and made up for by the next look at everything (ADR 90).

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countEndedPeople } from '../payouts/count-people.ts'
import { applyUpdateTo } from '../testing/doubted-transfer.ts'
import { sendAll } from '../testing/payout-batches.ts'
import { freshRow, freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import {
  openProviderFixture,
  type ProviderFixture,
  readyBatch,
  startedBatch,
  transfersOf,
} from '../testing/provider-fixture.ts'
import { confirmReversal, storeApproved, storeReversal } from '../testing/recharges.ts'
import { closeMonthsAt } from '../testing/tax.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { extentSince, lastCheckpoint } from './checkpoint-store.ts'
import { checkBooks, watchInvariants } from './verify.ts'

let services: TestServices
let fixture: ProviderFixture
let quiet: number

const MINUTES = 60_000
const wholeAt = async () =>
  (await services.query<{ at: Date }>('select whole_at as at from invariant_checkpoints'))[0]?.at
/** What a look since the checkpoint finds by itself. */
const since = () =>
  services.database.read(async (tx) => {
    const checkpoint = await lastCheckpoint(tx)
    if (!checkpoint) throw new Error('there is no checkpoint')
    const findings = await checkBooks(tx, services.clock.now(), await extentSince(tx, checkpoint))
    return findings.map(({ invariant, what }) => `${invariant} ${what}`)
  })
/** What the worker's checks tell of the books; nobody sends between two steps, and test clusters are not durable (I8, I9). */
async function told(): Promise<string[]> {
  await watchInvariants(services)
  const [last] = await services.query<{ broken: { invariant: string; what: string }[] }>(
    'select broken from verifications order by verification_id desc limit 1',
  )
  return (last?.broken ?? [])
    .filter(({ invariant }) => invariant !== 'I8' && invariant !== 'I9')
    .map(({ what }) => what)
}

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  fixture = await openProviderFixture(services, people, { taxMethod: 'per-payment' })
  await storeApproved(services, fixture.pay, fixture.check, { amountFen: 90_000_000n })
  quiet = (
    await startedBatch(services, fixture, [...freshRows(3), freshRow({ cardNo: '6222021202000010001' })])
  ).batchId
  await sendAll(services)
  await countEndedPeople(services)
})
afterAll(() => services.close())

it('keeps a checkpoint after a look at everything, and looks at what moved from then on', async () => {
  expect(await told()).toEqual([])
  const first = await wholeAt()
  expect(first).toEqual(services.clock.now())
  services.clock.advance(20 * MINUTES)
  expect(await told()).toEqual([])
  expect(await wholeAt()).toEqual(first)
  const [open] = await services.query<{ count: number }>(
    'select count(*)::int as count from checked_batches where open',
  )
  expect(open).toEqual({ count: 0 })
})

it('finds nothing in honest moves of any kind, of new batches and of old ones', async () => {
  const moves: (() => Promise<unknown>)[] = [
    () => readyBatch(services, fixture, freshRows(2)),
    () => startedBatch(services, fixture, freshRows(2)),
    () => sendAll(services),
    async () => {
      const [paid] = await transfersOf(services, quiet)
      if (paid) await applyUpdateTo(services, paid.reference, 'returned')
    },
    async () => {
      const id = await storeApproved(services, fixture.pay, fixture.check, { amountFen: 12_345n })
      services.clock.advance(30 * MINUTES)
      await confirmReversal(services, 'admin', await storeReversal(services, fixture.check, id))
    },
    () => countEndedPeople(services),
    () => closeMonthsAt(services, fixture, new Date('2026-04-02T10:00:00+08:00')),
    () => startedBatch(services, fixture, freshRows(1)),
    () => sendAll(services),
  ]
  for (const [index, move] of moves.entries()) {
    await move()
    services.clock.advance(3 * MINUTES)
    expect(await since(), `after move ${index}`).toEqual([])
    expect(await told()).toEqual([])
    services.clock.advance(8 * MINUTES)
  }
})

it.each([
  ['payout_days set succeeded = succeeded + 1 where provider_id = $1 and day = $3', 'payouts of'],
  ['payout_batches set succeeded_fen = succeeded_fen - 1 where batch_id = $2', 'shows other counts'],
  [
    "fund_days set lines = lines + 1 where provider_id = $1 and day = $3 and phase = 'settle-net'",
    'settle-net of',
  ],
  [
    "fund_subjects set lines = lines + 1 where provider_id = $1 and subject_id = $2 and phase = 'settle-net'",
    'settle-net of batch',
  ],
  [
    'ledger_balances set held_fen = held_fen + 1, available_fen = available_fen - 1, outcome_fen = outcome_fen + 1 where provider_id = $1',
    'held',
  ],
  ['payout_rows set amount_fen = amount_fen + 1 where batch_id = $2', 'shows other counts'],
  ["transfers set state = 'failed' where batch_id = $2", 'its history says'],
])('finds what is changed of a batch that moved since: %s', async (change, what) => {
  const { batchId } = await startedBatch(services, fixture, freshRows(1))
  await sendAll(services)
  const found: string[] = []
  const tampering = services.database.transact(async (tx) => {
    const values = [`${fixture.providerId}`, `${batchId}`, '(select max(day) from payout_days)']
    await sql.raw(`update ${change.replaceAll(/\$(\d)/g, (_, n) => values[n - 1] ?? '')}`).execute(tx)
    const checkpoint = await lastCheckpoint(tx)
    const extent = checkpoint && (await extentSince(tx, checkpoint))
    if (extent) found.push(...(await checkBooks(tx, services.clock.now(), extent)).map((one) => one.what))
    throw new Error('taken back')
  })
  await expect(tampering).rejects.toThrow('taken back')
  expect(
    found.some((one) => one.includes(what)),
    found.join('\n'),
  ).toBe(true)
})

it('leaves what was proved alone until the next look at everything, which finds it and trusts no checkpoint', async () => {
  expect(await told()).toEqual([])
  services.clock.advance(60 * MINUTES)
  expect(await told()).toEqual([])
  const tamper = (by: number) =>
    services.query('update payout_batches set succeeded_fen = succeeded_fen + $2 where batch_id = $1', [
      quiet,
      by,
    ])
  await tamper(1)
  expect(await told()).toEqual([])
  services.clock.advance(24 * 60 * MINUTES)
  expect(await told()).toEqual([expect.stringContaining('shows other counts than its rows give')])
  expect(await wholeAt()).toBeUndefined()
  await tamper(-1)
  expect(await told()).toEqual([])
  expect(await wholeAt()).toEqual(services.clock.now())
})

it('looks at everything again where something older changed, before it tells anybody', async () => {
  // As by a transaction that took longer than the checkpoint waits for.
  await services.query(
    `update checked_postings set amount_fen = amount_fen + 1 where phase = 'recharge' and provider_id = $1`,
    [fixture.providerId],
  )
  services.clock.advance(20 * MINUTES)
  expect(await since()).not.toEqual([])
  expect(await told()).toEqual([])
  expect(await wholeAt()).toEqual(services.clock.now())
  expect(await since()).toEqual([])
})
