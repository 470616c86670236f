// Finds the dictionaries of a PDF and the streams behind them, wherever a reader could be sent: at every mark of an object.

import {
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  readPdfObject,
  skipPdfSpace,
} from '@paywages/domain/files/pdf-object.ts'

type Dictionary = Extract<PdfValue, { readonly kind: 'dictionary' }>

export type FoundDictionary = {
  readonly dictionary: Dictionary
  /** Undefined for a trailer, and for an object whose number cannot be read. */
  readonly place: PdfReference | undefined
  /** Where its stream begins, if it has one. */
  readonly streamAt: number | undefined
}

export type FoundValue = { readonly value: PdfValue; readonly place: PdfReference | undefined }

export type FoundDictionaries = {
  readonly found: readonly FoundDictionary[]
  /** Objects that are no dictionaries. */
  readonly others: readonly FoundValue[]
  /** One of them cannot be read to its end, or they were made to be read for ever. */
  readonly isOdd: boolean
}

const MARKS = ['obj', 'trailer'] as const
const STREAM = Buffer.from('stream')
/** Dictionaries lie beside each other in files that programs write, not in one another. */
const MAX_READ_TWICE = 4
const READ_ANYWAY_BYTES = 1024 * 1024
const NUMBERS = /(?:^|[^\d.+-])(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+$/
/** Between a number and its mark; programs write one character each. */
const MAX_NUMBERS = 40
const SQUARE = 0x5b

export function findDictionaries(file: Buffer): FoundDictionaries {
  const found: FoundDictionary[] = []
  const others: FoundValue[] = []
  let read = 0
  for (const mark of MARKS)
    for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + mark.length)) {
      const start = skipPdfSpace(file, at + mark.length)
      const place = mark === 'obj' ? placeBefore(file, at) : undefined
      const value = isObjectAt(file, start, place) ? readPdfObject(file, start) : undefined
      read += (value?.end ?? start) - at
      const isBeyond = read > file.length * MAX_READ_TWICE + READ_ANYWAY_BYTES
      // Brackets behind three letters come by chance in pictures.
      const isOdd = value?.is === 'odd' || (value?.is === 'nothing' && (place || file[start] !== SQUARE))
      if (isBeyond || isOdd) return { found, others, isOdd: true }
      if (value?.is !== 'value') continue
      if (value.value.kind !== 'dictionary') others.push({ value: value.value, place })
      // A decoy of its number, which can be read, is not what a reader goes by.
      else if (mark === 'obj' && place === undefined) return { found, others, isOdd: true }
      else found.push({ dictionary: value.value, place, streamAt: streamBehind(file, value.end) })
    }
  return { found, others, isOdd: false }
}

/** By its number, or by the bracket that begins it: the mark alone turns up by chance. */
function isObjectAt(file: Buffer, start: number, place: PdfReference | undefined): boolean {
  if (start >= file.length) return false
  return place !== undefined || file[start] === SQUARE || (file[start] === 0x3c && file[start + 1] === 0x3c)
}

function placeBefore(file: Buffer, at: number): PdfReference | undefined {
  const from = Math.max(0, at - MAX_NUMBERS)
  const numbers = NUMBERS.exec(file.subarray(from, at).toString('latin1'))
  // Where only a part of the first number is in sight, it is another number.
  if (!numbers || (numbers.index === 0 && from > 0 && /^\d/.test(numbers[0]))) return undefined
  return { object: Number(numbers[1]), generation: Number(numbers[2]) }
}

function streamBehind(file: Buffer, end: number): number | undefined {
  const at = skipPdfSpace(file, end)
  if (!file.subarray(at, at + STREAM.length).equals(STREAM)) return undefined
  const behind = at + STREAM.length
  const next = file[behind] === 0x0d ? behind + 1 : behind
  return file[next] === 0x0a ? next + 1 : next
}

/** Where it stands in full, or is referred to; undefined where it is neither, or there are several. */
export function dictionaryFor(
  value: PdfValue | undefined,
  found: readonly FoundDictionary[],
): PdfDictionary | undefined {
  if (value?.kind === 'dictionary') return value.isUnclear ? undefined : value.entries
  if (value?.kind !== 'reference') return undefined
  const { to } = value
  const named = found.filter(({ place }) => place?.object === to.object && place.generation === to.generation)
  const [only] = named
  return named.length === 1 && only && !only.dictionary.isUnclear ? only.dictionary.entries : undefined
}
