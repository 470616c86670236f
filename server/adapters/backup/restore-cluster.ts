/** Makes a cluster out of a base backup and the WAL after it, as it was at a moment, in a folder that has none. */
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { chooseBase } from '@paywages/domain/backups/base-choice.ts'
import pg from 'pg'
import { exists, findPlace, give, type Place } from '../embedded-postgres/place.ts'
import { lastComplaint } from '../embedded-postgres/postmaster.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'
import type { BackupPlace } from './backup-place.ts'
import { type Manifest, readBase, surveyBases } from './base-backup.ts'
import { readTar } from './tar-stream.ts'
import { beginArchiving, endArchiving, walSince } from './wal-archive.ts'

/** Gone again once it is done: the next recovery must not stop where this one did. */
const RECOVERY_SETTINGS = [
  'restore_command',
  'recovery_target_action',
  'recovery_target_timeline',
  'recovery_target_time',
]

const OLD_RECOVERY = /^\s*(?:recovery_target\w*|restore_command)\s*=/i

export type RestoreRequest = {
  readonly store: BackupPlace
  readonly cluster: string
  /** Where the database is to live; nothing of one may be there. */
  readonly folder: string
  /** Without it, everything that was archived is replayed. */
  readonly to?: Date | undefined
  /** Which of several: each restore begins one. Without it, the newest. */
  readonly timeline?: number | undefined
  readonly log: (line: string) => void
}

export type Restored = {
  readonly server: EmbeddedPostgres
  readonly place: Place
  readonly base: Manifest
  /** The time of the last commit that was replayed; undefined where none was. */
  readonly lastCommit: Date | undefined
}

/** The server runs when this returns, out of recovery, on a timeline of its own, and archives from its beginning on. */
export async function restoreCluster(request: RestoreRequest): Promise<Restored> {
  const { store, cluster, folder, to, timeline, log } = request
  const { bases, damaged } = await surveyBases(store, cluster)
  for (const { name, reason } of damaged)
    log(`The base ${name} cannot be read and is passed over: ${reason}.`)
  if (bases.length === 0 && damaged[0])
    throw new StartProblem(`No backup of ${store.name} can be read: ${damaged[0].reason}.`)
  const base = chooseBase(bases, to)
  if (base === undefined)
    throw new StartProblem(
      `${store.name} holds no base backup that was finished${to ? ` by ${to.toISOString()}` : ''}; npm run restore -- --list shows what there is.`,
    )
  const place = await findPlace(folder, log)
  if (await exists(place.cluster)) throw new StartProblem(`${place.cluster} holds a database already.`)
  log(`Unpacking the base backup of ${base.startedAt.toISOString()}.`)
  const part = `${place.cluster}.part-restore`
  await rm(part, { recursive: true, force: true })
  await unpackBase(store, base, place, part)
  const wal = join(place.home, 'restore-wal')
  log(`Unsealed ${await unsealWal(store, base, place, wal)} WAL files.`)
  tellTimelines(await readdir(wal), timeline, log)
  await prepareRecovery(place, part, base, { to, timeline })
  await rename(part, place.cluster)
  // An earlier try in this folder left its own complaints.
  const logged = await stat(place.logFile).catch(() => undefined)
  // The history of its timeline is archived as recovery ends, and never again: without it nobody could replay what follows.
  await endArchiving(place)
  await beginArchiving(place)
  try {
    const server = await startEmbeddedPostgres({ folder, log })
    const lastCommit = await untilRecovered(server)
    return { server, place, base, lastCommit }
  } catch (error) {
    // Half a restore must not be taken for a database, and the next try needs an empty place.
    // Its log is whole once it has ended: a client may be told of the end before the reason is written.
    await stopEmbeddedPostgres(folder)
    const why =
      (await lastComplaint(place.logFile, logged?.size ?? 0).catch(() => undefined)) ?? reasonOf(error)
    await rm(place.cluster, { recursive: true, force: true })
    await endArchiving(place)
    throw new StartProblem(explain(why, to))
  } finally {
    await rm(wal, { recursive: true, force: true })
  }
}

function explain(why: string, to: Date | undefined): string {
  if (/before configured recovery target/.test(why))
    return `What was archived ends before ${to?.toISOString()}; choose an earlier moment, or leave --to out to take all of it.`
  return `The database could not be restored: ${why}.`
}

async function unpackBase(store: BackupPlace, base: Manifest, place: Place, part: string): Promise<void> {
  const archive = Readable.from(readBase(store, base), { objectMode: false })
  const plain = archive.pipe(createZstdDecompress())
  archive.once('error', (error) => plain.destroy(error))
  await readTar(plain, async ({ name, folder }, content) => {
    const inCluster = name.startsWith('cluster/')
    const path = inCluster ? join(part, name.slice('cluster/'.length)) : join(place.home, basename(name))
    await makeFolder(folder ? path : dirname(path), place)
    if (folder) return
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    await give(path, place.user)
  })
  await makeFolder(join(part, 'pg_wal', 'archive_status'), place)
}

async function makeFolder(path: string, place: Place): Promise<void> {
  if (path === place.home) return
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  for (let made: string = path; first !== undefined && made.length >= first.length; made = dirname(made))
    await give(made, place.user)
}

async function unsealWal(store: BackupPlace, base: Manifest, place: Place, wal: string): Promise<number> {
  await rm(wal, { recursive: true, force: true })
  await mkdir(wal, { mode: 0o700 })
  await give(wal, place.user)
  for await (const { name, read } of walSince(store, base))
    await writeAs(place, join(wal, name), await read())
  return (await readdir(wal)).length
}

type Target = Pick<RestoreRequest, 'to' | 'timeline'>

/** What an earlier restore gave up is another timeline: whoever wants it must know that there are several. */
function tellTimelines(
  wal: readonly string[],
  chosen: number | undefined,
  log: (line: string) => void,
): void {
  const known = wal.flatMap((name) => /^([0-9A-F]{8})\.history$/.exec(name)?.[1] ?? [])
  const newest = Math.max(0, ...known.map((name) => Number.parseInt(name, 16)))
  if (newest > 0)
    log(
      `There was a restore before: follows timeline ${chosen ?? newest} of ${newest}. --timeline=N takes another; 1 is what was there before any restore.`,
    )
}

async function prepareRecovery(
  place: Place,
  part: string,
  base: Manifest,
  { to, timeline }: Target,
): Promise<void> {
  await writeAs(place, join(part, 'backup_label'), base.label)
  await writeAs(place, join(part, 'recovery.signal'), '')
  const target =
    to === undefined
      ? []
      : [`recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`]
  const settings = [
    `restore_command = 'cp ../restore-wal/%f %p'`,
    `recovery_target_action = 'promote'`,
    `recovery_target_timeline = '${timeline ?? 'latest'}'`,
    ...target,
  ]
  const file = join(part, 'postgresql.auto.conf')
  // A database that was restored before may still name the target of that recovery, and of two targets none is taken.
  const kept = (await readFile(file, 'utf8')).split('\n').filter((line) => !OLD_RECOVERY.test(line))
  await writeAs(place, file, `${[...kept, ...settings].join('\n')}\n`)
  await chmod(part, 0o700)
}

async function writeAs(place: Place, path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content, { mode: 0o600 })
  await give(path, place.user)
}

/** It takes readers before it has replayed everything; where the archive ends before the moment asked for, it ends. */
async function untilRecovered(server: EmbeddedPostgres): Promise<Date | undefined> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ recovers: boolean; last: Date | null }>(
        'select pg_is_in_recovery() as recovers, pg_last_xact_replay_timestamp() as last',
      )
      if (rows[0]?.recovers === false) {
        for (const name of RECOVERY_SETTINGS) await client.query(`alter system reset ${name}`)
        return rows[0].last ?? undefined
      }
      await sleep(100)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
