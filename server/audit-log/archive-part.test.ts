// Old parts of the audit log go to the file store and come back, entry by entry the same; the chain is proved meanwhile, and a kill loses nothing (ADR 153).

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../adapters/postgres/database.ts'
import { emptyLog, goOnIn, openOwner, sealAll, tamper, writeEntries } from '../testing/audit-parts.ts'
import { signIn } from '../testing/client.ts'
import { createPeople } from '../testing/people.ts'
import { openTestServices, type TestServices } from '../testing/test-services.ts'
import { ARCHIVES_PREFIX } from './archive-file.ts'
import {
  type ArchiveStep,
  type ArchiveTask,
  archivePart,
  bringBackPart,
  stateOfPart,
} from './archive-part.ts'
import { exportEntries, fileSink } from './export-entries.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

const JANUARY = '202501'
const FEBRUARY = '202502'
let services: TestServices
let owner: Database

beforeAll(async () => {
  services = await openTestServices()
  owner = openOwner(services)
})
afterAll(async () => {
  await owner.close()
  await services.close()
})

/** Two months whose entries share a seal, and one that goes on, two years later. */
beforeEach(async () => {
  await emptyLog(services)
  services.clock.set(new Date('2025-01-20T10:00:00+08:00'))
  await goOnIn(services, Number(JANUARY))
  await writeEntries(services, 'login', 'one', 'two')
  await sealEntries(services)
  await writeEntries(services, 'review-batch', 'three')
  await writeEntries(services, 'read-personal-data', 'four', 'four')
  await tamper(
    services,
    'update audit_entries set repeats = 202501000000004 where entry_id = 202501000000005',
  )
  services.clock.set(new Date('2025-02-20T10:00:00+08:00'))
  await goOnIn(services, Number(FEBRUARY))
  await writeEntries(services, 'login', 'five')
  await sealEntries(services)
  await writeEntries(services, 'add-account', 'six')
  await sealEntries(services)
  services.clock.set(new Date('2027-02-20T10:00:00+08:00'))
  await goOnIn(services, 202702)
  await writeEntries(services, 'login', 'seven')
  await sealAll(services)
})

const task = (more: Partial<ArchiveTask> = {}): ArchiveTask => ({ services, owner, by: 'Operator', ...more })
const archive = (part: string, more?: Partial<ArchiveTask>) => archivePart(task(more), part, 23)
const verdict = async (part: string, months = 24) => (await stateOfPart(task(), part, months)).verdict
const rows = () =>
  services.query<{ row: string }>('select e::text as row from audit_entries e order by entry_id')
const names = async () =>
  (
    await services.query<{ name: string }>('select object_name as name from audit_entries order by entry_id')
  ).map(({ name }) => name)
const faults = async () => (await verifyChain(services)).faults.join('\n')
async function files(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of services.files.list(ARCHIVES_PREFIX)) found.push(key)
  return found.sort()
}

it('archives two months, proves them, and brings both back as they were', async () => {
  const [before, proved] = [await rows(), await verifyChain(services)]
  expect(proved).toMatchObject({ entries: 8, archived: 0, faults: [] })

  expect(await archive(JANUARY)).toMatchObject({ verdict: 'due', entries: 5n })
  // Of January the review is left, and the seal that it shares with February is whole in the file.
  expect(await names()).toEqual(['three', 'five', 'six', 'seven', 'Operator'])
  expect(await verifyChain(services)).toMatchObject({ entries: 8, unsealed: 1, archived: 1, faults: [] })
  expect(await verdict(JANUARY)).toBe('archived')

  // Its first seal has entries that are rows no more.
  await archive(FEBRUARY)
  expect(await names()).toEqual(['three', 'six', 'seven', 'Operator', 'Operator'])
  await sealAll(services)
  expect(await verifyChain(services)).toMatchObject({ entries: 10, unsealed: 0, archived: 2, faults: [] })

  expect(await bringBackPart(task(), JANUARY)).toBe(5n)
  expect(await verifyChain(services)).toMatchObject({ archived: 1, faults: [] })
  expect(await bringBackPart(task(), FEBRUARY)).toBe(2n)
  expect(await bringBackPart(task(), FEBRUARY)).toBeUndefined()
  expect((await rows()).slice(0, before.length)).toEqual(before)
  expect(await verifyChain(services)).toMatchObject({ archived: 0, faults: [] })
  const [entry] = await services.query<{ account: string; after: { sha256: string } }>(
    "select object_name as account, after from audit_entries where action = 'archive-audit-part' limit 1",
  )
  expect(entry).toMatchObject({ account: 'Operator', after: { entries: 5, kept: 1 } })
})

it('lets an export that begins anew read the archived entries out of their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paywages-export-'))
  try {
    const exported = async (name: string) => {
      await exportEntries(services, fileSink(join(folder, name)))
      return (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
    }
    const before = await exported('before')
    await archive(JANUARY)
    await archive(FEBRUARY)
    await sealAll(services)
    const after = await exported('after')
    expect(before).toHaveLength(8)
    expect(after.slice(0, 8)).toEqual(before)
    expect(after).toHaveLength(10)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('tells in the list of entries which time is archived', async () => {
  await createPeople(services)
  await archive(JANUARY)
  const admin = await signIn(services, 'admin')
  const beside = async (from?: string, to?: string) => {
    const asked = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
    return (await admin.answer('listAudit', asked)).beside
  }
  const january = {
    archivedFrom: new Date('2025-01-20T02:00:00Z'),
    archivedTo: new Date('2025-01-20T02:00:00Z'),
  }
  expect(await beside()).toEqual(january)
  expect(await beside('2025-01-20T02:00:00Z', '2025-01-20T02:00:01Z')).toEqual(january)
  expect(await beside('2025-01-20T02:00:01Z')).toEqual({})
  expect(await beside(undefined, '2025-01-20T02:00:00Z')).toEqual({})
})

describe('a part', () => {
  it('stays while it is young, grows, or is not sealed and published', async () => {
    expect(await verdict(JANUARY)).toBe('due')
    expect([await verdict(FEBRUARY), await verdict(FEBRUARY, 25)]).toEqual(['too-young', 'too-young'])
    expect(await verdict('202702')).toBe('not-over')
    expect(await verdict('first')).toBe('empty')
    await goOnIn(services, Number(JANUARY))
    await services.query("select setval('audit_entries_entry_id_seq', 202501000000100)")
    services.clock.set(new Date('2025-01-21T10:00:00+08:00'))
    await writeEntries(services, 'login', 'late')
    await goOnIn(services, 202702)
    services.clock.set(new Date('2027-02-20T10:00:00+08:00'))
    expect(await verdict(JANUARY)).toBe('unsealed')
    await sealEntries(services)
    expect(await verdict(JANUARY)).toBe('not-anchored')
    await sealAll(services)
    expect(await verdict(JANUARY)).toBe('due')
  })

  it('whose entries are not those of their seals is not archived', async () => {
    await tamper(services, "update audit_entries set account = 'x' where object_name = 'two'")
    const before = await rows()
    await expect(archive(JANUARY)).rejects.toThrow('seal 1 does not match its entries')
    expect(await rows()).toEqual(before)
  })
})

describe('killed', () => {
  class Killed extends Error {}
  const killedAfter = (step: ArchiveStep) => ({
    told: (reached: ArchiveStep) => {
      if (reached === step) throw new Killed(step)
    },
  })

  it.each<ArchiveStep>(['written', 'proved', 'prepared'])(
    'after it was %s, archiving changed nothing and is taken up again',
    async (step) => {
      const before = await rows()
      await expect(archive(JANUARY, killedAfter(step))).rejects.toThrow(Killed)
      expect(await rows()).toEqual(before)
      expect(await verifyChain(services)).toMatchObject({ archived: 0, faults: [] })
      const left = await files()
      await archive(JANUARY)
      expect(await files()).toEqual(left)
      expect(await verifyChain(services)).toMatchObject({ archived: 1, faults: [] })
    },
  )

  it('after it was exchanged, archiving is done', async () => {
    await expect(archive(JANUARY, killedAfter('exchanged'))).rejects.toThrow(Killed)
    expect(await verdict(JANUARY)).toBe('archived')
    expect(await verifyChain(services)).toMatchObject({ archived: 1, faults: [] })
  })

  it.each(['archiving', 'bringing back'])(
    'with its connection, %s changed nothing and is taken up again',
    async (what) => {
      if (what === 'bringing back') await archive(JANUARY)
      const work = (more: Partial<ArchiveTask>) =>
        what === 'archiving' ? archive(JANUARY, more) : bringBackPart(task(more), JANUARY)
      const [before, archived] = [await rows(), await verdict(JANUARY)]
      const cut = async (reached: ArchiveStep) => {
        if (reached !== 'prepared') return
        await services.query(
          "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7294003 and pid <> pg_backend_pid()",
        )
      }
      await expect(work({ told: cut })).rejects.toThrow()
      expect(await rows()).toEqual(before)
      expect(await verdict(JANUARY)).toBe(archived)
      expect(await faults()).toBe('')
      await work({})
      expect(await faults()).toBe('')
      expect(await verdict(JANUARY)).toBe(what === 'archiving' ? 'archived' : 'due')
    },
  )
})

it('gives way to whoever reads the log for long, and exchanges afterwards', async () => {
  const reader = new pg.Client(services.home.url)
  await reader.connect()
  await reader.query('begin; select from audit_entries limit 1')
  await archive(JANUARY, { patience: { attempts: 2, pause: () => reader.query('commit') } })
  await reader.end()
  expect(await verifyChain(services)).toMatchObject({ archived: 1, faults: [] })
})

describe('verifyChain of an archived part', () => {
  beforeEach(async () => {
    await archive(JANUARY)
    await sealAll(services)
    expect(await faults()).toBe('')
  })
  const fileOf = async () => (await files())[0] ?? ''
  async function rewrite(change: (content: string) => string): Promise<void> {
    const body = await services.files.get(await fileOf())
    const content = change(body ? await text(body.stream) : '')
    await services.files.put(await fileOf(), Readable.from([Buffer.from(content)]), { limitBytes: 1_000_000 })
  }

  it.each([
    ['a changed entry', (content: string) => content.replace('two', 'TWO'), 'seal 1 does not match'],
    [
      'a changed mark of a repeated look',
      (content: string) => content.replace('["2025', '["1025'),
      'not the one that was written',
    ],
    ['an end that is cut off', (content: string) => content.slice(0, -20), 'is cut off'],
    ['a removed line', (content: string) => content.replace(/\["",.*two.*\n/, ''), 'cannot be read'],
    ['another part', (content: string) => content.replace(JANUARY, FEBRUARY), 'no archive of this part'],
    ['nothing', () => '', 'is cut off'],
  ])('finds %s in its file', async (_, change, fault) => {
    await rewrite(change)
    expect(await faults()).toContain(fault)
  })

  it('finds a file that is gone, as one fault', async () => {
    await services.files.remove(await fileOf())
    expect((await verifyChain(services)).faults).toEqual([
      'the archived part 202501 of the log cannot be read: its file is gone; 2 seals are not proved',
    ])
    await expect(bringBackPart(task(), JANUARY)).rejects.toThrow('its file is gone')
    expect(await verdict(JANUARY)).toBe('archived')
  })

  const STAYS = 'what stays in the database of its archived entries is not what is archived'
  it.each([
    ['changed', "update audit_entries set account = 'x' where object_name = 'three'", STAYS],
    ['removed', "delete from audit_entries where object_name = 'three'", STAYS],
    [
      'added',
      "insert into audit_entries (entry_id, at, account, real_name, address, request_id, action, object_kind, object_id, result, seal_id) overriding system value select 202501000000900, at, account, real_name, address, request_id, action, object_kind, '9', result, seal_id from audit_entries where object_name = 'three'",
      STAYS,
    ],
    ['of the next month removed', "delete from audit_entries where object_name = 'five'", STAYS],
    ['forgotten as archived', 'delete from audit_archives', 'covers 2 entries but 0 are there'],
  ])('finds what stays in the database %s', async (_, statement, fault) => {
    await tamper(services, statement)
    expect(await faults()).toContain(fault)
  })
})
