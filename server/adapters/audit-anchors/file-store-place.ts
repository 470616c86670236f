// Publishes anchors in the file store of the product, where everything is encrypted.

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileStore } from '../file-store/file-store.ts'
import { ANCHORS_PREFIX, type AnchorPlace, AnchorTaken, MAX_ANCHOR_BYTES } from './anchor-place.ts'

const NAME = 'file store'

export function fileStorePlace(files: FileStore): AnchorPlace {
  async function read(key: string): Promise<string | undefined> {
    const body = await files.get(key)
    return body && text(body.stream)
  }
  return {
    name: NAME,
    read,
    publish: async (key, content) => {
      const there = await read(key)
      if (there === content) return
      if (there !== undefined) throw new AnchorTaken(key, NAME)
      await files.put(key, Readable.from([Buffer.from(content)]), { limitBytes: MAX_ANCHOR_BYTES })
    },
    keys: async function* () {
      for await (const { key } of files.list(ANCHORS_PREFIX)) yield key
    },
    remove: (key) => files.remove(key),
  }
}
