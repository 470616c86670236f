// Files moved from a folder to a bucket: killed in the middle nothing is lost, all is readable throughout, and the next run ends it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type LocalS3, startLocalS3 } from '../../testing/local-s3.ts'
import { TEST_SECRET } from '../../testing/test-services.ts'
import { bothPlaces, holdsFiles } from './both-places.ts'
import { openDiskStore } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { openS3Store } from './s3.ts'

const COUNT = 150
const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'move-files.ts')
let root: string
let s3: LocalS3
let folder: FileStore
let bucket: FileStore
let both: FileStore

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paywages-move-'))
  s3 = await startLocalS3()
  folder = await openDiskStore(join(root, 'files'))
  bucket = await openS3Store(s3.settings, join(root, 'own-spool'))
  both = bothPlaces(bucket, folder)
})
afterAll(async () => {
  await s3.stop()
  await rm(root, { recursive: true, force: true })
})

const put = (store: FileStore, key: string, content: string) =>
  store.put(key, Readable.from([Buffer.from(content)]), { limitBytes: 1_000 })
async function read(store: FileStore, key: string): Promise<string | undefined> {
  const body = await store.get(key)
  return body && text(body.stream)
}
async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list('files/')) keys.push(key)
  return keys.sort()
}

function move(): ChildProcess {
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = s3.settings
  const bucketSettings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const env = { ...process.env, DATA_DIR: root, SECRET_KEY: TEST_SECRET, DATABASE_URL: '', ...bucketSettings }
  return spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

const moved = async () =>
  (await readdir(join(root, 'files-moved'), { recursive: true }).catch(() => [])).length

it('goes on where it was killed, and loses nothing', async () => {
  const keys = Array.from({ length: COUNT }, (_, number) => `files/${String(number).padStart(4, '0')}`)
  for (const key of keys) await put(folder, key, `content of ${key}`)
  // Written into the bucket since: it must not be replaced by what the folder has.
  await put(bucket, 'files/0007', 'newer')
  const wanted = (key: string) => (key === 'files/0007' ? 'newer' : `content of ${key}`)

  const killed = move()
  await vi.waitFor(async () => expect(await moved()).toBeGreaterThan(10), { timeout: 60_000, interval: 2 })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await holdsFiles(join(root, 'files'))).toBe(true)
  expect(await keysOf(both)).toEqual(keys)
  for (const key of keys) expect(await read(both, key)).toBe(wanted(key))

  const [code] = await once(move(), 'exit')
  expect(code).toBe(0)
  expect(await keysOf(bucket)).toEqual(keys)
  for (const key of keys) expect(await read(bucket, key)).toBe(wanted(key))
  expect(await keysOf(folder)).toEqual([])
  expect(await holdsFiles(join(root, 'files'))).toBe(false)
})

it('writes to the bucket alone, and removes from both', async () => {
  await put(folder, 'files/old', 'old')
  await put(both, 'files/old', 'new')
  expect(await read(folder, 'files/old')).toBeUndefined()
  expect(await read(both, 'files/old')).toBe('new')
  await put(folder, 'files/gone', 'old')
  await both.remove('files/gone')
  await both.remove('files/old')
  expect(await keysOf(both)).not.toContain('files/gone')
  expect(await read(both, 'files/old')).toBeUndefined()
})
