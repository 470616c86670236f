/** Lists what of a running cluster belongs into a base backup, as pg_basebackup does. */
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Place } from '../embedded-postgres/place.ts'
import type { TarEntry } from './tar-stream.ts'

/** Kept as empty folders: a starting server makes anew what lies in them, or finds it in the archive. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|(recovery|standby)\.signal|pg_internal\.init.*|pgsql_tmp.*)$/

/** Read last, so that it never tells of a state later than that of the files before it. */
const CONTROL = 'global/pg_control'

export async function* clusterEntries(place: Place): AsyncGenerator<TarEntry> {
  for await (const path of walk(place.cluster, '')) yield* entryOf(place.cluster, 'cluster', path)
  yield* entryOf(place.cluster, 'cluster', { path: CONTROL, folder: false })
  // The roles in the cluster have these passwords; without the files nobody could connect to what is restored.
  for (const path of ['password', 'app-password']) yield* entryOf(place.home, '', { path, folder: false })
}

type Found = { readonly path: string; readonly folder: boolean }

async function* walk(root: string, inside: string): AsyncGenerator<Found> {
  const entries = await orGone(() => readdir(join(root, inside), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (LEFT_OUT.test(entry.name) || path === CONTROL) continue
    yield { path, folder: entry.isDirectory() }
    if (entry.isDirectory() && !EMPTIED.has(path)) yield* walk(root, path)
  }
}

async function* entryOf(root: string, under: string, { path, folder }: Found): AsyncGenerator<TarEntry> {
  const [name, file] = [under === '' ? path : `${under}/${path}`, join(root, path)]
  if (folder) return yield { name, folder, size: 0, content: Readable.from([]) }
  const found = await orGone(() => stat(file))
  if (found === undefined) return
  // Small ones at once; of a large one that goes meanwhile the rest is zeros, and the WAL says that it is gone.
  if (found.size > 1_048_576) return yield { name, size: found.size, content: untilGone(file) }
  const bytes = await orGone(() => readFile(file))
  if (bytes !== undefined) yield { name, size: bytes.length, content: Readable.from([bytes]) }
}

async function* untilGone(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 1_048_576 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function orGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
