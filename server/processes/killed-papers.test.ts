// An api that is killed at any point of any upload leaves nothing readable and nothing half made, and what it leaves is gone after the next start (D33).

import { DAY_MS } from '@paywages/domain/calendar/shanghai.ts'
import type { Endpoint } from '@paywages/wire/endpoint.ts'
import { endpoints } from '@paywages/wire/endpoints.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sweepFiles } from '../files/sweep-files.ts'
import { urlOf } from '../testing/client.ts'
import { storedKeys } from '../testing/file-calls.ts'
import { filesIn } from '../testing/files-in.ts'
import { findPlainInDatabase, findPlainInFiles } from '../testing/find-plain.ts'
import { holdLock } from '../testing/held-lock.ts'
import { KillableApi, sizeIn } from '../testing/killable-api.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { PEOPLE_IN_SHEET, type UploadsToKill, uploadsToKill } from '../testing/uploads-to-kill.ts'

let services: TestServices
let api: KillableApi
let uploads: UploadsToKill
let keptBefore: string[]
let rowsBefore: Record<string, number>

beforeAll(async () => {
  services = await openTestServices()
  uploads = await uploadsToKill(services)
  keptBefore = await storedKeys(services)
  api = await KillableApi.start(services)
  rowsBefore = await rowsByTable()
})
afterAll(async () => {
  await api.kill()
  await services.close()
})

/** A point that was not reached leaves nothing to the next one. */
afterEach(async () => {
  if (!api.isKilled) return
  await api.restart()
  expect([...(await filesIn(api.temporary)), ...(await filesIn(api.reading))]).toEqual([])
})

/** Files that nothing took yet are swept, and processes write down which key they write with; all else is part of a record. */
async function rowsByTable(): Promise<Record<string, number>> {
  const tables = await services.query<{ name: string; rows: number }>(
    `select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I %s', relname,
       case relname when 'files' then 'where attached_at is not null' else '' end), false, true, '')))[1]::text::int as rows
     from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname <> 'key_writers'`,
  )
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}

async function grown(tables: readonly string[]): Promise<number[]> {
  const made = await rowsByTable()
  return tables.map((table) => (made[table] ?? 0) - (rowsBefore[table] ?? 0))
}

async function growthSince(before: Readonly<Record<string, number>>): Promise<Record<string, number>> {
  const made = Object.entries(await rowsByTable())
  return Object.fromEntries(
    made.flatMap(([table, rows]) => {
      const grown = rows - (before[table] ?? 0)
      return grown === 0 ? [] : [[table, grown]]
    }),
  )
}

/** The proof, the signed contract with its pictures, and an entry for each call but that of a photograph. */
const KEPT_WHOLE = {
  files: 5,
  audit_entries: 6,
  tax_proof_events: 1,
  personal_contracts: 1,
  daily_numbers: 1,
  signing_photo_prints: 2,
}

function send(which: 'read' | 'kept', share = 1): number {
  for (const { call, by, body } of uploads[which]) api.send(call, by, body, share)
  return uploads[which].length
}

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 5 })

/** What is photographed and drawn comes within JSON, which lies in memory alone. */
async function killReceiving(which: 'read' | 'kept'): Promise<void> {
  send(which, 0.9)
  const inFiles = uploads[which].filter(({ body }) => body.contentType.startsWith('multipart'))
  await soon(async () => expect(await filesIn(api.temporary)).toHaveLength(inFiles.length))
  await soon(async () => expect(await sizeIn(api.temporary)).toBeGreaterThan(65_536))
}

/** Nobody commits, so that whoever reads keeps the sealed copy until the kill. */
async function killReading(): Promise<void> {
  const copies = new Set<string>()
  const held = await holdLock(services, 'lock table audit_entries in share mode')
  try {
    const sent = send('read')
    await soon(async () => {
      for (const path of await filesIn(api.reading)) copies.add(path)
      expect(copies.size).toBe(sent)
    })
    expect(await sizeIn(api.reading)).toBeGreaterThan(65_536)
    await api.kill()
  } finally {
    await held.release()
  }
}

async function killWaitingFor(which: 'read' | 'kept', calls: number, tables: string): Promise<void> {
  const held = await holdLock(services, `lock table ${tables} in exclusive mode`)
  send(which)
  await held.untilWaiting(calls)
  await api.kill()
  await held.release()
}

const POINTS: readonly [string, () => Promise<void>][] = [
  ['while it receives papers to read', () => killReceiving('read')],
  ['while it receives papers to keep', () => killReceiving('kept')],
  ['while it reads', killReading],
  // Questions about columns and templates are answered without an entry.
  ['before it commits what it read', () => killWaitingFor('read', 6, 'audit_entries')],
  ['before it commits what it keeps', () => killWaitingFor('kept', 7, 'audit_entries, signing_links')],
]

async function expectNothingReadable(): Promise<void> {
  await api.kill()
  await api.untilForgotten()
  const { read, kept, numbers } = uploads
  const pieces = [...read, ...kept].flatMap(({ bytes }) =>
    [0.2, 0.5, 0.8].map((at) => bytes.subarray(bytes.length * at, bytes.length * at + 40)),
  )
  const marks = ['%PDF-', '\x89PNG\r\n', 'PK\x03\x04'].map((mark) => Buffer.from(mark, 'latin1'))
  expect(await findPlainInFiles(services.settings.dataDir, numbers, [...pieces, ...marks])).toEqual([])
  expect(await findPlainInDatabase(services, numbers)).toEqual([])
}

it('knows every upload that there is', () => {
  const declared = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { upload }]) => upload)
  const sent = new Set([...uploads.read, ...uploads.kept].map(({ call }) => call))
  // The payout sheet has more points of its own: killed-upload.test.ts.
  expect(declared.map(([name]) => name).filter((name) => !sent.has(name as never))).toEqual(['uploadSheet'])
})

it.each(POINTS)('leaves nothing readable and nothing half made when killed %s', async (_, killThere) => {
  await killThere().finally(() => api.kill())
  await expectNothingReadable()
  expect(await rowsByTable()).toEqual(rowsBefore)
})

it('leaves nothing readable, and whole records, when killed before it throws read sheets away', async () => {
  // Deleting a file looks there whether anything still names it; nothing else of these calls does.
  const discarding = await holdLock(services, 'lock table invoice_files in exclusive mode')
  const inserting = await holdLock(services, 'lock table audit_entries in share mode')
  try {
    await inserting.untilWaiting(send('read'))
    await inserting.release()
    await discarding.untilWaiting(4)
    // What is kept is not thrown away, and waits for nothing.
    await soon(async () =>
      expect(await grown(['statements', 'bank_file_results', 'receiver_statements'])).toEqual([2, 1, 1]),
    )
  } finally {
    await api.kill()
    await Promise.all([inserting.release(), discarding.release()])
  }
  await expectNothingReadable()
  expect(await grown(['provider_freelancers', 'tax_adjustments'])).toEqual([PEOPLE_IN_SHEET, 20])
})

it('leaves nothing readable, and whole records, when killed as soon as it committed what it keeps', async () => {
  const before = await rowsByTable()
  const held = await holdLock(services, 'lock table audit_entries, signing_links in exclusive mode')
  try {
    await held.untilWaiting(send('kept'))
    await held.release()
    await soon(async () => expect(await growthSince(before)).toEqual(KEPT_WHOLE))
  } finally {
    await api.kill()
    await held.release()
  }
  await expectNothingReadable()
})

it('takes each of them again without making anything twice, where nobody saw the answer', async () => {
  const before = await rowsByTable()
  const answers: [string, number][] = []
  for (const { call, by, body } of [...uploads.read, ...uploads.kept]) {
    const headers = { 'content-type': body.contentType }
    const { statusCode } = await by.send({ method: 'POST', url: urlOf(call), payload: body.body, headers })
    answers.push([call, statusCode])
  }
  expect(answers.filter(([, status]) => status !== 200)).toEqual([
    ['uploadStatements', 409],
    ['uploadStatements', 409],
    ['importBankResult', 409],
    ['uploadReceiverStatement', 409],
    ['completeSigning', 409],
  ])
  // A proof that comes again replaces the first, which stays beside it; papers that no record took are swept.
  expect(await growthSince(before)).toEqual({ files: 1, tax_proof_events: 1, audit_entries: 7 })
})

it('sweeps the sealed papers of calls that never ended within a day, and leaves what is kept', async () => {
  const taken = await services.query<{ key: string }>(
    'select store_key as key from files where attached_at is not null',
  )
  expect((await storedKeys(services)).length).toBeGreaterThan(new Set([...keptBefore, ...taken]).size)
  services.clock.set(new Date(Date.now() + DAY_MS + 60_000))
  await sweepFiles(services)
  expect(await storedKeys(services)).toEqual(taken.map(({ key }) => key).sort())
})
