// What every place for anchors promises, whatever it is made of: each text once, none replaced.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalS3, startLocalS3 } from '../../testing/local-s3.ts'
import { openDiskStore } from '../file-store/disk.ts'
import { encryptStore } from '../file-store/encrypted.ts'
import { StoreUnavailable } from '../file-store/store-errors.ts'
import { openKeyRing } from '../personal-data/key-ring.ts'
import { type AnchorPlace, AnchorTaken } from './anchor-place.ts'
import { bucketPlace } from './bucket-place.ts'
import { fileStorePlace } from './file-store-place.ts'

let folder: string
let s3: LocalS3
const places: Record<string, () => Promise<AnchorPlace>> = {
  'file store': async () => {
    const keys = openKeyRing({ current: 'xT9v2Lq8Zr4Wn7Kc1Hs6Yd3Gb5Mf0Pj+', old: [] })
    return fileStorePlace(encryptStore(await openDiskStore(join(folder, 'files')), keys))
  },
  'anchor bucket': async () => bucketPlace({ ...s3.settings, retainDays: 3 }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paywages-anchors-'))
  s3 = await startLocalS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

async function keysOf(place: AnchorPlace): Promise<string[]> {
  const keys: string[] = []
  for await (const key of place.keys()) keys.push(key)
  return keys.sort()
}

describe.each(Object.keys(places))('the %s', (name) => {
  it('publishes each anchor once, and never another under its name', async () => {
    const place = await (places[name] as () => Promise<AnchorPlace>)()
    expect(place.name).toBe(name)
    const [first, second] = ['audit-anchors/000000001-2026-11-16', 'audit-anchors/000000002-2026-11-16']
    expect(await place.read(first)).toBeUndefined()
    await place.publish(first, '{"中":1}')
    await place.publish(first, '{"中":1}')
    await place.publish(second, '{}')
    await expect(place.publish(first, '{"中":2}')).rejects.toThrow(AnchorTaken)
    expect(await place.read(first)).toBe('{"中":1}')
    expect(await keysOf(place)).toEqual([first, second])
  })
})

it('cannot take an anchor out of the bucket', async () => {
  expect((await places['anchor bucket']?.())?.remove).toBeUndefined()
})

it('tells a missing bucket apart from a missing anchor', async () => {
  const place = bucketPlace({ ...s3.settings, bucket: 'nowhere', retainDays: 0 })
  await expect(place.read('audit-anchors/000000001-2026-11-16')).rejects.toThrow(StoreUnavailable)
})
