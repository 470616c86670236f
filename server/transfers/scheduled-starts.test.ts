// Scheduled starts end to end: set, taken back and set anew; made by the worker exactly once, or not at all and told (ADR 70).

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../adapters/postgres/database.ts'
import { startDueBatches } from '../payouts/start-due-batches.ts'
import { challengeOf, passkeyFor } from '../testing/authenticator.ts'
import { type Client, signIn } from '../testing/client.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { creditFen, openProviderFixture, type ProviderFixture } from '../testing/provider-fixture.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { startBatch } from './start-batch.ts'

const HOUR = 3_600_000

let services: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  people = await createPeople(services)
})
afterAll(() => services.close())

const due = (ms = HOUR) => new Date(services.clock.now().getTime() + ms)
const round = (start = startBatch, isHalted = async (_: Tx) => false) =>
  startDueBatches(services, { start, isHalted })

type Ready = ProviderFixture & { readonly batchId: number; readonly payer: Client }

/** An approved batch of 300 yuan, with so much money. */
async function ready(fen = 1_000_000n): Promise<Ready> {
  const fixture = await openProviderFixture(services, people, { fen })
  const rows = freshRows(3).map((row) => ({ ...row, amount: '100.00' }))
  const { batchId } = await storeBatch(services, fixture.pay, rows)
  await takeStep(services, fixture.pay, batchId, 'reviewing')
  await takeStep(services, fixture.check, batchId, 'ready')
  return { ...fixture, batchId, payer: await signIn(services, fixture.pay) }
}

async function scheduled(fen?: bigint): Promise<Ready> {
  const batch = await ready(fen)
  expect((await batch.payer.call('scheduleBatch', { batchId: batch.batchId, dueAt: due() })).http).toBe(200)
  services.clock.advance(HOUR)
  return batch
}

async function standOf(batchId: number) {
  const [row] = await services.query<{ status: string; schedule: string; failure: string; starts: number }>(
    `select b.status, s.state as schedule, s.failure,
      (select count(*)::int from payout_approvals a where a.batch_id = b.batch_id and a.step = 'start') as starts
    from payout_batches b left join payout_schedules s using (batch_id) where b.batch_id = $1 order by s.schedule_id desc limit 1`,
    [batchId],
  )
  return row
}

const toldOf = async (account: string) =>
  (
    await services.query<{ about: string }>(
      "select about from account_notices join accounts using (account_id) where kind = 'schedule-failed' and account = $1",
      [account],
    )
  ).map(({ about }) => about)

describe('setting a time', () => {
  it('is refused for the past, too soon, too far, and for whoever may not start it', async () => {
    const { batchId, payer, check } = await ready()
    const code = async (client: Client, dueAt: Date) =>
      (await client.call('scheduleBatch', { batchId, dueAt })).body.code
    expect(await code(payer, due(-1))).toBe('schedule-past')
    expect(await code(payer, due(60_000))).toBe('schedule-soon')
    expect(await code(payer, due(31 * 24 * HOUR))).toBe('schedule-far')
    expect(await code(await signIn(services, check), due())).toBe('not-allowed')
    expect(
      (await (await signIn(services, 'payB1')).call('scheduleBatch', { batchId, dueAt: due() })).http,
    ).toBe(404)
  })

  it('is no work for payers until it is taken back, and is told as set', async () => {
    const { batchId, payer } = await ready()
    const asked = async () => (await payer.answer('todos', {})).todos.map(({ kind }) => kind)
    expect(await asked()).toContain('start-batch')
    const dueAt = due()
    await payer.call('scheduleBatch', { batchId, dueAt })
    expect(await asked()).not.toContain('start-batch')
    expect((await payer.answer('workbench', {})).waiting).toEqual([
      expect.objectContaining({ kind: 'scheduled-start', count: 1, amountFen: 30_000n, since: dueAt }),
    ])
    await payer.call('cancelSchedule', { batchId, reason: '改为手动' })
    expect(await asked()).toContain('start-batch')
    expect((await payer.answer('workbench', {})).waiting).toEqual([])
  })

  it('shows it, sets it anew, and lets a manager take it back', async () => {
    const { batchId, payer, pay } = await ready()
    await payer.call('scheduleBatch', { batchId, dueAt: due() })
    const later = due(2 * HOUR)
    await payer.call('scheduleBatch', { batchId, dueAt: later })
    expect((await payer.answer('batchHead', { batchId })).schedule).toMatchObject({
      state: 'waiting',
      dueAt: later,
    })
    expect((await payer.answer('listBatches', {})).rows[0]).toMatchObject({ batchId, dueAt: later })
    services.clock.advance(HOUR)
    expect(await round()).toBe(0)
    const manager = await signIn(services, 'managerA')
    expect((await manager.call('cancelSchedule', { batchId, reason: '等对方确认' })).http).toBe(200)
    const again = await signIn(services, pay)
    expect((await again.call('cancelSchedule', { batchId })).body.code).toBe('schedule-ended')
    services.clock.advance(HOUR)
    expect(await round()).toBe(0)
    expect(await standOf(batchId)).toMatchObject({ status: 'ready', schedule: 'cancelled', starts: 0 })
    const entries = await services.query<{ action: string }>(
      "select action from audit_entries where object_id = $1 and action like '%schedule%' order by entry_id",
      [String(batchId)],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'schedule-batch',
      'schedule-batch',
      'cancel-schedule',
    ])
  })

  it('ends with a start by hand, and with a withdrawal', async () => {
    const byHand = await scheduled()
    await takeStep(services, byHand.pay, byHand.batchId, 'transferring')
    const back = await scheduled()
    await (await signIn(services, back.pay)).call('withdrawBatch', { batchId: back.batchId })
    expect(await round()).toBe(0)
    expect(await standOf(byHand.batchId)).toMatchObject({ schedule: 'cancelled', starts: 1 })
    expect(await standOf(back.batchId)).toMatchObject({ status: 'review-rejected', schedule: 'cancelled' })
  })
})

describe('when its time has come', () => {
  it('is started in the name of whoever set it, once, by however many workers', async () => {
    const { batchId, pay } = await scheduled()
    await Promise.all([round(), round(), round()])
    expect(await standOf(batchId)).toMatchObject({ status: 'transferring', schedule: 'started', starts: 1 })
    const [entry] = await services.query<{ account: string }>(
      "select account from audit_entries where object_id = $1 and action = 'start-batch'",
      [String(batchId)],
    )
    expect(entry?.account).toBe(pay)
  })

  it('is whole or not at all where the worker dies in between, and started in the next round', async () => {
    const { batchId, pay } = await scheduled()
    // Its connection is gone with everything that was done on it, as when the process is killed.
    const dies: typeof startBatch = async (tx, ...rest) => {
      await startBatch(tx, ...rest)
      const [backend] = await services.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and classid = 7 and granted
           and database = (select oid from pg_database where datname = current_database()) limit 1`,
      )
      await services.query('select pg_terminate_backend($1)', [backend?.pid])
    }
    await expect(round(dies)).rejects.toThrow()
    expect(await standOf(batchId)).toMatchObject({ status: 'ready', schedule: 'waiting', starts: 0 })
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    expect(await standOf(batchId)).toMatchObject({ status: 'transferring', schedule: 'started', starts: 1 })
    expect((await (await signIn(services, pay)).answer('batchHead', { batchId })).schedule).toBeNull()
  })

  it('stays ready where money is short, tells people, and is not tried again until a person does', async () => {
    const { batchId, pay, providerId } = await scheduled(100_00n)
    await round()
    const payer = await signIn(services, pay)
    expect(await standOf(batchId)).toMatchObject({
      status: 'ready',
      schedule: 'failed',
      failure: 'insufficient-balance',
      starts: 0,
    })
    expect(await toldOf(pay)).toEqual([expect.stringContaining('账户余额不足')])
    expect(await toldOf('managerA')).toContainEqual(expect.stringContaining('账户余额不足'))
    const { todos } = await payer.answer('todos', {})
    expect(todos.find(({ kind }) => kind === 'schedule-failed')).toMatchObject({ batchId })
    await creditFen(services, providerId, 1_000_000n)
    expect(await round()).toBe(0)
    await payer.call('scheduleBatch', { batchId, dueAt: due() })
    expect((await payer.answer('todos', {})).todos.map(({ kind }) => kind)).not.toContain('schedule-failed')
    services.clock.advance(HOUR)
    await round()
    expect(await standOf(batchId)).toMatchObject({ status: 'transferring', starts: 1 })
  })

  it.each([
    [
      'the account is disabled',
      'update accounts set enabled = false where account = $1',
      'scheduler-disabled',
    ],
    ['the right is gone', 'update accounts set pay_right = false where account = $1', 'needs-pay-right'],
    [
      'the account changed lately',
      "update accounts set decides_from = '2999-01-01' where account = $1",
      'scheduler-waiting',
    ],
    [
      'a row was changed',
      `update payout_rows set remark = 'x' where batch_id in (
        select batch_id from payout_batches b join accounts a on a.account_id = b.uploader_id where a.account = $1)`,
      'content-changed',
    ],
    [
      'the day is full',
      `update payout_batches set day_ceiling_fen = 1 where uploader_id = (select account_id from accounts where account = $1)`,
      'day-over-ceiling',
    ],
  ])('is not started where %s', async (_, change, failure) => {
    const { batchId, pay } = await scheduled()
    await services.query(change, [pay])
    await round()
    expect(await standOf(batchId)).toMatchObject({ status: 'ready', schedule: 'failed', failure, starts: 0 })
    expect(await toldOf(pay)).toHaveLength(1)
  })

  it('is not started while sending is halted, nor long after its time', async () => {
    const halted = await scheduled()
    await round(startBatch, async () => true)
    expect(await standOf(halted.batchId)).toMatchObject({ failure: 'schedule-halted', starts: 0 })
    const missed = await scheduled()
    services.clock.advance(HOUR + 1)
    await round()
    expect(await standOf(missed.batchId)).toMatchObject({ failure: 'schedule-missed', starts: 0 })
  })
})

describe('by whoever has a passkey', () => {
  it('is signed for its time, and that signature stands behind the start', async () => {
    const { batchId, pay } = await ready()
    const [row] = await services.query<{ id: number }>(
      'select account_id as id from accounts where account = $1',
      [pay],
    )
    const key = await passkeyFor(services, row?.id ?? 0)
    services.clock.advance(60_000)
    const payer = await signIn(services, pay)
    const dueAt = due()
    const schedule = async (at: Date) =>
      (await payer.call('scheduleBatch', { batchId, dueAt: at })).body.code ?? 'set'
    expect(await schedule(dueAt)).toBe('signature-needed')
    const start = { batchId, to: 'transferring', pass: true } as const
    const { options } = await payer.answer('askSignature', { ...start, dueAt })
    await payer.answer('givePasskey', { credential: key.answer(challengeOf(options)) })
    expect(await schedule(due(2 * HOUR))).toBe('signature-needed')
    expect(await schedule(dueAt)).toBe('set')
    services.clock.advance(HOUR)
    await round()
    expect(await standOf(batchId)).toMatchObject({ status: 'transferring', starts: 1 })
    const [signed] = await services.query<{ count: number }>(
      'select count(*)::int as count from approval_signatures join payout_approvals a using (approval_id) where a.batch_id = $1 and a.step = $2',
      [batchId, 'start'],
    )
    expect(signed?.count).toBe(1)
  })
})

it('one whose rows cannot be opened keeps no other from starting, and is missed after its hour', async () => {
  const [broken, whole] = [await ready(), await ready()]
  for (const { payer, batchId } of [broken, whole])
    expect((await payer.call('scheduleBatch', { batchId, dueAt: due() })).http).toBe(200)
  services.clock.advance(HOUR)
  const prepared = async (_: unknown, batchId: number) => {
    if (batchId === broken.batchId) throw new Error('a seal cannot be opened')
    return startBatch
  }
  const start = Object.assign(startBatch.bind(null), { prepared })
  await expect(round(start)).rejects.toThrow('a seal cannot be opened')
  expect(await standOf(whole.batchId)).toMatchObject({ status: 'transferring', schedule: 'started' })
  expect(await standOf(broken.batchId)).toMatchObject({ status: 'ready', schedule: 'waiting' })
  services.clock.advance(HOUR + 1)
  expect(await round(start)).toBe(0)
  expect(await standOf(broken.batchId)).toMatchObject({ schedule: 'failed', failure: 'schedule-missed' })
})
