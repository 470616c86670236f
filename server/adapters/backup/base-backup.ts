/** Takes a base backup of the running embedded cluster: its files while it runs, compressed, in sealed parts, and last what they are. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createZstdCompress } from 'node:zlib'
import type { BaseFacts } from '@paywages/domain/backups/base-choice.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Place } from '../embedded-postgres/place.ts'
import { FileDamaged, StoreUnavailable } from '../file-store/store-errors.ts'
import { type BackupPlace, basePrefix, markCluster, putText } from './backup-place.ts'
import { clusterEntries } from './cluster-files.ts'
import { inParts, PART_BYTES } from './parts.ts'
import { writeTar } from './tar-stream.ts'

const manifestSchema = z.object({
  name: z.string(),
  cluster: z.string(),
  startWal: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  /** What the server wants to find in a file of this name before it replays. */
  label: z.string(),
  parts: z.array(z.string()),
})

export type Manifest = BaseFacts & z.output<typeof manifestSchema>

const partKey = (cluster: string, name: string, number: number) =>
  `${basePrefix(cluster)}${name}/${String(number).padStart(6, '0')}`
const manifestKey = (cluster: string, name: string) => `${basePrefix(cluster)}${name}/manifest`

/** Everything but the manifest, which is written by `finishBase` once the WAL and the files that it needs are there too. */
export async function takeBase(
  client: pg.Client,
  place: Place,
  store: BackupPlace,
  partBytes: number = PART_BYTES,
): Promise<Manifest> {
  const cluster = await clusterOf(client)
  const startedAt = await serverTime(client)
  const name = startedAt.toISOString().replace(/\D/g, '').slice(0, 17)
  // As soon as a checkpoint is made, which is now.
  const { rows } = await client.query<{ wal: string }>(
    `select pg_walfile_name(pg_backup_start($1, true)) as wal`,
    [`paywages ${name}`],
  )
  const parts: string[] = []
  const archive = Readable.from(writeTar(clusterEntries(place)), { objectMode: false })
  const compressed = archive.pipe(createZstdCompress())
  archive.once('error', (error) => compressed.destroy(error))
  for await (const part of inParts(compressed, partBytes)) {
    const key = partKey(cluster, name, parts.length)
    const { sha256 } = await store.sealed.put(key, part, { limitBytes: partBytes })
    parts.push(sha256)
  }
  // Waits until all WAL that the copy needs was archived.
  const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
  const [startWal, label] = [rows[0]?.wal, stopped.rows[0]?.labelfile]
  if (startWal === undefined || label === undefined) throw new Error('the server told no backup label')
  return { name, cluster, startWal, startedAt, finishedAt: await serverTime(client), label, parts }
}

export async function finishBase(store: BackupPlace, manifest: Manifest): Promise<void> {
  await putText(store.sealed, manifestKey(manifest.cluster, manifest.name), JSON.stringify(manifest))
  await markCluster(store, manifest.cluster)
}

export type DamagedBase = { readonly name: string; readonly reason: string }

export type BaseSurvey = { readonly bases: readonly Manifest[]; readonly damaged: readonly DamagedBase[] }

/** Finished ones only: what was broken off has no manifest. One that cannot be read is told and keeps nothing else from going on. */
export async function surveyBases(store: BackupPlace, cluster: string): Promise<BaseSurvey> {
  const bases: Manifest[] = []
  const damaged: DamagedBase[] = []
  for await (const { key } of store.plain.list(basePrefix(cluster))) {
    if (!key.endsWith('/manifest')) continue
    try {
      const body = await store.sealed.get(key)
      if (body) bases.push(manifestSchema.parse(JSON.parse(await text(body.stream))))
    } catch (error) {
      // A store that fails at the moment says nothing about the backup.
      if (error instanceof StoreUnavailable) throw error
      damaged.push({ name: nameIn(cluster, key), reason: damageOf(error) })
    }
  }
  // A folder is listed in no order.
  damaged.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { bases, damaged }
}

function damageOf(error: unknown): string {
  return error instanceof FileDamaged ? error.message : 'its manifest is none'
}

const nameIn = (cluster: string, key: string) => key.slice(basePrefix(cluster).length).split('/')[0] ?? ''

/** The manifest first: half a base must not look like a whole one. */
export async function removeBase(store: BackupPlace, { cluster, name }: Manifest): Promise<void> {
  await store.plain.remove(manifestKey(cluster, name))
  for await (const { key } of store.plain.list(`${basePrefix(cluster)}${name}/`))
    await store.plain.remove(key)
}

/** What backups that were broken off left behind; a damaged one stays for people to look at. */
export async function removeUnfinished(store: BackupPlace, cluster: string): Promise<readonly DamagedBase[]> {
  const { bases, damaged } = await surveyBases(store, cluster)
  const finished = new Set([...bases, ...damaged].map(({ name }) => name))
  for await (const { key } of store.plain.list(basePrefix(cluster))) {
    if (!finished.has(nameIn(cluster, key))) await store.plain.remove(key)
  }
  return damaged
}

/** The archive, part after part, each of which must be the one that was written down. */
export async function* readBase(store: BackupPlace, manifest: Manifest): AsyncGenerator<Buffer> {
  for (const [number, sha256] of manifest.parts.entries()) {
    const key = partKey(manifest.cluster, manifest.name, number)
    const body = await store.sealed.get(key)
    if (body === undefined) throw new Error(`the part ${key} of the base backup is missing`)
    const hash = createHash('sha256')
    for await (const chunk of body.stream) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== sha256) throw new Error(`the part ${key} of the base backup is another one`)
  }
}

async function serverTime(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now ?? new Date()
}

/** The identifier that a cluster keeps through restores and promotions. */
export async function clusterOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  if (!rows[0]) throw new Error('the server told no identifier')
  return rows[0].id
}
