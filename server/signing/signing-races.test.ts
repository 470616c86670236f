// Signings at the same moment: two tabs, double clicks and two servers make one contract, numbers have no gaps, and nothing is half stored.

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepFiles } from '../files/sweep-files.ts'
import { clientOf } from '../testing/client.ts'
import { holdLock } from '../testing/held-lock.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { createPeople, type People } from '../testing/people.ts'
import { photoOf, readyToSign } from '../testing/signing.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { issueLinks } from './link-store.ts'

let services: TestServices
let second: TestServices
let people: People

beforeAll(async () => {
  services = await openTestServices()
  second = await openTestServices({ sharing: services })
  people = await createPeople(services)
})
afterAll(async () => {
  await second.close()
  await services.close()
})

const complete = (where: TestServices, input: Awaited<ReturnType<typeof readyToSign>>['input']) =>
  clientOf(where).call('completeSigning', input)
const unattachedFiles = () =>
  services.query<{ kind: string }>('select kind from files where attached_at is null')
const numbers = async () => {
  const rows = await services.query<{ no: string }>(
    'select contract_no as no from personal_contracts order by contract_no',
  )
  return rows.map(({ no }) => no)
}
const lockLink = (linkId: number) =>
  holdLock(services, 'select 1 from signing_links where link_id = $1 for update', [linkId])

it('creates one contract out of four concurrent signings of one link on two servers', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const answers = await Promise.all(
    [services, second, services, second].map((where) => complete(where, input)),
  )
  expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
    'link-used',
    'link-used',
    'link-used',
    'ok',
  ])
  const contracts = await services.query('select 1 from personal_contracts where link_id = $1', [
    person.link.linkId,
  ])
  expect(contracts).toHaveLength(1)
  expect(await unattachedFiles()).toEqual([])
})

it('rejects the second of two servers signing one link and leaves no file of it', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const lock = await lockLink(person.link.linkId)
  const signing = [complete(services, input), complete(second, input)]
  await lock.untilWaiting(2)
  await lock.release()
  const codes = (await Promise.all(signing)).map(({ body }) => body.code ?? 'ok')
  expect(codes.sort()).toEqual(['link-used', 'ok'])
  expect(await unattachedFiles()).toEqual([])
})

it('numbers concurrent contracts on two servers without gaps and prints the right numbers', async () => {
  const before = await numbers()
  const ready = await Promise.all(Array.from({ length: 6 }, () => readyToSign(services, 'payA2')))
  const answers = await Promise.all(
    ready.map(({ input }, index) => complete(index % 2 === 0 ? services : second, input)),
  )
  expect(answers.map(({ body }) => body.status)).toEqual(answers.map(() => 0))
  const all = await numbers()
  const counted = all.map((_, index) => `GR20260316${String(index + 1).padStart(5, '0')}`)
  expect([all.length, all]).toEqual([before.length + 6, counted])
  for (const [index, { input }] of ready.entries()) {
    const { raw } = await clientOf(services).call('signedCopy', { session: input.session })
    const { contractNo } = (answers[index]?.body.data ?? { contractNo: '-' }) as { contractNo: string }
    expect(await pdfText(raw.rawPayload)).toContain(`协议编号 ${contractNo}`)
  }
  expect(await unattachedFiles()).toEqual([])
})

it('restarts the contract numbers each day in Shanghai', async () => {
  services.clock.set(new Date('2026-03-17T00:00:00+08:00'))
  const { input } = await readyToSign(services, 'payA1')
  expect(await clientOf(services).answer('completeSigning', input)).toMatchObject({
    contractNo: 'GR2026031700001',
  })
})

it('makes an invitation wait for a concurrent signing and then creates no link', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const lock = await lockLink(person.link.linkId)
  const signing = complete(services, input)
  await lock.untilWaiting(1)
  const inviting = services.database.transact((tx) =>
    issueLinks(tx, services.cipher, {
      providerId: person.providerId,
      userIds: [person.userId],
      batchId: null,
      createdBy: people.accounts.payA1,
      at: services.clock.now(),
      notify: false,
    }),
  )
  await lock.untilWaiting(2)
  await lock.release()
  // Whoever held the person first is first: the signing; an invitation of someone who has signed makes no link.
  expect((await signing).body.status).toBe(0)
  expect(await inviting).toEqual([])
})

it('rejects signing a link revoked meanwhile and stores no contract files', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const client = await services.admin.connect()
  await client.query('begin')
  await client.query('update signing_links set revoked_at = now(), revoked_by = $2 where link_id = $1', [
    person.link.linkId,
    people.accounts.payA1,
  ])
  const signing = complete(services, input)
  const waiting = await holdLock(services, 'select 1')
  await waiting.untilWaiting(1)
  await waiting.release()
  await client.query('commit')
  client.release()
  expect((await signing).body.code).toBe('link-revoked')
  expect((await unattachedFiles()).map(({ kind }) => kind)).toEqual(['id-card-image', 'id-card-image'])
  await services.query('delete from files where attached_at is null')
})

it('uses the newer photo when one is uploaded during the signing', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const lock = await lockLink(person.link.linkId)
  const image = photoOf().toString('base64')
  // Waits for the link first, and so gets it first.
  const storing = clientOf(services).call('storePhoto', { session: input.session, side: 'front', image })
  await lock.untilWaiting(1)
  const signing = complete(services, input)
  await lock.untilWaiting(2)
  await lock.release()
  expect((await storing).body.status).toBe(0)
  expect((await signing).body.status).toBe(0)
  const [contract] = await services.query(
    'select c.front_file_id = l.front_file_id as same from personal_contracts c join signing_links l using (link_id) where l.link_id = $1',
    [person.link.linkId],
  )
  expect(contract).toEqual({ same: true })
  expect(await unattachedFiles()).toEqual([])
})

it('leaves only unattached files after a lost database connection, which the sweep removes', async () => {
  const { person, input } = await readyToSign(services, 'payA1')
  const lock = await lockLink(person.link.linkId)
  const signing = complete(services, input)
  await lock.untilWaiting(1)
  // As a process that died here would leave it.
  expect((await unattachedFiles()).map(({ kind }) => kind).sort()).toEqual([
    'contract',
    'id-card-image',
    'id-card-image',
    'signature',
  ])
  await services.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  expect((await signing).http).toBeGreaterThanOrEqual(500)
  await lock.release()
  const [link] = await services.query('select used_at from signing_links where link_id = $1', [
    person.link.linkId,
  ])
  expect(link).toEqual({ used_at: null })
  expect((await complete(services, input)).body.status).toBe(0)
  services.clock.advance(DAY_MS + 1)
  await sweepFiles(services)
  expect(await unattachedFiles()).toEqual([])
})
