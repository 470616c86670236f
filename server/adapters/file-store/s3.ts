// Keeps files in a bucket of an S3-compatible service.

import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { S3Settings } from '../config/s3-settings.ts'
import { assertByteRange } from './byte-range.ts'
import { assertFileKey, assertKeyPrefix, isFileKey } from './file-key.ts'
import type { ByteRange, FileBody, FileStore, ListedFile, PutOptions, StoredFile } from './file-store.ts'
import { probeStore } from './probe.ts'
import { AlreadyThere, putInParts } from './s3-parts.ts'
import { ANSWER_MS, openS3, type S3Send, unavailable } from './s3-request.ts'
import { onDisk, openSpool, spool } from './spool.ts'
import { OutOfRange, ReplacedMeanwhile, StoreUnavailable } from './store-errors.ts'

const PROBE_MS = 2_000

/**
 * A file is spooled to `spoolDirectory` first, then sent by one PUT, or in parts above a size. A temporary file and not a buffer, because
 * many uploads of 20 MB at once must not fill the memory; not a direct pass, because S3 wants the length and the
 * hash beforehand and a retry needs the bytes again. Under the encrypting wrapper the spool holds ciphertext only.
 */
export async function openS3Store(
  settings: S3Settings,
  spoolDirectory: string,
  answerMs: number = ANSWER_MS,
): Promise<FileStore> {
  await openSpool(spoolDirectory)
  const partsAbove = settings.multipartBytes ?? Number.POSITIVE_INFINITY
  const store = storeOver(openS3(settings, answerMs), spoolDirectory, partsAbove)
  // A few bytes, for somebody who asks every few seconds.
  const probed = storeOver(openS3(settings, Math.min(answerMs, PROBE_MS)), spoolDirectory, partsAbove)
  return { ...store, check: () => probeStore(probed) }
}

function storeOver(send: S3Send, spoolDirectory: string, multipartBytes: number): Omit<FileStore, 'check'> {
  async function put(
    key: string,
    stream: AsyncIterable<Uint8Array>,
    options: PutOptions,
  ): Promise<StoredFile> {
    assertFileKey(key)
    const { path, ...stored } = await spool(spoolDirectory, stream, options)
    try {
      const body = await onDisk(() => openAsBlob(path))
      // Also for services that do not heed the condition.
      if (options.over !== undefined && options.over !== (await versionNow(send, key)))
        throw new ReplacedMeanwhile()
      if (stored.size > multipartBytes) {
        await putInParts(send, key, body, options).catch(unlessThere)
        return stored
      }
      // The signed hash makes the service itself refuse a body that changed on the way; an ETag proves nothing.
      const headers = {
        'x-amz-content-sha256': stored.sha256,
        'content-type': 'application/octet-stream',
        ...(options.onlyNew ? { 'if-none-match': '*' } : {}),
        ...(options.over ? { 'if-match': options.over } : {}),
      }
      const signal = options.signal === undefined ? {} : { signal: options.signal }
      const answer = await send({ method: 'PUT', key, headers, body, ...signal })
      const isTaken = options.onlyNew === true && answer.status === 412
      if (options.over !== undefined && (answer.status === 412 || answer.status === 404))
        throw new ReplacedMeanwhile()
      if (!answer.ok && !isTaken) throw await unavailable(answer)
      await answer.body?.cancel()
    } finally {
      await rm(path, { force: true })
    }
    return stored
  }

  async function remove(key: string): Promise<void> {
    assertFileKey(key)
    const answer = await send({ method: 'DELETE', key })
    if (!answer.ok && !(await isMissingFile(answer))) throw await unavailable(answer)
    await answer.body?.cancel()
  }

  const get = (key: string, range?: ByteRange) => getObject(send, key, range)
  return { put, get, remove, list: (prefix: string) => listObjects(send, prefix) }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof AlreadyThere)) throw error
}

async function versionNow(send: S3Send, key: string): Promise<string | undefined> {
  const body = await getObject(send, key)
  body?.stream.destroy()
  return body?.version
}

async function getObject(send: S3Send, key: string, range?: ByteRange): Promise<FileBody | undefined> {
  assertFileKey(key)
  if (range !== undefined) assertByteRange(range)
  const headers: Record<string, string> =
    range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` }
  const answer = await send({ method: 'GET', key, headers })
  if (await isMissingFile(answer)) return undefined
  if (answer.status === 416) {
    const text = await answer.text()
    throw new OutOfRange(Number(/<ActualObjectSize>(\d+)</.exec(text)?.[1] ?? 0))
  }
  if (!answer.ok || answer.body === null) throw await unavailable(answer)
  const size = totalSize(answer, range)
  if (size === undefined) {
    await answer.body.cancel()
    throw new StoreUnavailable('The object store answered with other bytes than were asked for.')
  }
  return { stream: Readable.fromWeb(answer.body), size, version: answer.headers.get('etag') ?? '' }
}

/** A missing bucket is 404 too, and must not look like a file that somebody removed. */
async function isMissingFile(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false
  const text = await answer.clone().text()
  return !text.includes('<Code>NoSuchBucket</Code>')
}

/** Undefined when the answer is not exactly the range asked for: not every service heeds ranges. */
function totalSize(answer: Response, asked: ByteRange | undefined): number | undefined {
  if (asked === undefined) {
    const length = answer.headers.get('content-length')
    return length === null ? undefined : Number(length)
  }
  const given = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')
  const [start, end, size] = (given ?? []).slice(1).map(Number)
  if (start === undefined || end === undefined || size === undefined) return undefined
  return start === asked.start && end === Math.min(asked.end, size - 1) ? size : undefined
}

export async function* listObjects(send: S3Send, prefix: string): AsyncGenerator<ListedFile> {
  assertKeyPrefix(prefix)
  let next: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) }
    const answer = await send({ method: 'GET', query })
    if (!answer.ok) throw await unavailable(answer)
    const page = await answer.text()
    for (const [entry] of page.matchAll(/<Contents>.*?<\/Contents>/gs)) {
      const key = textOf(entry, 'Key')
      const modifiedAt = new Date(textOf(entry, 'LastModified') ?? Number.NaN)
      // What somebody else put into the bucket is none of ours, and is never swept.
      if (key === undefined || !isFileKey(key) || Number.isNaN(modifiedAt.getTime())) continue
      yield { key, modifiedAt }
    }
    next = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined
  } while (next !== undefined)
}

// Enough XML for keys of our own alphabet, dates and tokens.
function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
