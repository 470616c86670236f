/** Where backups lie: a folder or a bucket, in which each database cluster has a place of its own, named by its identifier. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { S3Settings } from '../config/s3-settings.ts'
import { openDiskStore } from '../file-store/disk.ts'
import { encryptStore } from '../file-store/encrypted.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openS3Store } from '../file-store/s3.ts'
import type { KeyRing } from '../personal-data/key-ring.ts'

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
  const plain = s3 ? await openS3Store(s3, join(dataDir, 'backup-spool')) : await openDiskStore(folder)
  const name = s3 ? `the bucket ${s3.bucket} of ${s3.endpoint}` : folder
  return { name, plain, sealed: encryptStore(plain, keys) }
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
