/** Brings finished WAL segments from where the server lays them to where the backups are, sealed, and away again. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { isReplayed } from '@paywages/domain/backups/base-choice.ts'
import { exists, give, type Place } from '../embedded-postgres/place.ts'
import { StartProblem } from '../start-problem.ts'
import { type BackupPlace, walKey, walName, walPrefix } from './backup-place.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const ANY_SIZE = { limitBytes: Number.MAX_SAFE_INTEGER }
const WANTED = /^([0-9A-F]{24}(\.partial)?|[0-9A-F]{8}\.history)$/

/** While this folder is there, the server archives into it (server-settings.ts). */
const outbox = (place: Place) => join(place.home, 'wal')

export const isArchiving = (place: Place) => exists(outbox(place))

export async function beginArchiving(place: Place): Promise<void> {
  await mkdir(outbox(place), { recursive: true })
  await chmod(outbox(place), 0o700)
  await give(outbox(place), place.user)
}

export const endArchiving = (place: Place) => rm(outbox(place), { recursive: true, force: true })

/** Finished segments that wait, the oldest first. */
export async function waitingWal(place: Place): Promise<string[]> {
  if (!(await isArchiving(place))) return []
  return (await readdir(outbox(place))).filter((name) => !name.endsWith('.part')).sort()
}

/** One is taken away here only when it is there; the same one may come twice, another one of its name never. */
export async function shipWal(
  place: Place,
  store: BackupPlace,
  { cluster, names }: { readonly cluster: string; readonly names: readonly string[] },
): Promise<number> {
  let shipped = 0
  for (const name of names) {
    const file = join(outbox(place), name)
    const bytes = WANTED.test(name) ? await readUnlessGone(file) : undefined
    if (bytes) {
      await shipOne(store, walKey(cluster, name), bytes)
      shipped += 1
    }
    await rm(file, { force: true })
  }
  return shipped
}

/** Whoever else ships took it away once it was there. */
async function readUnlessGone(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function shipOne(store: BackupPlace, key: string, bytes: Buffer): Promise<void> {
  const before = await store.sealed.get(key)
  if (before === undefined) {
    await store.sealed.put(key, Readable.from([await compress(bytes)]), ANY_SIZE)
    return
  }
  const known = await decompress(await buffer(before.stream))
  if (digest(known) !== digest(bytes))
    throw new StartProblem(
      `The backup holds another ${key} than this database made: two databases of one identifier archive to ${store.name}; give one of them another place.`,
    )
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What a restore from the base may ask for, and nothing else. */
export async function* walSince(
  store: BackupPlace,
  base: { readonly cluster: string; readonly startWal: string },
): AsyncGenerator<{ readonly name: string; readonly read: () => Promise<Buffer> }> {
  for await (const { key } of store.plain.list(walPrefix(base.cluster))) {
    const name = walName(base.cluster, key)
    if (!isReplayed(name, base)) continue
    const read = async () => {
      const body = await store.sealed.get(key)
      if (body === undefined) throw new StartProblem(`The WAL file ${name} is gone from ${store.name}.`)
      return decompress(await buffer(body.stream))
    }
    yield { name, read }
  }
}

/** Segments that no kept base needs. */
export async function removeWalBefore(
  store: BackupPlace,
  base: { readonly cluster: string; readonly startWal: string },
): Promise<number> {
  let removed = 0
  for await (const { key } of store.plain.list(walPrefix(base.cluster))) {
    if (isReplayed(walName(base.cluster, key), base)) continue
    await store.plain.remove(key)
    removed += 1
  }
  return removed
}
