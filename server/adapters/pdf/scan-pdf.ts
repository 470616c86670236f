// Looks at every object of a PDF for what acts by itself: at those written plainly, and at those packed into object streams.

import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type PdfActivePart, pdfActiveParts, pdfNames } from '@paywages/domain/files/pdf-script.ts'

export type PdfScan = {
  readonly parts: ReadonlySet<PdfActivePart>
  /** Something could not be unpacked, or all of it is encrypted: a parser has to look. */
  readonly isOpaque: boolean
}

const unpack = promisify(inflate)
const STREAM = Buffer.from('stream')
const END = Buffer.from('end')
const OBJECT = Buffer.from('obj')
/** Dictionaries of streams take some hundred bytes. */
const MAX_DICTIONARY = 4 * 1024
const MAX_STREAM_BYTES = 16 * 1024 * 1024
/** All object streams together; beyond it nobody waits. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

export async function scanPdf(bytes: Uint8Array): Promise<PdfScan> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Set(pdfActiveParts(file))
  if (isEncrypted(file)) return { parts, isOpaque: true }
  let unpackedBytes = 0
  for (const stream of objectStreams(file)) {
    const objects = stream && (await unpackObjects(file, stream))
    // One such is enough: the parser looks at all the others as well.
    if (objects === undefined) return { parts, isOpaque: true }
    for (const part of pdfActiveParts(objects)) parts.add(part)
    unpackedBytes += objects.length
    if (unpackedBytes > MAX_UNPACKED_BYTES) return { parts, isOpaque: true }
  }
  return { parts, isOpaque: false }
}

type ObjectStream = { readonly dictionary: ReadonlySet<string>; readonly start: number }

/**
 * By what a reader needs of them, not by their type: that may be written elsewhere, or be wrong. Undefined stands for a
 * stream whose dictionary is longer than any program writes.
 */
function* objectStreams(file: Buffer): Generator<ObjectStream | undefined> {
  for (let at = file.indexOf(STREAM); at >= 0; at = file.indexOf(STREAM, at + STREAM.length)) {
    if (file.subarray(Math.max(0, at - END.length), at).equals(END)) continue
    const before = file.subarray(Math.max(0, at - MAX_DICTIONARY), at)
    const from = before.lastIndexOf(OBJECT)
    if (from < 0) {
      yield undefined
      continue
    }
    const dictionary = new Set(pdfNames(before.subarray(from)))
    if (dictionary.has('First') || dictionary.has('ObjStm'))
      yield { dictionary, start: afterLineEnd(file, at + STREAM.length) }
  }
}

function afterLineEnd(file: Buffer, at: number): number {
  const next = file[at] === 0x0d ? at + 1 : at
  return file[next] === 0x0a ? next + 1 : next
}

/** Undefined where it is packed in a way that no program uses for objects. */
async function unpackObjects(file: Buffer, { dictionary, start }: ObjectStream): Promise<Buffer | undefined> {
  const filters = [...dictionary].filter((name) => name.endsWith('Decode'))
  // Without a filter its objects are plain, and were looked at with the rest.
  if (!dictionary.has('Filter')) return Buffer.alloc(0)
  const isPlainFlate = filters.length === 1 && filters[0] === 'FlateDecode'
  if (!isPlainFlate || dictionary.has('DecodeParms')) return undefined
  // To the stream's own end, wherever the file says that it is.
  return unpack(file.subarray(start), { maxOutputLength: MAX_STREAM_BYTES }).catch(() => undefined)
}

function isEncrypted(file: Buffer): boolean {
  for (const name of pdfNames(file)) if (name === 'Encrypt') return true
  return false
}

/** Unclear where a parser has to look: at what is hidden, or at the names of attached files. */
export function verdictOf({ parts, isOpaque }: PdfScan): 'quiet' | 'active' | 'unclear' {
  if ([...parts].some((part) => part !== 'attachment')) return 'active'
  return isOpaque || parts.has('attachment') ? 'unclear' : 'quiet'
}
