// Finds the dictionaries of a PDF and the streams behind them, wherever a reader could be sent: at every mark of an object.

import {
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  readPdfValue,
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

export type FoundArray = { readonly items: PdfValue; readonly place: PdfReference | undefined }

export type FoundDictionaries = {
  readonly found: readonly FoundDictionary[]
  readonly arrays: readonly FoundArray[]
  /** One of them cannot be read to its end, or they were made to be read for ever. */
  readonly isOdd: boolean
}

const MARKS = ['obj', 'trailer'] as const
const STREAM = Buffer.from('stream')
/** Dictionaries lie beside each other in files that programs write, not in one another. */
const MAX_READ_TWICE = 4
const READ_ANYWAY_BYTES = 1024 * 1024
const NUMBERS = /(?:^|[^\d])(\d{1,10})\s+(\d{1,5})\s+$/

export function findDictionaries(file: Buffer): FoundDictionaries {
  const found: FoundDictionary[] = []
  const arrays: FoundArray[] = []
  let read = 0
  for (const mark of MARKS)
    for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + mark.length)) {
      const start = skipPdfSpace(file, at + mark.length)
      read += start - at
      if (file[start] === 0x3c && file[start + 1] === 0x3c) {
        const value = readPdfValue(file, start)
        read += value.end - start
        if (value.is === 'odd') return { found, arrays, isOdd: true }
        if (value.is === 'value' && value.value.kind === 'dictionary')
          found.push({
            dictionary: value.value,
            place: mark === 'obj' ? placeBefore(file, at) : undefined,
            streamAt: streamBehind(file, value.end),
          })
      } else if (file[start] === 0x5b) {
        const value = readPdfValue(file, start)
        read += value.end - start
        if (value.is === 'odd') return { found, arrays, isOdd: true }
        if (value.is === 'value') arrays.push({ items: value.value, place: placeBefore(file, at) })
      }
      if (read > file.length * MAX_READ_TWICE + READ_ANYWAY_BYTES) return { found, arrays, isOdd: true }
    }
  return { found, arrays, isOdd: false }
}

function placeBefore(file: Buffer, at: number): PdfReference | undefined {
  const numbers = NUMBERS.exec(file.subarray(Math.max(0, at - 40), at).toString('latin1'))
  return numbers ? { object: Number(numbers[1]), generation: Number(numbers[2]) } : undefined
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
