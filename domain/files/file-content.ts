// Decides what a file is from its bytes, never from its name or its declared type.

import { crc32 } from './crc32.ts'
import { wideEncoding } from './wide-text.ts'
import { isXmlWorkbook } from './xml-workbook.ts'
import { readZipNames } from './zip-directory.ts'

export type FileContent =
  | 'png'
  | 'jpg'
  | 'gif'
  | 'bmp'
  | 'pdf'
  | 'xlsx'
  | 'docx'
  | 'ofd'
  | 'xls'
  | 'csv'
  | 'text'
  | 'xml'

/**
 * The two ends of a file, so that a streamed file can be validated without keeping it: the head says what it
 * claims to be, the tail holds a zip's directory and the end marks. A short file may be all of both.
 */
export type FileEnds = { readonly size: number; readonly head: Uint8Array; readonly tail: Uint8Array }

/** How much of either end the validation needs. */
export const END_BYTES = 64 * 1024

// A picture beyond these is a decompression bomb for whoever opens it, not a photograph of a receipt.
const MAX_SIDE = 30_000
const MAX_PIXELS = 200_000_000

export function endsOf(bytes: Uint8Array): FileEnds {
  return {
    size: bytes.length,
    head: bytes.subarray(0, END_BYTES),
    tail: bytes.subarray(Math.max(0, bytes.length - END_BYTES)),
  }
}

export function sniffContent(ends: FileEnds): FileContent | 'unknown' {
  if (isPng(ends)) return 'png'
  if (isJpg(ends)) return 'jpg'
  if (isGif(ends)) return 'gif'
  if (isPdf(ends)) return 'pdf'
  if (isXls(ends)) return 'xls'
  if (isBmp(ends)) return 'bmp'
  if (isMessage(ends)) return 'xml'
  const zip = zipContent(ends)
  if (zip !== 'unknown') return zip
  if (isSeparatedText(ends) || isTablePage(ends)) return 'csv'
  return isFixedText(ends) ? 'text' : 'unknown'
}

const MESSAGE = /^\uFEFF?(?:<\?xml[^<>]*\?>)?\s*<(?:\w+:)?Document[\s>]/

/** A message of ISO 20022: what it holds is judged by whoever reads it. */
function isMessage({ head }: FileEnds): boolean {
  return MESSAGE.test(new TextDecoder().decode(head.subarray(0, 1_024)))
}

function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? -1
}

function le16(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8)
}

function le32(bytes: Uint8Array, offset: number): number {
  return (le16(bytes, offset) | (le16(bytes, offset + 2) << 16)) >>> 0
}

function be16(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0)
}

function be32(bytes: Uint8Array, offset: number): number {
  return ((be16(bytes, offset) << 16) | be16(bytes, offset + 2)) >>> 0
}

function hasBytes(bytes: Uint8Array, offset: number, wanted: readonly number[]): boolean {
  return wanted.every((value, index) => bytes[offset + index] === value)
}

function hasText(bytes: Uint8Array, offset: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[offset + index] !== wanted.charCodeAt(index)) return false
  }
  return true
}

function saneSides(width: number, height: number): boolean {
  const inReach = width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE
  return inReach && width * height <= MAX_PIXELS
}

// Padding with zeros is common and harmless; anything else behind the end mark is a second file in disguise.
function endWithoutPadding(tail: Uint8Array): number {
  let end = tail.length
  while (end > 0 && tail[end - 1] === 0) end -= 1
  return end
}

const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
const PNG_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function isPng({ head, tail }: FileEnds): boolean {
  if (!hasBytes(head, 0, PNG_MARK) || be32(head, 8) !== 13 || !hasText(head, 12, 'IHDR')) return false
  if (crc32(head.subarray(12, 29)) !== be32(head, 29)) return false
  if (!saneSides(be32(head, 16), be32(head, 20))) return false
  if (!PNG_DEPTHS[byteAt(head, 25)]?.includes(byteAt(head, 24))) return false
  if (byteAt(head, 26) !== 0 || byteAt(head, 27) !== 0 || byteAt(head, 28) > 1) return false
  return hasBytes(tail, endWithoutPadding(tail) - PNG_END.length, PNG_END)
}

const JPG_FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const MAX_JPG_MARK_LENGTH = 32
// Tables, application data, restart interval and comments: what may stand before the frame.
const isJpgPreamble = (marker: number) =>
  marker === 0xc4 || marker === 0xcc || (marker >= 0xdb && marker <= 0xdf) || marker >= 0xe0

function isJpg({ size, head }: FileEnds): boolean {
  if (!hasBytes(head, 0, [0xff, 0xd8, 0xff])) return false
  let offset = 2
  const isCut = size > head.length
  const readable = isCut ? head.length - MAX_JPG_MARK_LENGTH : head.length - 4
  while (offset <= readable) {
    if (byteAt(head, offset) !== 0xff) return false
    const marker = byteAt(head, offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const length = be16(head, offset + 2)
    if (length < 2 || offset + 2 + length > size) return false
    if (JPG_FRAMES.has(marker))
      return length >= 11 && saneSides(be16(head, offset + 7), be16(head, offset + 5))
    if (!isJpgPreamble(marker) || !knownJpgApplication(head, marker, offset + 4)) return false
    offset += 2 + length
  }
  // Cameras put previews and colour profiles first, so the frame of a real photograph may lie behind the head.
  return isCut
}

function knownJpgApplication(head: Uint8Array, marker: number, offset: number): boolean {
  if (marker === 0xe0) return hasText(head, offset, 'JFIF\0') || hasText(head, offset, 'JFXX\0')
  if (marker === 0xe1) return hasText(head, offset, 'Exif\0') || hasText(head, offset, 'http://ns.adobe.com/')
  return true
}

function isGif({ head, tail }: FileEnds): boolean {
  if (!hasText(head, 0, 'GIF87a') && !hasText(head, 0, 'GIF89a')) return false
  if (head.length < 14 || !saneSides(le16(head, 6), le16(head, 8))) return false
  const flags = byteAt(head, 10)
  const colourTable = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  const block = byteAt(head, 13 + colourTable)
  if (block !== 0x21 && block !== 0x2c) return false
  return byteAt(tail, endWithoutPadding(tail) - 1) === 0x3b
}

const BMP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124])
const BMP_DEPTHS = new Set([1, 4, 8, 16, 24, 32])

function isBmp({ size, head }: FileEnds): boolean {
  if (!hasText(head, 0, 'BM') || head.length < 26 || le32(head, 6) !== 0) return false
  const header = le32(head, 14)
  const pixelsAt = le32(head, 10)
  if (!BMP_HEADERS.has(header) || pixelsAt < 14 + header || pixelsAt >= size) return false
  const small = header === 12
  // A negative height only means that the rows run downwards.
  const width = small ? le16(head, 18) : le32(head, 18) | 0
  const height = small ? le16(head, 20) : Math.abs(le32(head, 22) | 0)
  const planesAt = small ? 22 : 26
  if (!saneSides(width, height)) return false
  return le16(head, planesAt) === 1 && BMP_DEPTHS.has(le16(head, planesAt + 2))
}

function isPdf({ head, tail }: FileEnds): boolean {
  if (!hasText(head, 0, '%PDF-')) return false
  const major = byteAt(head, 5)
  if ((major !== 0x31 && major !== 0x32) || byteAt(head, 6) !== 0x2e) return false
  if (byteAt(head, 7) < 0x30 || byteAt(head, 7) > 0x39) return false
  const end = lastText(tail, '%%EOF', tail.length)
  return end >= 0 && lastText(tail, 'startxref', end) >= 0
}

function lastText(bytes: Uint8Array, wanted: string, before: number): number {
  for (let offset = before - wanted.length; offset >= 0; offset -= 1) {
    if (hasText(bytes, offset, wanted)) return offset
  }
  return -1
}

const OLE_MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const BIFF8_START = [0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]

// Word, installers and password-protected workbooks are OLE too: only one that holds a workbook is a sheet.
function isXls(ends: FileEnds): boolean {
  const { size, head, tail } = ends
  if (!hasBytes(head, 0, OLE_MARK) || le16(head, 28) !== 0xfffe) return false
  const version = le16(head, 26)
  const shift = le16(head, 30)
  if (!((version === 3 && shift === 9) || (version === 4 && shift === 12))) return false
  const sector = 2 ** shift
  const directoryAt = (le32(head, 48) + 1) * sector
  if (directoryAt + sector > size) return false
  const tailStart = size - tail.length
  if (directoryAt + sector <= head.length) return directoryHoldsWorkbook(head, directoryAt, sector)
  if (directoryAt >= tailStart) return directoryHoldsWorkbook(tail, directoryAt - tailStart, sector)
  return hasBytes(head, sector, BIFF8_START)
}

function directoryHoldsWorkbook(bytes: Uint8Array, start: number, sector: number): boolean {
  let hasRight = false
  for (let entry = start; entry + 128 <= start + sector; entry += 128) {
    const nameBytes = Math.min(le16(bytes, entry + 64), 64)
    let name = ''
    for (let offset = 0; offset + 2 < nameBytes; offset += 2) {
      name += String.fromCharCode(le16(bytes, entry + offset))
    }
    if (name === 'EncryptedPackage') return false
    const isStream = byteAt(bytes, entry + 66) === 2
    if (isStream && (name === 'Workbook' || name === 'Book')) hasRight = true
  }
  return hasRight
}

function zipContent(ends: FileEnds): FileContent | 'unknown' {
  const names = readZipNames(ends)
  if (names === undefined) return 'unknown'
  // Macros have no place in a contract or a sheet.
  if (names.some((name) => /vbaproject\.bin$/i.test(name))) return 'unknown'
  const isOffice = names.includes('[Content_Types].xml')
  const found: FileContent[] = []
  if (isOffice && names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name))) found.push('xlsx')
  if (isOffice && names.some((name) => /^word\/document\d*\.xml$/i.test(name))) found.push('docx')
  if (names.some((name) => /^ofd\.xml$/i.test(name))) found.push('ofd')
  const [only, second] = found
  return only === undefined || second !== undefined ? 'unknown' : only
}

/** A page that holds a table, or a workbook as XML, as programs save under a workbook's name; it is never shown as a page. */
function isTablePage({ head }: FileEnds): boolean {
  const text = new TextDecoder('latin1').decode(head)
  if (isXmlWorkbook(text)) return true
  const isMarkup = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|meta|style|table)\b/i.test(text)
  return isMarkup && /<table[\s>]/i.test(text)
}

const MIN_SEPARATED = 8

/** Rows of separated cells in any encoding: line ends and separators, nothing that is no text, and no markup. */
function isSeparatedText(ends: FileEnds): boolean {
  return (linesIn(ends)?.separators ?? 0) >= 4
}

const OTHER_TEXT = /%PDF|\{\\rtf|MIME-Version:/

/** Lines without separators, as a bank's fixed widths are; nothing that began as another kind of file. */
function isFixedText(ends: FileEnds): boolean {
  const begins = new TextDecoder('latin1').decode(ends.head.subarray(0, 1_024))
  return linesIn(ends) !== undefined && !OTHER_TEXT.test(begins)
}

/** How its lines are parted, where it is a text of lines and nothing else. */
function linesIn({ size, head, tail }: FileEnds): { readonly separators: number } | undefined {
  if (size < MIN_SEPARATED || head[0] === 0x3c || head[0] === 0x7b) return undefined
  const isWide = wideEncoding(head) !== undefined
  let lines = 0
  let separators = 0
  for (const bytes of [head, tail]) {
    let before = 0
    for (const byte of bytes) {
      if (byte === 0x0a || byte === 0x0d) lines += 1
      else if (byte === 0x2c || byte === 0x09 || byte === 0x3b || byte === 0x7c) separators += 1
      // ~ and ^ part columns too; behind another byte's first half they may be part of a character in GBK.
      else if ((byte === 0x7e || byte === 0x5e) && before < 0x80) separators += 1
      else if (byte < 0x20 && !isWide) return undefined
      before = byte
    }
  }
  return lines > 0 ? { separators } : undefined
}
