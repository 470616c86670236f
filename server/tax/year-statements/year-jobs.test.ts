// Jobs that make the statements of a year: killed and taken up again, cancelled, failing, at once; never twice and never half.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { type Client, signIn } from '../../testing/client.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { settleAll, takeStep } from '../../testing/payout-batches.ts'
import { freshRow } from '../../testing/payout-sheet.ts'
import { createPeople } from '../../testing/people.ts'
import { type ProviderFixture, readyBatch } from '../../testing/provider-fixture.ts'
import { generateOn, openTaxFixture, payOn } from '../../testing/tax-fixture.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../../testing/test-services.ts'
import { makeYearStatements } from './make-year-statements.ts'

const PEOPLE = 5
let services: TestServices
let fixture: ProviderFixture
let manager: Client
const payees = Array.from({ length: PEOPLE }, () => freshRow({ amount: '8000', month: '2026-01' }))
const started = new Set<ChildProcess>()

beforeAll(async () => {
  services = await openTestServices()
  const people = await createPeople(services)
  fixture = await openTaxFixture(services, people)
  services.clock.set(new Date('2026-01-12T10:00:00+08:00'))
  const { batchId } = await readyBatch(services, fixture, payees)
  await takeStep(services, fixture.pay, batchId, 'transferring')
  await settleAll(services)
  await generateOn(services, '2026-02-03')
})
beforeEach(async () => {
  await forget()
  manager = await signIn(services, 'managerA')
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.close()
})

const generate = (client = manager) => client.answer('generateYearStatements', { year: '2026' })
const job = (client = manager) => client.answer('yearJob', { year: '2026' })
const statements = () =>
  services.query<{ row_id: bigint; version: number; superseded_at: Date | null }>(
    'select row_id, version, superseded_at from tax_year_statements order by statement_id',
  )
const queued = async () => (await services.query('select 1 from tax_year_queue')).length

/** Each test makes all of it anew. */
async function forget(): Promise<void> {
  await services.query(
    "update tax_year_jobs set state = 'cancelled', ended_at = requested_at where state in ('waiting', 'running')",
  )
  await services.query('delete from tax_year_queue')
  await services.query('alter table tax_year_statements disable trigger tax_year_statements_kept')
  await services.query('delete from tax_year_statements')
  await services.query('alter table tax_year_statements enable trigger tax_year_statements_kept')
}

async function startWorker(): Promise<ChildProcess> {
  const log = openSync(join(services.settings.dataDir, 'worker.log'), 'a')
  const child = fork(join(import.meta.dirname, '../../processes/worker.ts'), {
    env: {
      ...bareEnvironment,
      DATABASE_URL: services.home.url,
      SECRET_KEY: TEST_SECRET,
      BANK_URL: 'http://127.0.0.1:9',
      BANK_SECRET,
      DATA_DIR: services.settings.dataDir,
    },
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  started.add(child)
  // Ready, and at work: however long a busy machine takes to start it.
  await once(child, 'message')
  return child
}

describe('a job that goes on', () => {
  it('is made piece by piece, tells how far it is, and is asked for once', async () => {
    const asked = await generate()
    expect(asked).toMatchObject({ state: 'waiting', total: null, done: 0, requestedBy: expect.any(String) })
    expect((await generate()).jobId).toBe(asked.jobId)
    await makeYearStatements(services, { piece: 2, pieces: 1 })
    expect(await job()).toMatchObject({ state: 'running', total: PEOPLE, done: 0 })
    await makeYearStatements(services, { piece: 2, pieces: 1 })
    expect(await job()).toMatchObject({ state: 'running', done: 2, made: 2, endedAt: null })
    await makeYearStatements(services, { piece: 2 })
    expect(await job()).toMatchObject({ state: 'done', done: PEOPLE, made: PEOPLE })
    expect([await queued(), (await statements()).length]).toEqual([0, PEOPLE])
    const actions = await services.query<{ action: string; account: string }>(
      "select action, account from audit_entries where object_kind = 'tax-year-job' and object_id = $1 order by entry_id",
      [String(asked.jobId)],
    )
    expect(actions).toEqual([
      { action: 'generate-year-statements', account: 'managerA' },
      { action: 'finish-year-statements', account: '' },
    ])
  })

  it('is taken up where it stood when the worker is killed in the middle of a piece', async () => {
    await generate()
    await makeYearStatements(services, { piece: 2, pieces: 2 })
    expect(await job()).toMatchObject({ done: 2 })
    const lock = await holdLock(services, 'lock table tax_year_statements in share mode')
    const worker = await startWorker()
    await lock.untilWaiting(1)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await lock.release()
    // Its connection goes on for a moment before it finds nobody there, and holds the job until then.
    await services.query('select 1 from tax_year_jobs for update')
    expect(await job()).toMatchObject({ state: 'running', done: 2 })
    await makeYearStatements(services, { piece: 2 })
    expect(await job()).toMatchObject({ state: 'done', done: PEOPLE, made: PEOPLE })
    const made = await statements()
    expect(new Set(made.map(({ row_id }) => row_id)).size).toBe(PEOPLE)
    expect(made.every(({ version }) => version === 1)).toBe(true)
  }, 120_000)

  it('keeps to the months that were closed when it was asked for', async () => {
    await generate()
    await makeYearStatements(services, { pieces: 1 })
    await payOn(services, fixture, '2026-02-10', { ...payees[0], amount: '500', month: '2026-02' })
    await generateOn(services, '2026-03-03')
    await makeYearStatements(services)
    manager = await signIn(services, 'managerA')
    expect(await job()).toMatchObject({ state: 'done', total: PEOPLE, made: PEOPLE })
    const { rows } = await manager.answer('listYearStatements', { year: '2026' })
    expect(rows.map(({ throughMonth, incomeFen }) => [throughMonth, incomeFen])).toEqual(
      payees.map(() => ['2026-01', 8_000_00n]),
    )
  })
})

it('makes one version when jobs of two managers meet at the same people', async () => {
  const admin = await signIn(services, 'admin')
  await generate()
  await generate(admin)
  await makeYearStatements(services, { pieces: 1 })
  const lock = await holdLock(services, 'lock table tax_year_statements in share mode')
  const both = [makeYearStatements(services), makeYearStatements(services)]
  await lock.untilWaiting(2)
  await lock.release()
  await Promise.all(both)
  expect([(await job())?.state, (await job(admin))?.state]).toEqual(['done', 'done'])
  const made = await statements()
  expect(made.map(({ version, superseded_at }) => [version, superseded_at])).toEqual(
    Array.from({ length: PEOPLE }, () => [1, null]),
  )
})

describe('a job that ends before its end', () => {
  it('is cancelled, keeps what is made and leaves nothing queued', async () => {
    const { jobId } = await generate()
    await makeYearStatements(services, { piece: 2, pieces: 2 })
    await manager.call('cancelYearJob', { jobId })
    expect(await job()).toMatchObject({ state: 'cancelled', done: 2 })
    await makeYearStatements(services)
    expect([(await statements()).length, await queued()]).toEqual([2, 0])
    const again = await manager.call('cancelYearJob', { jobId })
    expect([again.http, again.body.code]).toEqual([409, 'tax-year-over'])
  })

  it('fails after three attempts without progress, says so, and is made by the next', async () => {
    await services.query(
      'alter table tax_year_statements add constraint nothing_more check (version < 0) not valid',
    )
    await generate()
    await makeYearStatements(services)
    expect(await job()).toMatchObject({ state: 'failed', reason: 'broken', done: 0 })
    await services.query('alter table tax_year_statements drop constraint nothing_more')
    await generate()
    await makeYearStatements(services)
    expect(await job()).toMatchObject({ state: 'done', total: PEOPLE, made: PEOPLE })
  })
})

describe('what is refused', () => {
  it.each([
    ['2027', 422, 'tax-year-wrong'],
    ['2018', 422, 'tax-year-wrong'],
    ['2025', 422, 'tax-year-empty'],
    ['26', 400, 'malformed'],
  ])('year %s answers %i %s', async (year, http, code) => {
    const reply = await manager.wire('generateYearStatements', { taxYear: year })
    expect([reply.http, reply.body.code]).toEqual([http, code])
  })

  it('lets nobody but managers generate, follow or cancel', async () => {
    const payer = await signIn(services, fixture.pay)
    expect((await payer.call('generateYearStatements', { year: '2026' })).http).toBe(403)
    expect((await payer.call('yearJob', { year: '2026' })).http).toBe(403)
    expect((await payer.call('cancelYearJob', { jobId: 1 })).http).toBe(403)
  })
})
