// Reads a multipart call: its fields in any order, its files streamed away under their limit.

// Brings the types of request.parts() along.
import type {} from '@fastify/multipart'
import type { Upload } from '@paywages/wire/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { Refused } from '../refused.ts'
import type { ReceivedFile } from './call.ts'

export type Uploads = {
  /** Streams one part into the store as a file of its uploader's that nothing has taken yet. */
  receive(
    by: Actor,
    part: { name: string; stream: AsyncIterable<Uint8Array>; maxBytes: number },
  ): Promise<ReceivedFile>
  discard(files: readonly ReceivedFile[]): Promise<void>
}

export async function readMultipart(
  request: FastifyRequest,
  upload: Upload,
  by: Actor,
  uploads: Uploads,
): Promise<{ fields: Record<string, unknown>; files: ReceivedFile[] }> {
  const fields: Record<string, unknown> = {}
  const files: ReceivedFile[] = []
  try {
    // One file more than allowed is let in, so that "too many" can be told from a broken request.
    const limits = {
      fields: 20,
      fieldSize: 8_192,
      files: upload.maxFiles + 1,
      fileSize: upload.maxBytes + 1,
      parts: upload.maxFiles + 21,
    }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.value !== '') fields[part.fieldname] = part.value
        continue
      }
      if (files.length >= upload.maxFiles) throw new Refused('too-many-files', { max: upload.maxFiles })
      if (part.fieldname !== upload.field) throw new Refused('malformed')
      files.push(
        await uploads.receive(by, {
          name: part.filename ?? '',
          stream: part.file,
          maxBytes: upload.maxBytes,
        }),
      )
    }
    if (files.length === 0) throw new Refused('file-missing')
    return { fields, files }
  } catch (error) {
    // What is still on its way is read and dropped: a connection with an unread rest is stuck, and browsers read no
    // answer before they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    await uploads.discard(files)
    throw error instanceof Refused ? error : brokenUpload(error)
  }
}

const MULTIPART_LIMITS = new Set([
  'FST_FILES_LIMIT',
  'FST_PARTS_LIMIT',
  'FST_FIELDS_LIMIT',
  'FST_INVALID_MULTIPART_CONTENT_TYPE',
])

/** A body that ends early or is none, and a boundary that is missing or longer than any may be. */
const BROKEN =
  /Unexpected end|Premature close|aborted|Malformed part|Boundary not found|needle cannot have a length/i

function brokenUpload(error: unknown): unknown {
  const code = (error as { code?: string } | undefined)?.code ?? ''
  if (MULTIPART_LIMITS.has(code)) return new Refused('malformed')
  const text = error instanceof Error ? error.message : ''
  if (BROKEN.test(text)) return new Refused('upload-broken')
  return error
}
