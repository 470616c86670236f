// What lies in the store without a row is sealed anew only where nobody wrote or removed it meanwhile: the server that sends stays named (ADR 167).

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDiskStore } from '../adapters/file-store/disk.ts'
import { type EncryptedStore, encryptStore } from '../adapters/file-store/encrypted.ts'
import { openKeyRing } from '../adapters/personal-data/key-ring.ts'
import { resealOthers } from './reseal-files.ts'

const KEY = 'sending-server'
const secret = () => randomBytes(32).toString('hex')
const [old, current] = [secret(), secret()]
const keys = openKeyRing({ current, old: [old] })
let folder: string
let files: EncryptedStore

const write = (store: EncryptedStore, content: string) =>
  store.put(KEY, Readable.from([Buffer.from(content)]), { limitBytes: 100 })
const held = async () => {
  const body = await files.get(KEY)
  return body && text(body.stream)
}
/** Right after the record was read to be sealed anew. */
const meanwhile = (happen: () => Promise<unknown>): EncryptedStore => ({
  ...files,
  get: async (key, range) => {
    const body = await files.get(key, range)
    await happen()
    return body
  },
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-reseal-'))
  const disk = await openDiskStore(folder)
  files = encryptStore(disk, keys)
  await write(encryptStore(disk, openKeyRing({ current: old, old: [] })), 'A sends')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('seals it under the current key', async () => {
  expect(await resealOthers({ files, keys })).toMatchObject({ renewed: 1 })
  expect([await held(), await files.sealedUnder(KEY)]).toEqual(['A sends', keys.currentId])
})

it('leaves what was written meanwhile', async () => {
  const written = meanwhile(() => write(files, 'B sends'))
  expect(await resealOthers({ files: written, keys })).toMatchObject({ renewed: 0, broken: 0 })
  expect(await held()).toBe('B sends')
})

it('brings back nothing that was removed meanwhile', async () => {
  await resealOthers({ files: meanwhile(() => files.remove(KEY)), keys })
  expect(await held()).toBeUndefined()
})
