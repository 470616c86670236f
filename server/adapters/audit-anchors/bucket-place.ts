// Publishes anchors in a write-once bucket of an S3-compatible service: with object lock not even its owner can take one away.

import { createHash } from 'node:crypto'
import type { S3Settings } from '../config/s3-settings.ts'
import { isFileKey } from '../file-store/file-key.ts'
import { listObjects } from '../file-store/s3.ts'
import { openS3, unavailable } from '../file-store/s3-request.ts'
import { ANCHORS_PREFIX, type AnchorPlace, AnchorTaken } from './anchor-place.ts'

export type BucketSettings = S3Settings & {
  /** How long the service keeps each anchor from being changed or removed; 0 leaves it to the bucket's own rule. */
  readonly retainDays: number
}

const NAME = 'anchor bucket'
const DAY_MS = 86_400_000

export function bucketPlace(settings: BucketSettings): AnchorPlace {
  const send = openS3(settings)

  async function read(key: string): Promise<string | undefined> {
    if (!isFileKey(key)) throw new Error('not a file key')
    const answer = await send({ method: 'GET', key })
    const content = await answer.clone().text()
    if (answer.status === 404 && !content.includes('<Code>NoSuchBucket</Code>')) return undefined
    if (!answer.ok) throw await unavailable(answer)
    return content
  }

  /** A service that does not know conditions takes no notice of them, so what is there is looked at before as well. */
  async function publish(key: string, content: string): Promise<void> {
    if (await isThere(key, content)) return
    const answer = await send({ method: 'PUT', key, headers: headersOf(content), body: new Blob([content]) })
    if (answer.ok) return void (await answer.body?.cancel())
    if (answer.status === 412 && (await isThere(key, content))) return
    throw await unavailable(answer)
  }

  async function isThere(key: string, content: string): Promise<boolean> {
    const there = await read(key)
    if (there !== undefined && there !== content) throw new AnchorTaken(key, NAME)
    return there === content
  }

  function headersOf(content: string): Record<string, string> {
    const until = new Date(Date.now() + settings.retainDays * DAY_MS).toISOString()
    return {
      'content-type': 'application/json',
      'if-none-match': '*',
      'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
      // Object lock wants a checksum of the body in this form.
      'content-md5': createHash('md5').update(content).digest('base64'),
      ...(settings.retainDays === 0
        ? {}
        : { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': until }),
    }
  }

  return {
    name: NAME,
    read,
    publish,
    keys: async function* () {
      for await (const { key } of listObjects(send, ANCHORS_PREFIX)) yield key
    },
  }
}
