// A worker that is killed in the middle of a scheduled start leaves nothing of it, and the next one starts the batch once (ADR 70).

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { signIn } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { storeBatch, takeStep } from '../testing/payout-batches.ts'
import { freshRows } from '../testing/payout-sheet.ts'
import { createPeople } from '../testing/people.ts'
import { openProviderFixture } from '../testing/provider-fixture.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'

let services: TestServices
const started = new Set<ChildProcess>()

beforeAll(async () => {
  services = await openTestServices()
  services.clock.set(new Date())
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.close()
})

function startWorker(): ChildProcess {
  const log = openSync(join(services.settings.dataDir, 'worker.log'), 'a')
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    env: {
      ...bareEnvironment,
      DATABASE_URL: services.home.url,
      SECRET_KEY: TEST_SECRET,
      BANK_URL: 'http://127.0.0.1:9',
      BANK_SECRET,
      SECOND_FACTOR: 'offered',
      UNMATCHED_RECHARGE_YUAN: '1000000000',
      DATA_DIR: services.settings.dataDir,
    },
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  started.add(child)
  return child
}

it('starts once, whole, after the worker was killed while it started', async () => {
  const people = await createPeople(services)
  const { pay, check, providerId } = await openProviderFixture(services, people, { fen: 1_000_000n })
  const { batchId } = await storeBatch(services, pay, freshRows(3))
  await takeStep(services, pay, batchId, 'reviewing')
  await takeStep(services, check, batchId, 'ready')
  const dueAt = new Date(services.clock.now().getTime() + 600_000)
  const payer = await signIn(services, pay)
  expect((await payer.call('scheduleBatch', { batchId, dueAt })).http).toBe(200)
  await services.query('update payout_schedules set due_at = now() where batch_id = $1', [batchId])
  const standOf = async () =>
    (
      await services.query<{ status: string; state: string; starts: number; transfers: number }>(
        `select b.status, s.state, (select count(*)::int from payout_approvals a where a.batch_id = b.batch_id and a.step = 'start') as starts,
          (select count(*)::int from transfers t join payout_rows r using (row_id) where r.batch_id = b.batch_id) as transfers
        from payout_batches b join payout_schedules s using (batch_id) where b.batch_id = $1`,
        [batchId],
      )
    )[0]

  // Money comes last: there it stands, with everything else written and nothing committed.
  const held = await holdLock(services, 'select 1 from ledger_balances where provider_id = $1 for update', [
    providerId,
  ])
  const first = startWorker()
  await vi.waitFor(
    async () =>
      expect(
        await services.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%ledger_balances%'",
        ),
      ).toHaveLength(1),
    { timeout: 60_000 },
  )
  first.kill('SIGKILL')
  await once(first, 'exit')
  await held.release()
  await vi.waitFor(
    async () =>
      expect(
        await services.query(
          "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        ),
      ).toEqual([]),
    { timeout: 60_000 },
  )
  expect(await standOf()).toEqual({ status: 'ready', state: 'waiting', starts: 0, transfers: 0 })

  startWorker()
  startWorker()
  await vi.waitFor(async () => expect((await standOf())?.status).toBe('transferring'), { timeout: 90_000 })
  expect(await standOf()).toEqual({ status: 'transferring', state: 'started', starts: 1, transfers: 3 })
}, 300_000)
