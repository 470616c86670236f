// Packs parts into a zip as they are written; the packing itself runs outside the main thread.

import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const DEFLATED = 8
/** Level 3 packs sheets to within a few percent of level 6 in half the time. */
const LEVEL = 3
const NOTHING = new Uint8Array(0)
// A fixed day: the same rows always give the same bytes.
const PART_DATE = '1980-01-01T00:00:00'

type Chunk = string | Uint8Array
export type ZipPart = { readonly name: string; readonly body: Iterable<Chunk> | AsyncIterable<Chunk> }

/** The bytes of the zip, in constant memory: each part is asked for only when the one before it is through. */
export async function* zipParts(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
  level = LEVEL,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure = error
    ready.push(chunk)
  })
  function* taken(): Generator<Uint8Array> {
    if (failure !== null) throw failure
    yield* ready
    ready = []
  }
  for await (const part of parts) {
    const file: ZipInputFile = {
      filename: part.name,
      compression: DEFLATED,
      mtime: PART_DATE,
      size: 0,
      crc: 0,
    }
    zip.add(file)
    for await (const packed of deflate(part.body, file, level)) {
      file.ondata?.(null, packed, false)
      yield* taken()
    }
    file.ondata?.(null, NOTHING, true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

/** Packs the body and notes its size and checksum on the file, which the zip writes behind it. */
function deflate(
  body: ZipPart['body'],
  file: ZipInputFile,
  level: number,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      file.size += bytes.length
      file.crc = crc32(bytes, file.crc)
      yield bytes
    }
  }
  return pipeline(Readable.from(measured()), createDeflateRaw({ level, chunkSize: 64 * 1024 }), () => {})
}
