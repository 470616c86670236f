// Reads one value of a PDF from its bytes as a reader does: dictionaries, arrays, strings, names, numbers and references.

import { readPdfName } from './pdf-script.ts'

export type PdfDictionary = ReadonlyMap<string, PdfValue>
export type PdfReference = { readonly object: number; readonly generation: number }
export type PdfValue =
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'dictionary'
      readonly entries: PdfDictionary
      /** Not pairs alone, or a key twice: readers differ in what they make of it. */
      readonly isUnclear: boolean
      /** Values that no key leads to. */
      readonly others: readonly PdfValue[]
      /** Keys, and values that are names. */
      readonly names: ReadonlySet<string>
    }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'reference'; readonly to: PdfReference }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'string'; readonly bytes: Uint8Array }
  | { readonly kind: 'word'; readonly word: string }

/** Odd is what a reader may understand in some way and we do not; nothing, where the bytes end before the value does. */
export type PdfReading =
  | { readonly is: 'value'; readonly value: PdfValue; readonly end: number }
  | { readonly is: 'odd' | 'nothing'; readonly end: number }

/** Dictionaries of real files are five deep. */
const MAX_DEPTH = 40
const [OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = [0x28, 0x29, 0x3c, 0x3e, 0x2f, 0x5c]
const [PERCENT, SQUARE, SQUARE_END] = [0x25, 0x5b, 0x5d]
const INTEGER = /^\d{1,10}$/
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)$/

export function readPdfValue(bytes: Uint8Array, at: number, depth = 0): PdfReading {
  const start = skipPdfSpace(bytes, at)
  const byte = bytes[start]
  if (byte === undefined) return { is: 'nothing', end: start }
  if (depth > MAX_DEPTH) return { is: 'odd', end: start }
  if (byte === SLASH) {
    const { name, end } = readPdfName(bytes, start + 1, bytes.length)
    return { is: 'value', value: { kind: 'name', name }, end }
  }
  if (byte === LESS && bytes[start + 1] === LESS) return readDictionary(bytes, start + 2, depth)
  if (byte === LESS) return readHex(bytes, start + 1)
  if (byte === OPEN) return readText(bytes, start + 1)
  if (byte === SQUARE) return readArray(bytes, start + 1, depth)
  return readWord(bytes, start)
}

/** What stands alone as an object: a reference to another is no number. */
export function readPdfObject(bytes: Uint8Array, at: number): PdfReading {
  const read = readPdfValue(bytes, at)
  const items: PdfValue[] = []
  let next = read
  while (next.is === 'value' && items.length < 2 && next.value.kind === 'number') {
    items.push(next.value)
    next = readPdfValue(bytes, next.end)
  }
  if (next.is !== 'value' || next.value.kind !== 'word' || next.value.word !== 'R') return read
  items.push(next.value)
  joinReference(items)
  const [only, another] = items
  return only && !another ? { is: 'value', value: only, end: next.end } : read
}

/** White space and comments. */
export function skipPdfSpace(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined) return at
    if (isSpace(byte)) at += 1
    else if (byte === PERCENT) {
      while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
    } else return at
  }
}

/** What stands between the brackets, with references put together, as far as the closing bracket. */
function readItems(bytes: Uint8Array, from: number, depth: number, isEnd: (at: number) => boolean) {
  const items: PdfValue[] = []
  let at = skipPdfSpace(bytes, from)
  while (!isEnd(at)) {
    const item = readPdfValue(bytes, at, depth + 1)
    if (item.is !== 'value') return item
    // Some readers end an open dictionary here, others go on into the next object.
    if (item.value.kind === 'word' && item.value.word === 'endobj') return { is: 'odd' as const, end: at }
    items.push(item.value)
    if (item.value.kind === 'word' && item.value.word === 'R') joinReference(items)
    at = skipPdfSpace(bytes, item.end)
  }
  return { is: 'items' as const, items, end: at }
}

function joinReference(items: PdfValue[]): void {
  const [object, generation] = items.slice(-3, -1)
  if (object?.kind !== 'number' || generation?.kind !== 'number') return
  items.splice(-3, 3, {
    kind: 'reference',
    to: { object: object.number, generation: generation.number },
  })
}

function readArray(bytes: Uint8Array, from: number, depth: number): PdfReading {
  const read = readItems(bytes, from, depth, (at) => bytes[at] === SQUARE_END)
  if (read.is !== 'items') return read
  return { is: 'value', value: { kind: 'array', items: read.items }, end: read.end + 1 }
}

function readDictionary(bytes: Uint8Array, from: number, depth: number): PdfReading {
  const isEnd = (at: number) => bytes[at] === GREATER && bytes[at + 1] === GREATER
  const read = readItems(bytes, from, depth, isEnd)
  if (read.is !== 'items') return read
  const entries = new Map<string, PdfValue>()
  const others: PdfValue[] = []
  for (let index = 0; index < read.items.length; index += 2) {
    const key = read.items[index]
    const value = read.items[index + 1]
    if (key?.kind !== 'name' || value === undefined || entries.has(key.name))
      others.push(...read.items.slice(index, index + 2))
    else entries.set(key.name, value)
  }
  const names = new Set(read.items.flatMap((item) => (item.kind === 'name' ? [item.name] : [])))
  return {
    is: 'value',
    value: { kind: 'dictionary', entries, others, isUnclear: others.length > 0, names },
    end: read.end + 2,
  }
}

function readHex(bytes: Uint8Array, from: number): PdfReading {
  const end = bytes.indexOf(GREATER, from)
  if (end < 0) return { is: 'nothing', end: bytes.length }
  let digits = ''
  // Signatures take some ten thousand digits; nothing that is asked for takes more than these.
  for (let at = from; at < end && digits.length < 512; at += 1) {
    const byte = bytes[at] ?? 0
    if (!isSpace(byte)) digits += String.fromCharCode(byte)
  }
  const pairs = `${digits}0`.match(/[0-9a-f]{2}/gi) ?? []
  const value = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
  return { is: 'value', value: { kind: 'string', bytes: value }, end: end + 1 }
}

const ESCAPED: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c }

function readText(bytes: Uint8Array, from: number): PdfReading {
  const text: number[] = []
  let open = 1
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte === BACKSLASH) {
      const { put, end } = readEscape(bytes, at + 1)
      text.push(...put)
      at = end
      continue
    }
    if (byte === OPEN) open += 1
    if (byte === CLOSE) open -= 1
    at += 1
    if (open === 0) return { is: 'value', value: { kind: 'string', bytes: Uint8Array.from(text) }, end: at }
    text.push(byte)
  }
  return { is: 'nothing', end: bytes.length }
}

function readEscape(bytes: Uint8Array, at: number): { put: number[]; end: number } {
  const byte = bytes[at] ?? 0
  if (byte === 0x0d) return { put: [], end: bytes[at + 1] === 0x0a ? at + 2 : at + 1 }
  if (byte === 0x0a) return { put: [], end: at + 1 }
  const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...bytes.subarray(at, at + 3)))?.[0]
  if (octal) return { put: [Number.parseInt(octal, 8) & 0xff], end: at + octal.length }
  return { put: [ESCAPED[String.fromCharCode(byte)] ?? byte], end: at + 1 }
}

function readWord(bytes: Uint8Array, start: number): PdfReading {
  let end = start
  while (end < bytes.length && !isSpace(bytes[end] ?? 0) && !isDelimiter(bytes[end] ?? 0)) end += 1
  // A bracket that closes nothing.
  if (end === start) return { is: 'odd', end: start }
  const word = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 40)))
  const value: PdfValue = NUMBER.test(word)
    ? { kind: 'number', number: INTEGER.test(word) ? Number.parseInt(word, 10) : Number.parseFloat(word) }
    : { kind: 'word', word }
  return { is: 'value', value, end }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0
}

const DELIMITERS = Uint8Array.from({ length: 256 }, (_, byte) =>
  '()<>[]{}/%'.includes(String.fromCharCode(byte)) ? 1 : 0,
)

function isDelimiter(byte: number): boolean {
  return DELIMITERS[byte] === 1
}
