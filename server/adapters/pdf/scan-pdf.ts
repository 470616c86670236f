// Looks at every object of a PDF for what acts by itself: at those written plainly, and at those packed into object streams.

import { actingParts } from '@paywages/domain/files/pdf-acts.ts'
import type { PdfReference } from '@paywages/domain/files/pdf-object.ts'
import { type PdfActivePart, pdfActiveParts, pdfNames } from '@paywages/domain/files/pdf-script.ts'
import { type Decrypt, decryptorOf } from './decrypt-pdf.ts'
import { dictionaryFor, type FoundDictionary, findDictionaries } from './pdf-streams.ts'
import { objectsWithin, type PdfObject, unpackObjects } from './unpack-objects.ts'

export type PdfScan = {
  readonly parts: ReadonlySet<PdfActivePart>
  /** Something could not be unpacked: nobody can tell what it does. */
  readonly isOpaque: boolean
  readonly isEncrypted: boolean
}

/** All object streams together; beyond it nobody waits. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

export async function scanPdf(bytes: Uint8Array): Promise<PdfScan> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Set(pdfActiveParts(file))
  const { found, others, isOdd } = findDictionaries(file)
  const packed = found.filter(isObjectStream)
  const isEncrypted = mentionsEncryption(file)
  // Encryption hides texts and streams; the names of plain objects stay as they are.
  const decrypt = isEncrypted && packed.length > 0 ? decryptorFor(found) : undefined
  const opaque = { parts, isOpaque: true, isEncrypted }
  if (isOdd || (isEncrypted && packed.length > 0 && !decrypt)) return opaque
  const objects: PdfObject[] = [
    ...found.map(({ dictionary, place, streamAt }) => ({
      value: dictionary,
      place,
      isStream: streamAt !== undefined,
    })),
    ...others,
  ]
  let unpackedBytes = 0
  for (const stream of packed) {
    const unpacked = await unpackObjects(file, stream, decrypt)
    if (unpacked === undefined) return opaque
    for (const part of pdfActiveParts(unpacked)) parts.add(part)
    unpackedBytes += unpacked.length
    if (unpackedBytes > MAX_UNPACKED_BYTES) return opaque
    const within = objectsWithin(unpacked, stream.dictionary.entries)
    if (within === undefined) return opaque
    objects.push(...within)
  }
  for (const part of partsOfObjects(objects, isEncrypted)) parts.add(part)
  return { ...opaque, isOpaque: false }
}

function partsOfObjects(objects: readonly PdfObject[], isEncrypted: boolean): Set<PdfActivePart> {
  const byNumber = Map.groupBy(objects, ({ place }) => place?.object)
  const find = ({ object }: PdfReference) => (byNumber.get(object) ?? []).map(({ value }) => value)
  return new Set(
    objects.flatMap(({ value, isStream = false }) => [
      ...actingParts(value, { find, isEncrypted, isStream }),
    ]),
  )
}

/** By what a reader needs of them, not by their type: that may be written elsewhere, or be wrong. */
function isObjectStream({ dictionary, streamAt }: FoundDictionary): boolean {
  return streamAt !== undefined && (dictionary.names.has('First') || dictionary.names.has('ObjStm'))
}

function mentionsEncryption(file: Buffer): boolean {
  for (const name of pdfNames(file)) if (name === 'Encrypt') return true
  return false
}

/** Every trailer must say the same: which of them a reader goes by is its own affair. */
function decryptorFor(found: readonly FoundDictionary[]): Decrypt | undefined {
  const trailers = found.filter(({ dictionary }) => dictionary.names.has('Encrypt'))
  const said = new Map(trailers.map(({ dictionary }) => [saidOf(dictionary.entries), dictionary]))
  const [only] = said.values()
  if (said.size !== 1 || !only || only.isUnclear) return undefined
  const encrypt = dictionaryFor(only.entries.get('Encrypt'), found)
  const ids = only.entries.get('ID')
  const [id] = ids?.kind === 'array' ? ids.items : []
  return encrypt && decryptorOf(encrypt, id?.kind === 'string' ? id.bytes : Buffer.alloc(0))
}

function saidOf(entries: FoundDictionary['dictionary']['entries']): string {
  const ids = entries.get('ID')
  const [id] = ids?.kind === 'array' ? ids.items : []
  return JSON.stringify(
    [entries.get('Encrypt') ?? null, id?.kind === 'string' ? [...id.bytes] : null],
    plainly,
  )
}

const plainly = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)

/** Unclear where a parser has to look as well: at what was encrypted, and at the names of attached files. */
export function verdictOf({ parts, isOpaque, isEncrypted }: PdfScan): 'quiet' | 'active' | 'unclear' {
  if (isOpaque || [...parts].some((part) => part !== 'attachment')) return 'active'
  return isEncrypted || parts.has('attachment') ? 'unclear' : 'quiet'
}
