// The look of a day for what may be erased: in pieces, through failures, holds and restores, once (ADR 146).

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DAY_MS, shanghaiDay } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findMissingFiles } from '../files/find-missing-files.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { sealPerson } from '../freelancers/seal-person.ts'
import { registerPeople } from '../freelancers/store.ts'
import { eraseDue } from '../retention/erase-due.ts'
import { TAKEN_OVER_AFTER_MS } from '../retention/run-store.ts'
import { actorOf } from '../testing/actor.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { registeredPerson, signedPerson } from '../testing/freelancers.ts'
import { freshRow } from '../testing/payout-sheet.ts'
import { createPeople, type People } from '../testing/people.ts'
import { NO_CONTACT, type RetentionTests, retentionOf } from '../testing/retention.ts'
import { BANK_SECRET, openTestServices, TEST_SECRET, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let people: People
let retention: RetentionTests

beforeAll(async () => {
  services = await openTestServices({ takesKeys: true })
  people = await createPeople(services)
  retention = retentionOf(services, people)
})
afterAll(() => services.close())

it('erases in pieces, goes on after one that failed, and finds nothing a second time', async () => {
  // What other tests left is due as well.
  await retention.eraseIn(3)
  const { pay, providerId } = await retention.fixture()
  const { person } = await actorOf(services, pay)
  const many = Array.from({ length: 250 }, () => sealPerson(services.cipher, freshRow()))
  await services.database.transact((tx) =>
    registerPeople(tx, services.cipher, providerId, many, {
      at: services.clock.now(),
      accountId: person.accountId,
      batchId: null,
    }),
  )
  const left = async () =>
    (
      await services.query<{ n: number }>(
        `select count(*)::int as n from provider_freelancers where provider_id = $1 and bank <> ''`,
        [providerId],
      )
    )[0]?.n
  await retention.goTo(3)
  let pieces = 0
  const dying = {
    ...services,
    cipher: {
      ...services.cipher,
      sealFields: (fields: Record<string, string>, context: string) => {
        if (context.startsWith('contact_changes') && ++pieces === 3) throw new Error('killed')
        return services.cipher.sealFields(fields, context)
      },
    },
  }
  await expect(eraseDue(dying)).rejects.toThrow('killed')
  expect(await left()).toBe(50)
  // Whoever comes at once leaves it to the worker that may still be at it.
  expect(await eraseDue(services)).toBeUndefined()
  services.clock.advance(TAKEN_OVER_AFTER_MS + 1)
  expect(await eraseDue(services)).toMatchObject({ erased: 50 })
  expect(await left()).toBe(0)
  expect(await eraseDue(services)).toBeUndefined()
  const [run] = await services.query<{ erased: number; ended: boolean }>(
    'select erased, ended_at is not null as ended from retention_runs where day = $1',
    [shanghaiDay(services.clock.now())],
  )
  expect(run).toEqual({ erased: 250, ended: true })
  expect((await retention.entriesOf(providerId)).map(({ after }) => after.count)).toEqual([200, 50])
})

it('leaves bytes that could not be removed to the sweep, and never counts them as missing', async () => {
  const { pay } = await retention.fixture()
  const { contractId, fileIds } = await signedPerson(services, pay)
  await retention.endContract(contractId)
  await retention.goTo(10)
  const offline = { ...services.files, remove: () => Promise.reject(new Error('the store is away')) }
  await eraseDue({ ...services, files: offline })
  const there = () =>
    Promise.all(
      fileIds.map(async (fileId) => {
        const body = await services.files.get(`files/${fileId}`)
        body?.stream.destroy()
        return body !== undefined
      }),
    )
  expect(await there()).toEqual([true, true, true, true])
  // Bytes bear the time of this machine, not that of the test.
  services.clock.set(new Date(Date.now() + 2 * DAY_MS))
  await sweepFiles(services)
  expect(await there()).toEqual([false, false, false, false])
  const { named } = await findMissingFiles(services)
  expect(named.filter((one) => fileIds.some((fileId) => one.includes(fileId)))).toEqual([])
})

it('tells for thirty days before it erases, also after a standstill or a clock that leapt', async () => {
  const { pay } = await retention.fixture()
  const person = await registeredPerson(services, pay)
  services.clock.set(new Date('2041-01-01T10:00:00+08:00'))
  expect(await eraseDue(services)).toMatchObject({ erased: 0 })
  services.clock.set(new Date('2041-01-30T10:00:00+08:00'))
  expect(await eraseDue(services)).toMatchObject({ erased: 0 })
  expect(await retention.contactOf(person)).toMatchObject({ phone: person.phone })
  services.clock.set(new Date('2041-01-31T10:00:00+08:00'))
  await eraseDue(services)
  expect(await retention.contactOf(person)).toEqual(NO_CONTACT)
})

it('waits for a hold that is being placed, and then keeps what it names', async () => {
  const { pay, providerId } = await retention.fixture()
  const person = await registeredPerson(services, pay)
  const placer = await services.admin.connect()
  try {
    await placer.query('begin')
    await placer.query(`select pg_advisory_xact_lock(hashtext('retention'), $1)`, [providerId])
    await placer.query(
      `insert into retention_holds (provider_id, reason, placed_by, placed_at) values ($1, 'x', $2, now())`,
      [providerId, people.accounts.managerA],
    )
    const erasing = retention.eraseIn(3)
    await vi.waitFor(async () => {
      const waiting = await services.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted`,
      )
      expect(waiting).toHaveLength(1)
    })
    await placer.query('commit')
    await erasing
  } finally {
    placer.release()
  }
  expect(await retention.contactOf(person)).toMatchObject({ phone: person.phone })
})

it('tells by a dry run what would be erased on a day, and changes nothing', async () => {
  const { pay, providerId } = await retention.fixture()
  const person = await registeredPerson(services, pay)
  const said = await dryRun('--day=2029-03-17', '--list')
  expect(said).toContain(`provider ${providerId} contact: due, ${person.userId}, since 2029-03-17`)
  expect(await dryRun('--day=2029-03-16', '--list')).not.toContain(`provider ${providerId} `)
  expect(await retention.contactOf(person)).toMatchObject({ phone: person.phone })
})

/** `npm run retention -- --dry-run`, as an operator runs it. */
async function dryRun(...words: string[]): Promise<string> {
  const script = join(import.meta.dirname, '../../scripts/retention.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--dry-run', ...words], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: services.home.url,
      SECRET_KEY: TEST_SECRET,
      BANK_URL: 'http://127.0.0.1:9',
      BANK_SECRET,
      DATA_DIR: services.settings.dataDir,
    },
  })
  return stdout
}

it('does not begin while a restore is not looked into', async () => {
  const { pay } = await retention.fixture()
  const person = await registeredPerson(services, pay)
  const [before] = await services.query<{ at: Date }>('select server_started_at as at from sending_gate')
  await services.query(`update sending_gate set server_started_at = server_started_at - interval '1 day'`)
  expect(await retention.eraseIn(3)).toBeUndefined()
  expect(await retention.contactOf(person)).toMatchObject({ phone: person.phone })
  await services.query('update sending_gate set server_started_at = $1', [before?.at])
  await retention.eraseIn(3)
  expect(await retention.contactOf(person)).toEqual(NO_CONTACT)
})
