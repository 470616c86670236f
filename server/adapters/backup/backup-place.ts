/** Where backups lie: a folder or a bucket, in which each database cluster has a place of its own, named by its identifier. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Settings } from '../config/s3-settings.ts'
import { openDiskStore } from '../file-store/disk.ts'
import { encryptStore } from '../file-store/encrypted.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openS3Store } from '../file-store/s3.ts'
import type { KeyRing } from '../personal-data/key-ring.ts'
import { reasonOf, StartProblem } from '../start-problem.ts'

export type BackupSettings = { readonly folder: string; readonly s3: S3Settings | undefined }

export type BackupPlace = {
  /** For the person at the terminal. */
  readonly name: string
  /** As it lies there: what is copied in is sealed already. */
  readonly plain: FileStore
  /** What is put in is sealed under the key of the product, and bound to its name (ADR 25). */
  readonly sealed: FileStore
}

export async function openBackupPlace(
  { folder, s3 }: BackupSettings,
  keys: KeyRing,
  dataDir: string,
): Promise<BackupPlace> {
  const plain = s3 ? await openS3Store(s3, join(dataDir, 'backup-spool')) : await openFolder(folder)
  const name = s3 ? `the bucket ${s3.bucket} of ${s3.endpoint}` : folder
  return { name, plain, sealed: encryptStore(plain, keys) }
}

/** Often another disk, which another user owns or which is read-only for a unit. */
async function openFolder(folder: string): Promise<FileStore> {
  try {
    return await openDiskStore(folder)
  } catch (error) {
    const { cause = error } = error as Error
    throw new StartProblem(`The folder of backups ${folder} cannot be used: ${reasonOf(cause)}.`)
  }
}

export const basePrefix = (cluster: string) => `${cluster}/base/`
export const walPrefix = (cluster: string) => `${cluster}/wal/`
export const filesPrefix = (cluster: string) => `${cluster}/files/`
export const gonePrefix = (cluster: string) => `${cluster}/gone/`

/** Keys have small letters and no dots; WAL files have large ones and one dot at most. */
export const walKey = (cluster: string, name: string) =>
  `${walPrefix(cluster)}${name.toLowerCase().replace('.', '-')}`

export function walName(cluster: string, key: string): string {
  const [digits = '', ending] = key.slice(walPrefix(cluster).length).split('-')
  return ending === undefined ? digits.toUpperCase() : `${digits.toUpperCase()}.${ending}`
}

const clusterMark = (cluster: string) => `clusters/${cluster}`

/** The clusters of which a base was finished there. */
export async function clustersIn({ plain }: BackupPlace): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of plain.list(clusterMark(''))) found.push(key.slice(clusterMark('').length))
  return found.sort()
}

export async function markCluster({ sealed }: BackupPlace, cluster: string): Promise<void> {
  await putText(sealed, clusterMark(cluster), cluster)
}

/** Said by the first backup before any WAL comes: this is the place of that cluster. */
const archiveMark = (cluster: string) => `${cluster}/archive`

export async function markArchive({ sealed }: BackupPlace, cluster: string): Promise<void> {
  await putText(sealed, archiveMark(cluster), cluster)
}

/** A disk that is not mounted leaves an empty folder: what went there would be missing from every restore (ADR 178). */
export async function requireArchive({ plain, name }: BackupPlace, cluster: string): Promise<void> {
  // An earlier release left the second mark alone, with its first finished base.
  for (const mark of [archiveMark(cluster), clusterMark(cluster)])
    for await (const { key } of plain.list(mark)) if (key === mark) return
  throw new StartProblem(
    `${name} holds no backup of this database. Is its disk mounted, its bucket the right one? If it is a new place, run npm run backup.`,
  )
}

export async function putText(store: FileStore, key: string, text: string): Promise<void> {
  await store.put(key, Readable.from([Buffer.from(text)]), { limitBytes: Number.MAX_SAFE_INTEGER })
}

/** A store's part under a prefix, as a store: files of a backup are read as if they lay in the product's own. */
export function underPrefix(store: FileStore, prefix: string): FileStore {
  return {
    put: (key, stream, options) => store.put(`${prefix}${key}`, stream, options),
    get: (key, range) => store.get(`${prefix}${key}`, range),
    remove: (key) => store.remove(`${prefix}${key}`),
    list: async function* (wanted) {
      for await (const { key, modifiedAt } of store.list(`${prefix}${wanted}`))
        yield { key: key.slice(prefix.length), modifiedAt }
    },
    check: store.check,
  }
}
