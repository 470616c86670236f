// Opens a zip file within limits: what its directory declares is checked before anything is unpacked, and again while it is.

import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { SealedCopyReader } from '../file-store/sealed-copy.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb, damaged, SheetRefused } from './sheet-refused.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 128 * 1024
/** Below this a part may be packed as tightly as it likes. */
const HARMLESS_BYTES = 10 * 1024 * 1024
const LOCAL_HEADER_BYTES = 30

export class ZipArchive {
  #source: SealedCopyReader
  #file: ZipFile
  #entries: ReadonlyMap<string, Entry>
  #unpackedBytes = new Map<string, number>()

  constructor(source: SealedCopyReader, file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#source = source
    this.#file = file
    this.#entries = entries
  }

  /** Part names are compared without case, as Excel does. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  /** The part's bytes as they are unpacked; ends with an error when they are not what the directory declared. */
  async *unpack(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) throw damaged(`part ${name} is not there`)
    const packed = await this.#file.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
      throw damaged('a part lies outside the file')
    })
    const stream = entry.compressionMethod === STORED ? packed : inflate(packed)
    let size = 0
    let sum = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length
        // The declared size passed the limits; one that lies would pass around them.
        if (size > entry.uncompressedSize) throw bomb('a part is larger than declared')
        sum = crc32(chunk, sum)
        this.#unpackedBytes.set(name, size)
        yield chunk
      }
    } catch (error) {
      throw error instanceof SheetRefused ? error : damaged('a part cannot be unpacked')
    } finally {
      stream.destroy()
    }
    if (size !== entry.uncompressedSize || sum !== entry.crc32) throw damaged('a part has another checksum')
  }

  /** How much of a part has been unpacked, from 0 to 1. */
  shareUnpacked(name: string): number {
    const size = this.#entries.get(name.toLowerCase())?.uncompressedSize ?? 0
    return size === 0 ? 0 : (this.#unpackedBytes.get(name) ?? 0) / size
  }

  /** A small part whole. */
  async read(name: string, limitBytes: number): Promise<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry !== undefined && entry.uncompressedSize > limitBytes) throw bomb(`part ${name} is too large`)
    const chunks: Buffer[] = []
    for await (const chunk of this.unpack(name)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async close(): Promise<void> {
    this.#file.close()
    await this.#source.close()
  }
}

function inflate(packed: Readable): Readable {
  // Whatever ends one of the two ends the other; the reader of the second hears of it.
  return pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => {})
}

/** Whoever gets the archive closes it, and the copy with it; whoever gets an error closes the copy. */
export async function openZip(source: SealedCopyReader, limits: SheetLimits): Promise<ZipArchive> {
  const reader = new UnsealingReader(source)
  const file = await fromRandomAccessReaderPromise(reader, source.size, { autoClose: false }).catch(() => {
    throw damaged('the zip directory cannot be found')
  })
  if (file.entryCount > limits.zipEntries) throw bomb('too many parts')
  const entries = await readDirectory(file)
  validateSizes([...entries.values()], file.fileSize, limits)
  return new ZipArchive(source, file, entries)
}

/** What yauzl reads from; it asks for the directory at the end first and then for parts anywhere. */
class UnsealingReader extends RandomAccessReader {
  #source: SealedCopyReader

  constructor(source: SealedCopyReader) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.range(start, end), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#source.read(position, position + length).then((bytes) => {
      bytes.copy(buffer, offset)
      callback(bytes.length < length ? new Error('unexpected EOF') : null)
    }, callback)
  }
}

async function readDirectory(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    // yauzl refuses absolute names and those with .. or a drive letter.
    for await (const entry of file.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      if (entry.isEncrypted()) throw new SheetRefused('sheet-password')
      if (entries.has(name)) throw damaged('two parts of the same name')
      entries.set(name, entry)
    }
  } catch (error) {
    throw error instanceof SheetRefused ? error : damaged('the zip directory is not sound')
  }
  return entries
}

function validateSizes(entries: readonly Entry[], fileSize: number, limits: SheetLimits): void {
  let unpacked = 0
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    unpacked += entry.uncompressedSize
    if (unpacked > limits.unpackedBytes) throw bomb('unpacks to too much')
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw damaged('a packing method that Excel does not use')
    const isLarge = entry.uncompressedSize > HARMLESS_BYTES
    if (isLarge && entry.uncompressedSize > entry.compressedSize * limits.packingRatio)
      throw bomb('packed too tightly')
    // Parts that share bytes are how a small file unpacks to petabytes without a high ratio.
    if (entry.relativeOffsetOfLocalHeader < end) throw bomb('parts overlap')
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize
  }
  if (end > fileSize) throw damaged('the file is shorter than its directory says')
}
