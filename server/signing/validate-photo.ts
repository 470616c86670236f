// Validates a photograph of an ID card by its bytes: a whole jpg or png of sane size, with nothing else in it (D27).

import { finished } from 'node:stream/promises'
import { crc32, createInflate } from 'node:zlib'
import { endsOf, sniffContent } from '@paywages/domain/files/file-content.ts'
import { openSlots } from '../adapters/threads/slots.ts'

export type PhotoRefusal = 'photo-type' | 'photo-too-large' | 'photo-too-small'
export type ValidatedPhoto = { readonly content: 'jpg' | 'png' } | { readonly refused: PhotoRefusal }

/** Pages make photographs smaller before they send them; what is larger did not come from ours. */
export const MAX_PHOTO_BYTES = 700_000
const MAX_PIXELS = 12_000_000
/** What the pixels of a PNG may unfold to: four bytes each. */
const MAX_UNFOLDED_BYTES = 4 * MAX_PIXELS + 100_000
const MIN_LONG_SIDE = 480
const MIN_SHORT_SIDE = 240

type Size = { readonly width: number; readonly height: number }

export async function validatePhoto(bytes: Uint8Array): Promise<ValidatedPhoto> {
  if (bytes.length > MAX_PHOTO_BYTES) return { refused: 'photo-too-large' }
  const content = sniffContent(endsOf(bytes))
  if (content !== 'jpg' && content !== 'png') return { refused: 'photo-type' }
  const size = content === 'jpg' ? jpgSize(bytes) : pngSize(bytes)
  if (size === undefined) return { refused: 'photo-type' }
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  if (long < MIN_LONG_SIDE || short < MIN_SHORT_SIDE) return { refused: 'photo-too-small' }
  if (size.width * size.height > MAX_PIXELS) return { refused: 'photo-too-large' }
  if (content === 'jpg') return { content }
  const wanted = pngUnfolded(bytes)
  if (wanted === undefined) return { refused: 'photo-type' }
  if (wanted > MAX_UNFOLDED_BYTES) return { refused: 'photo-too-large' }
  const leave = await claimUnfolding()
  try {
    return (await pngUnfolds(bytes, wanted)) ? { content } : { refused: 'photo-type' }
  } finally {
    leave()
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const PNG_START = 8

/** Every chunk in its place with its checksum, the first of them telling the size, nothing behind the last. */
function pngChunks(bytes: Uint8Array): { type: string; data: Uint8Array }[] | undefined {
  const view = viewOf(bytes)
  const chunks: { type: string; data: Uint8Array }[] = []
  let at = PNG_START
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const body = bytes.subarray(at + 4, end - 4)
    if (crc32(body) !== view.getUint32(end - 4)) return undefined
    const type = Buffer.from(body.subarray(0, 4)).toString('latin1')
    chunks.push({ type, data: body.subarray(4) })
    at = end
    if (type === 'IEND') break
  }
  return at === bytes.length && chunks.at(-1)?.type === 'IEND' ? chunks : undefined
}

function pngSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  return pngChunks(bytes) && { width: view.getUint32(PNG_START + 8), height: view.getUint32(PNG_START + 12) }
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** How many bytes the pixels unfold to, as the header tells. */
function pngUnfolded(bytes: Uint8Array): number | undefined {
  const [first] = pngChunks(bytes) ?? []
  if (first?.type !== 'IHDR' || first.data.length !== 13) return undefined
  const view = viewOf(first.data)
  const bits = view.getUint8(8) * (SAMPLES[view.getUint8(9)] ?? 0)
  const plane = (width: number, height: number) =>
    width === 0 || height === 0 ? 0 : height * (1 + Math.ceil((width * bits) / 8))
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  if (view.getUint8(12) === 0) return plane(width, height)
  return ADAM7.reduce(
    (sum, [x, y, across, down]) =>
      sum + plane(Math.ceil((width - x) / across), Math.ceil((height - y) / down)),
    0,
  )
}

/** One photograph is unfolded at a time: many at once would take the threads that files are read with. */
const claimUnfolding = openSlots(1)

/** The pixels unfold to exactly as many bytes as the size wants; they are counted, not kept. */
async function pngUnfolds(bytes: Uint8Array, wanted: number): Promise<boolean> {
  const chunks = pngChunks(bytes) ?? []
  const inflate = createInflate()
  let unfolded = 0
  inflate.on('data', (piece: Buffer) => {
    unfolded += piece.length
    if (unfolded > wanted) inflate.destroy(new Error('more than the picture holds'))
  })
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  inflate.end(Buffer.concat(parts))
  return finished(inflate).then(
    () => unfolded === wanted,
    () => false,
  )
}

/** Baseline and progressive, as cameras and browsers write them. */
const JPG_FRAMES = new Set([0xc0, 0xc1, 0xc2])
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * Walks every segment and scan from the first mark to the last: tables before the scan that needs them, pixels enough for the size,
 * and nothing behind the end but zeros. Pixels themselves are not decoded.
 */
function jpgSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  let size: Size | undefined
  let tables = false
  let pixelBytes = 0
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      const isWhole = bytes.subarray(at + 2).every((byte) => byte === 0)
      return isWhole && size && pixelBytes * 8 >= blocksOf(size) ? size : undefined
    }
    if (at + 4 > bytes.length) return undefined
    const length = view.getUint16(at + 2)
    const next = at + 2 + length
    if (length < 2 || next > bytes.length) return undefined
    if (marker === 0xdb) tables = true
    if (JPG_FRAMES.has(marker)) {
      if (size || length < 11) return undefined
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at = next
    if (marker !== 0xda) continue
    if (!size || !tables) return undefined
    const end = endOfScan(bytes, at)
    pixelBytes += end - at
    at = end
  }
  return undefined
}

/** Where the next marker begins; stuffed and restart marks belong to the scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && !isRestart(marker)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

/** Each block of eight by eight takes a bit at the very least. */
function blocksOf({ width, height }: Size): number {
  return Math.ceil(width / 8) * Math.ceil(height / 8)
}
