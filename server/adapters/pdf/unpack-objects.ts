// Unpacks the objects of an object stream: decrypted where anybody may, then out of the filters that programs use for objects.

import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { fromAscii85, fromAsciiHex, undoPredictor } from '@paywages/domain/files/pdf-filters.ts'
import {
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  readPdfObject,
  skipPdfSpace,
} from '@paywages/domain/files/pdf-object.ts'
import type { Decrypt } from './decrypt-pdf.ts'
import type { FoundDictionary } from './pdf-streams.ts'

const inflated = promisify(inflate)
const END = Buffer.from('endstream')
const MAX_STREAM_BYTES = 16 * 1024 * 1024
/** An object stream begins with the numbers of its objects. */
const BEGINS_AS_OBJECTS = /^[\s\0]*(\d+[\s\0]+\d+|$)/

/** Undefined where it is packed in a way that no program uses for objects. */
export async function unpackObjects(
  file: Buffer,
  { dictionary, place, streamAt = file.length }: FoundDictionary,
  decrypt: Decrypt | undefined,
): Promise<Uint8Array | undefined> {
  const steps = dictionary.isUnclear ? undefined : stepsOf(dictionary.entries)
  if (steps === undefined) return undefined
  let bytes: Uint8Array | undefined = file.subarray(streamAt)
  // Its objects lie there plainly, wherever the file says that they end.
  if (steps.length === 0) bytes = bytes.subarray(0, MAX_STREAM_BYTES)
  if (decrypt) {
    const data = file.subarray(streamAt, endOf(file, streamAt, dictionary.entries))
    bytes = place && decrypt(data, place)
  }
  for (const step of steps) bytes = bytes && (await undo(bytes, step))
  if (!bytes || bytes.length > MAX_STREAM_BYTES) return undefined
  return BEGINS_AS_OBJECTS.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1')) ? bytes : undefined
}

export type PdfObject = {
  readonly value: PdfValue
  readonly place: PdfReference | undefined
  readonly isStream?: boolean
}

const PAIR = /(\d{1,10})[\s\0]+(\d{1,10})[\s\0]*/y

/** By the numbers at its beginning; undefined where they do not lead to objects. */
export function objectsWithin(unpacked: Uint8Array, entries: PdfDictionary): PdfObject[] | undefined {
  if (unpacked.length === 0) return []
  const [count, first] = [numberOf(entries, 'N', Number.NaN), numberOf(entries, 'First', Number.NaN)]
  if (!Number.isInteger(count) || !Number.isInteger(first) || first > unpacked.length) return undefined
  const head = Buffer.from(unpacked.subarray(0, first)).toString('latin1')
  const objects: PdfObject[] = []
  PAIR.lastIndex = head.search(/\d/) < 0 ? 0 : head.search(/\d/)
  for (let index = 0; index < count; index += 1) {
    const pair = PAIR.exec(head)
    if (!pair) return undefined
    const at = first + Number(pair[2])
    const read = readPdfObject(unpacked, at)
    // What is cut off, readers may complete; only where nothing begins is there no object.
    if (read.is === 'odd' || at > unpacked.length) return undefined
    if (read.is === 'nothing' && skipPdfSpace(unpacked, at) < unpacked.length) return undefined
    if (read.is === 'value')
      objects.push({ value: read.value, place: { object: Number(pair[1]), generation: 0 } })
  }
  return objects
}

/** A stream cut short here does not unpack to its own end, and is refused. */
function endOf(file: Buffer, start: number, entries: PdfDictionary): number {
  const length = entries.get('Length')
  if (length?.kind === 'number') return Math.min(file.length, start + length.number)
  const end = file.indexOf(END, start)
  return end < 0 ? file.length : end
}

type Step = { readonly filter: string; readonly settings: PdfDictionary | undefined }

/** Readers know short names too; undefined for anything written elsewhere or in another form. */
function stepsOf(entries: PdfDictionary): readonly Step[] | undefined {
  const filters = listOf(entries, 'Filter', 'F')
  const settings = listOf(entries, 'DecodeParms', 'DP')
  if (!filters || !settings || settings.length > filters.length) return undefined
  const steps: Step[] = []
  for (const [index, filter] of filters.entries()) {
    const own = settings[index]
    const isNone = own === undefined || (own.kind === 'word' && own.word === 'null')
    if (filter.kind !== 'name' || !(isNone || (own?.kind === 'dictionary' && !own.isUnclear)))
      return undefined
    steps.push({ filter: filter.name, settings: own?.kind === 'dictionary' ? own.entries : undefined })
  }
  return steps
}

function listOf(entries: PdfDictionary, name: string, short: string): readonly PdfValue[] | undefined {
  if (entries.has(name) && entries.has(short)) return undefined
  const value = entries.get(name) ?? entries.get(short)
  if (value === undefined || (value.kind === 'word' && value.word === 'null')) return []
  return value.kind === 'array' ? value.items : [value]
}

async function undo(bytes: Uint8Array, { filter, settings }: Step): Promise<Uint8Array | undefined> {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return undoFlate(bytes, settings)
    case 'ASCIIHexDecode':
    case 'AHx':
      return fromAsciiHex(bytes)
    case 'ASCII85Decode':
    case 'A85':
      return fromAscii85(bytes)
    default:
      return undefined
  }
}

async function undoFlate(
  bytes: Uint8Array,
  settings: PdfDictionary | undefined,
): Promise<Uint8Array | undefined> {
  // To the stream's own end, wherever the file says that it is.
  const plain = await inflated(bytes, { maxOutputLength: MAX_STREAM_BYTES }).catch(() => undefined)
  if (!plain || !settings) return plain
  const [predictor, columns, colors, bits] = [
    numberOf(settings, 'Predictor', 1),
    numberOf(settings, 'Columns', 1),
    numberOf(settings, 'Colors', 1),
    numberOf(settings, 'BitsPerComponent', 8),
  ]
  return undoPredictor(plain, { predictor, columns, colors, bits })
}

/** Not a number where it is written elsewhere. */
function numberOf(settings: PdfDictionary, key: string, otherwise: number): number {
  const value = settings.get(key)
  if (value === undefined) return otherwise
  return value.kind === 'number' ? value.number : Number.NaN
}
