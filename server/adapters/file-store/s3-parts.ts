/** Sends a large file in parts, each retried alone, and takes everything back when one of them fails for good. */
import { createHash } from 'node:crypto'
import { type S3Send, unavailable } from './s3-request.ts'
import { StoreUnavailable } from './store-errors.ts'

/** The least that services take for all parts but the last is 5 MB; ten thousand parts are the most. */
const PART_BYTES = 16 * 1_048_576
const MAX_PARTS = 10_000

export type PartsOptions = {
  readonly signal?: AbortSignal | undefined
  readonly onlyNew?: boolean | undefined
}

export async function putInParts(
  send: S3Send,
  key: string,
  body: Blob,
  { signal, onlyNew }: PartsOptions,
): Promise<void> {
  const aborted = signal === undefined ? {} : { signal }
  // Not broken off itself: whoever does not hear its number cannot take it back.
  const begun = await send({ method: 'POST', key, query: { uploads: '' } })
  const text = await begun.text()
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
  if (!begun.ok || uploadId === undefined)
    throw await unavailable(new Response(text, { status: begun.status }))
  try {
    signal?.throwIfAborted()
    const tags = await sendParts(send, { key, uploadId }, body, aborted)
    await complete(send, { key, uploadId }, tags, onlyNew === true)
  } catch (error) {
    // Parts of what never became a file are paid for until somebody removes them.
    await send({ method: 'DELETE', key, query: { uploadId } }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    )
    throw error
  }
}

type Upload = { readonly key: string; readonly uploadId: string }

async function sendParts(
  send: S3Send,
  { key, uploadId }: Upload,
  body: Blob,
  aborted: { readonly signal?: AbortSignal },
): Promise<string[]> {
  const size = Math.max(PART_BYTES, Math.ceil(body.size / MAX_PARTS))
  const tags: string[] = []
  for (let start = 0; start < body.size; start += size) {
    const part = new Blob([await body.slice(start, start + size).arrayBuffer()])
    const sha256 = createHash('sha256')
      .update(Buffer.from(await part.arrayBuffer()))
      .digest('hex')
    const answer = await send({
      method: 'PUT',
      key,
      query: { partNumber: String(tags.length + 1), uploadId },
      headers: { 'x-amz-content-sha256': sha256 },
      body: part,
      ...aborted,
    })
    const tag = answer.headers.get('etag')
    if (!answer.ok || tag === null) throw await unavailable(answer)
    await answer.body?.cancel()
    tags.push(tag)
  }
  return tags
}

/** The answer begins before the parts are joined: it may be 200 and tell of an error. */
async function complete(
  send: S3Send,
  { key, uploadId }: Upload,
  tags: readonly string[],
  onlyNew: boolean,
): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const headers = {
    'content-type': 'application/xml',
    'x-amz-content-sha256': createHash('sha256').update(xml).digest('hex'),
    ...(onlyNew ? { 'if-none-match': '*' } : {}),
  }
  const answer = await send({ method: 'POST', key, query: { uploadId }, headers, body: new Blob([xml]) })
  const isTaken = onlyNew && answer.status === 412
  const text = await answer.text()
  if (isTaken) throw new AlreadyThere()
  if (!answer.ok) throw await unavailable(new Response(text, { status: answer.status }))
  if (text.includes('<Error>'))
    throw new StoreUnavailable('The object store could not join the parts of a file.')
}

/** What was asked to be left as it is was left. */
export class AlreadyThere extends Error {
  override readonly name = 'AlreadyThere'
}
