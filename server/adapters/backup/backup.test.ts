// A real cluster backed up while it is written to, and brought back to the moments in between; damaged, foreign and missing parts refused.

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type LocalS3, startLocalS3 } from '../../testing/local-s3.ts'
import { TEST_SECRET } from '../../testing/test-services.ts'
import { findPlace, type Place } from '../embedded-postgres/place.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { openDiskStore } from '../file-store/disk.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openKeyRing } from '../personal-data/key-ring.ts'
import { type ArchiveSource, archiveRound } from './archive-round.ts'
import { backUp } from './back-up.ts'
import { type BackupPlace, clustersIn, filesPrefix, openBackupPlace, underPrefix } from './backup-place.ts'
import { clusterOf, surveyBases } from './base-backup.ts'
import { restoreCluster } from './restore-cluster.ts'
import { shipWal } from './wal-archive.ts'

const keys = openKeyRing({ current: TEST_SECRET, old: [] })
const PART_BYTES = 1_048_576

let root: string
let s3: LocalS3
let server: EmbeddedPostgres
let place: Place
let client: pg.Client
let source: ArchiveSource
let files: FileStore
const running: EmbeddedPostgres[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paywages-backup-'))
  await chmod(root, 0o755)
  s3 = await startLocalS3()
  server = await startEmbeddedPostgres({ folder: join(root, 'live') })
  place = await findPlace(join(root, 'live'), () => undefined)
  client = new pg.Client(server.url)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table notes (words text)')
  // As a database has that was restored by hand before.
  await client.query(`alter system set recovery_target_name = 'an earlier restore'`)
  files = await openDiskStore(join(root, 'files'))
  source = { place, cluster: await clusterOf(client), files }
})
afterAll(async () => {
  await client.end()
  for (const one of [server, ...running]) await one.stop()
  await s3.stop()
  await rm(root, { recursive: true, force: true })
})

const write = (words: string) => client.query('insert into notes values ($1)', [words])
const putFile = (key: string) => files.put(key, Readable.from([Buffer.from(key)]), { limitBytes: 100 })

/** A moment with commits before and after it. */
async function moment(): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>(
    'select now() as now from (select pg_sleep(0.05)) as later',
  )
  return new Date((rows[0]?.now.getTime() ?? 0) + 25)
}

/** The server closes its segment and lays it where it is fetched from. */
async function archiveAll(store: BackupPlace, by = client, from = source): Promise<void> {
  // A segment without anything in it is not closed.
  await by.query(`select pg_logical_emit_message(true, 'test', 'more')`)
  const { rows } = await by.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const wanted = rows[0]?.name ?? ''
  await vi.waitFor(async () => expect(await readdir(join(from.place.home, 'wal'))).toContain(wanted), {
    timeout: 60_000,
    interval: 20,
  })
  await archiveRound(from, store)
}

async function restoredNotes(store: BackupPlace, to?: Date, timeline?: number): Promise<string[]> {
  const folder = join(root, `restored-${randomBytes(4).toString('hex')}`)
  const request = { store, cluster: source.cluster, folder, to, timeline }
  const restored = await restoreCluster({ ...request, log: () => undefined })
  running.push(restored.server)
  // As the application, whose password came back too.
  const reader = new pg.Client(restored.server.url)
  await reader.connect()
  const { rows } = await reader.query<{ words: string }>('select words from notes order by words')
  await reader.query(`insert into notes values ('it takes writes')`)
  await reader.end()
  return rows.map(({ words }) => words)
}

describe.each(['disk', 'bucket'] as const)('backups on a %s', (kind) => {
  let store: BackupPlace
  let between: Date

  beforeAll(async () => {
    const settings = { folder: join(root, 'backups'), s3: kind === 'bucket' ? s3.settings : undefined }
    store = await openBackupPlace(settings, keys, join(root, 'spool'))
    await client.query('truncate notes')
    await write('1 before the base')
    await putFile(`uploads/${kind}-one`)
    await backUp(client, source, store, { keep: 2, partBytes: PART_BYTES })
    await write('2 before the moment')
    between = await moment()
    await write('3 after the moment')
    await putFile(`uploads/${kind}-two`)
    await archiveAll(store)
  })

  it('come back to a moment between two commits', async () => {
    expect(await restoredNotes(store, between)).toEqual(['1 before the base', '2 before the moment'])
  })

  it.skipIf(kind === 'bucket')('come back to all that was archived, without a moment', async () => {
    expect(await restoredNotes(store)).toEqual([
      '1 before the base',
      '2 before the moment',
      '3 after the moment',
    ])
  })

  it('hold the files that lie beside the database', async () => {
    const copies = underPrefix(store.plain, filesPrefix(source.cluster))
    const body = await copies.get(`uploads/${kind}-two`)
    expect(String(await buffer(body?.stream ?? Readable.from([])))).toBe(`uploads/${kind}-two`)
  })

  it.skipIf(kind === 'bucket')(
    'say so when they end before the moment asked for, and leave the folder for another try',
    async () => {
      const folder = join(root, `late-${kind}`)
      const request = { store, cluster: source.cluster, folder, log: () => undefined }
      const late = new Date(Date.now() + 3_600_000)
      await expect(restoreCluster({ ...request, to: late })).rejects.toThrow('What was archived ends before')
      running.push((await restoreCluster({ ...request, to: between })).server)
    },
  )

  it.skipIf(kind === 'bucket')('have nothing for a moment before the first was finished', async () => {
    const request = { store, cluster: source.cluster, folder: join(root, `early-${kind}`) }
    const early = new Date(Date.now() - 3_600_000)
    await expect(restoreCluster({ ...request, to: early, log: () => undefined })).rejects.toThrow(
      'holds no base backup that was finished by',
    )
  })

  it.skipIf(kind === 'bucket')(
    'keep as many bases as were asked for, and the WAL that they need',
    async () => {
      for (let more = 0; more < 2; more += 1)
        await backUp(client, source, store, { keep: 2, partBytes: PART_BYTES })
      await archiveAll(store)
      expect((await surveyBases(store, source.cluster)).bases).toHaveLength(2)
      expect(await clustersIn(store)).toEqual([source.cluster])
      expect(await restoredNotes(store)).toContain('3 after the moment')
    },
  )
})

describe('a database that was restored', () => {
  it('is archived on: what it took since comes back, and so does what it had given up', async () => {
    const store = await openBackupPlace({ folder: join(root, 'twice'), s3: undefined }, keys, root)
    const request = { store, cluster: source.cluster, log: () => undefined }
    await client.query('truncate notes')
    await backUp(client, source, store, { keep: 2, partBytes: PART_BYTES })
    await write('1 kept')
    const to = await moment()
    await write('2 given up')
    await archiveAll(store)
    const first = await restoreCluster({ ...request, folder: join(root, 'first'), to })
    running.push(first.server)
    const again = new pg.Client(first.server.url)
    await again.connect()
    await again.query(`insert into notes values ('3 since the restore')`)
    await archiveAll(store, again, { ...source, place: first.place })
    await again.end()
    expect(await restoredNotes(store)).toEqual(['1 kept', '3 since the restore'])
    expect(await restoredNotes(store, undefined, 1)).toEqual(['1 kept', '2 given up'])
  })
})

describe('a backup on a disk', () => {
  let store: BackupPlace
  const folder = () => join(root, 'guarded')

  beforeAll(async () => {
    store = await openBackupPlace({ folder: folder(), s3: undefined }, keys, root)
    await backUp(client, source, store, { keep: 1, partBytes: PART_BYTES })
  })

  async function lying(part: string): Promise<string> {
    const names = await readdir(folder(), { recursive: true })
    return join(folder(), names.find((name) => name.includes(part)) ?? part)
  }

  it('shows nothing of what it holds', async () => {
    const label = Buffer.from('paywages ')
    for (const part of ['_base_', '_wal_', 'manifest'])
      expect((await readFile(await lying(part))).includes(label)).toBe(false)
  })

  it('is refused where a database lives already', async () => {
    const request = { store, cluster: source.cluster, folder: join(root, 'live'), log: () => undefined }
    await expect(restoreCluster(request)).rejects.toThrow('holds a database already')
  })

  it('is not opened by another key', async () => {
    const other = openKeyRing({ current: `${TEST_SECRET}other-Words-9`, old: [] })
    const foreign = await openBackupPlace({ folder: folder(), s3: undefined }, other, root)
    const request = {
      store: foreign,
      cluster: source.cluster,
      folder: join(root, 'foreign'),
      log: () => undefined,
    }
    await expect(restoreCluster(request)).rejects.toThrow('a key that is not at hand')
  })

  it('is not restored with one bit of a part changed', async () => {
    // Not the manifest, which lies beside the parts.
    const file = await lying('_000000')
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(file, bytes)
    const request = { store, cluster: source.cluster, folder: join(root, 'changed'), log: () => undefined }
    await expect(restoreCluster(request)).rejects.toThrow('altered')
  })

  it('takes no other segment of the same name, as of a second database with its identifier', async () => {
    const name = '0000000100000000000000F1'
    const lay = async (content: string) => {
      await mkdir(join(place.home, 'wal'), { recursive: true })
      await writeFile(join(place.home, 'wal', name), content)
      return shipWal(place, store, { cluster: source.cluster, names: [name] })
    }
    expect(await lay('one')).toBe(1)
    expect(await lay('one')).toBe(1)
    await expect(lay('another')).rejects.toThrow('two databases of one identifier')
    await rm(join(place.home, 'wal', name))
  })

  it('takes no WAL where none of this database was begun, as in the folder of a disk that is not mounted', async () => {
    const unmounted = await openBackupPlace({ folder: join(root, 'unmounted'), s3: undefined }, keys, root)
    const name = '0000000100000000000000F2'
    await writeFile(join(place.home, 'wal', name), 'a segment')
    await expect(archiveRound(source, unmounted)).rejects.toThrow('Is its disk mounted')
    expect(await readdir(join(place.home, 'wal'))).toContain(name)
    await rm(join(place.home, 'wal', name))
  })

  it('is refused by the name of a folder that cannot be made', async () => {
    const inFile = join(await lying('manifest'), 'backups')
    await expect(openBackupPlace({ folder: inFile, s3: undefined }, keys, root)).rejects.toThrow(
      `The folder of backups ${inFile} cannot be used: ENOTDIR`,
    )
  })

  it('of an earlier release, which marked its end alone, takes WAL as before', async () => {
    await store.plain.remove(`${source.cluster}/archive`)
    await archiveAll(store)
  })

  it('whose WAL was brought elsewhere is no backup', async () => {
    const other = await openBackupPlace({ folder: join(root, 'elsewhere'), s3: undefined }, keys, root)
    const before = await surveyBases(store, source.cluster)
    const elsewhere = { ...source, place: { ...place, home: join(root, 'nowhere') } }
    await expect(backUp(client, elsewhere, other, { keep: 1, partBytes: PART_BYTES })).rejects.toThrow(
      'archives to another place',
    )
    expect(await surveyBases(other, source.cluster)).toEqual({ bases: [], damaged: [] })
    expect(await surveyBases(store, source.cluster)).toEqual(before)
  })

  it('that was broken off is no backup, and is removed by the next', async () => {
    await store.sealed.put(
      `${source.cluster}/base/20200101000000000/000000`,
      Readable.from([Buffer.from('half')]),
      {
        limitBytes: 100,
      },
    )
    await backUp(client, source, store, { keep: 1, partBytes: PART_BYTES })
    const names = (await readdir(folder(), { recursive: true })).filter((name) => name.includes('20200101'))
    expect(names).toEqual([])
  })

  it('with a damaged manifest is told and left as it is, and later ones are taken all the same', async () => {
    const put = (name: string, file: string, text: string) =>
      store.sealed.put(`${source.cluster}/base/${name}/${file}`, Readable.from([Buffer.from(text)]), {
        limitBytes: 100,
      })
    for (const file of ['manifest', '000000']) await put('20200101000000000', file, 'not what was written')
    const plain = { limitBytes: 100 }
    await store.plain.put(
      `${source.cluster}/base/20200102000000000/manifest`,
      Readable.from([Buffer.from('cut')]),
      plain,
    )
    const report = await backUp(client, source, store, { keep: 1, partBytes: PART_BYTES })
    expect(report.damaged).toEqual([
      { name: '20200101000000000', reason: 'its manifest is none' },
      { name: '20200102000000000', reason: 'the file is cut' },
    ])
    expect((await surveyBases(store, source.cluster)).bases.map(({ name }) => name)).toEqual([
      report.base.name,
    ])
    expect(await store.plain.get(`${source.cluster}/base/20200101000000000/000000`)).toBeDefined()
  })
})
