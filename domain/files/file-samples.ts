// The smallest whole files of each kind, built by hand, for the tests of everything that handles files.

import { crc32 } from './crc32.ts'

export function bytesOf(...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array {
  const pieces = parts.map((part) =>
    typeof part === 'string' ? Uint8Array.from(part, (character) => character.charCodeAt(0)) : part,
  )
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

export const le = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** index) % 256)
export const be = (value: number, count: number): number[] => le(value, count).reverse()

function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const body = bytesOf(name, data)
  return bytesOf(be(data.length, 4), body, be(crc32(body), 4))
}

export const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export function pngSample(width = 1, height = 1, depth = 8, colour = 6): Uint8Array {
  const header = pngChunk('IHDR', bytesOf(be(width, 4), be(height, 4), [depth, colour, 0, 0, 0]))
  const pixels = [0x78, 0x9c, 0x63, 0, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4]
  return bytesOf(PNG_MARK, header, pngChunk('IDAT', bytesOf(pixels)), pngChunk('IEND', bytesOf()))
}

export function jpgSegment(marker: number, data: Uint8Array): Uint8Array {
  return bytesOf([0xff, marker], be(data.length + 2, 2), data)
}

export function jpgSample(width = 8, height = 8, before: Uint8Array = bytesOf()): Uint8Array {
  const jfif = jpgSegment(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]))
  const frame = jpgSegment(0xc0, bytesOf([8], be(height, 2), be(width, 2), [1, 1, 0x11, 0]))
  const scan = jpgSegment(0xda, bytesOf([1, 1, 0, 0, 63, 0]))
  return bytesOf([0xff, 0xd8], jfif, before, frame, scan, [0x3f, 0xff, 0xd9])
}

export function gifSample(width = 1, height = 1): Uint8Array {
  const screen = bytesOf('GIF89a', le(width, 2), le(height, 2), [0x80, 0, 0], [0, 0, 0, 255, 255, 255])
  return bytesOf(screen, [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b])
}

export function bmpSample(width = 1, height = 1): Uint8Array {
  const shape = [...le(width, 4), ...le(height, 4), ...le(1, 2), ...le(24, 2)]
  return bytesOf('BM', le(58, 4), le(0, 4), le(54, 4), le(40, 4), shape, le(0, 24), [255, 0, 0, 0])
}

export function pdfSample(body = '1 0 obj<</Type/Catalog>>endobj\n'): Uint8Array {
  return bytesOf('%PDF-1.7\n', body, 'trailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n')
}

/** An OLE file whose single directory sector comes first; `padding` sectors may push it back. */
export function oleSample(streams: readonly string[], padding = 0): Uint8Array {
  const mark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const header = bytesOf(
    mark,
    le(0, 16),
    le(0x3e, 2),
    le(3, 2),
    [0xfe, 0xff],
    le(9, 2),
    le(0, 16),
    le(padding, 4),
  )
  const entries = ['Root Entry', ...streams].map((name, index) => {
    const text = [...name].flatMap((character) => le(character.charCodeAt(0), 2))
    const size = le(text.length + 2, 2)
    return bytesOf(text, le(0, 64 - text.length), size, [index === 0 ? 5 : 2], le(0, 61))
  })
  const directory = bytesOf(...entries)
  const rest = le(0, Math.max(0, 512 - directory.length))
  return bytesOf(header, le(0, 512 - header.length), new Uint8Array(padding * 512), directory, rest)
}

export type ZipOptions = { comment?: string; flags?: number; before?: string; bigContent?: number }

export function zipSample(names: readonly string[], options: ZipOptions = {}): Uint8Array {
  const { comment = '', flags = 0, before = '', bigContent = 1 } = options
  const content = new Uint8Array(bigContent)
  const sizes = [...le(crc32(content), 4), ...le(bigContent, 4), ...le(bigContent, 4)]
  const locals: Uint8Array[] = [bytesOf(before)]
  const directory: Uint8Array[] = []
  let offset = before.length
  for (const name of names) {
    const shared = bytesOf(le(20, 2), le(flags, 2), le(0, 6), sizes, le(name.length, 2), le(0, 2))
    const local = bytesOf('PK\x03\x04', shared, name, content)
    locals.push(local)
    directory.push(bytesOf('PK\x01\x02', le(20, 2), shared, le(0, 10), le(offset, 4), name))
    offset += local.length
  }
  const list = bytesOf(...directory)
  const counts = bytesOf(
    le(0, 4),
    le(names.length, 2),
    le(names.length, 2),
    le(list.length, 4),
    le(offset, 4),
  )
  return bytesOf(...locals, list, 'PK\x05\x06', counts, le(comment.length, 2), comment)
}

const OFFICE = ['[Content_Types].xml', '_rels/.rels']
export const xlsxSample = (): Uint8Array => zipSample([...OFFICE, 'xl/workbook.xml'])
export const docxSample = (): Uint8Array => zipSample([...OFFICE, 'word/document.xml'])
export const ofdSample = (): Uint8Array => zipSample(['OFD.xml', 'Doc_0/Document.xml'])
