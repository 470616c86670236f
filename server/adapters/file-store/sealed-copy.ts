// A copy of a file on this machine's disk that only this process can read: its key is in memory, and gone with it.

import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  CHUNK_BYTES,
  type ChunkCipher,
  HEADER_BYTES,
  newCopyCipher,
  plainSize,
  readCopyCipher,
  SEALED_CHUNK_BYTES,
} from './chunk-cipher.ts'
import { sealStream } from './chunk-stream.ts'
import { FileDamaged } from './store-errors.ts'

/** May be handed to a thread: it opens this one file and nothing else. */
export type SealedCopy = { readonly path: string; readonly key: KeyObject }

export async function writeSealedCopy(
  folder: string,
  source: AsyncIterable<Uint8Array>,
): Promise<SealedCopy> {
  const copy = newSealedCopy(folder)
  await fillSealedCopy(copy, source)
  return copy
}

/** Known before it is written, so that whoever writes it can remove it even when that fails. */
export function newSealedCopy(folder: string): SealedCopy {
  return { path: join(folder, randomUUID()), key: createSecretKey(randomBytes(32)) }
}

export async function fillSealedCopy(copy: SealedCopy, source: AsyncIterable<Uint8Array>): Promise<void> {
  const cipher = newCopyCipher(copy.key)
  await pipeline(sealStream(source, cipher), createWriteStream(copy.path, { flags: 'wx', mode: 0o600 }))
}

/** Reads any part of a sealed copy; only what is asked for is unsealed, and only in memory. */
export class SealedCopyReader {
  readonly size: number
  #file: FileHandle
  #cipher: ChunkCipher
  /** Parts of a zip follow each other: the next one usually begins in the chunk where the last one ended. */
  #last: { index: number; chunk: Buffer } | undefined
  /** What was read from the disk, for the next chunk. */
  #spare: Buffer | undefined

  private constructor(file: FileHandle, cipher: ChunkCipher, size: number) {
    this.#file = file
    this.#cipher = cipher
    this.size = size
  }

  static async open({ path, key }: SealedCopy): Promise<SealedCopyReader> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
      return new SealedCopyReader(file, readCopyCipher(key, buffer), plainSize(size))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** From `start` to before `end`, in pieces. */
  async *range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < Math.min(end, this.size); ) {
      const index = Math.floor(at / CHUNK_BYTES)
      const from = index * CHUNK_BYTES
      const part = (await this.#chunk(index)).subarray(at - from, end - from)
      yield part
      at += part.length
    }
  }

  async read(start: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.range(start, end)) parts.push(part)
    return Buffer.concat(parts)
  }

  async #chunk(index: number): Promise<Buffer> {
    if (this.#last?.index === index) return this.#last.chunk
    // Whoever reads another part meanwhile takes one of its own.
    const sealed = this.#spare ?? Buffer.allocUnsafeSlow(SEALED_CHUNK_BYTES)
    this.#spare = undefined
    const { bytesRead } = await this.#file.read(
      sealed,
      0,
      SEALED_CHUNK_BYTES,
      HEADER_BYTES + index * SEALED_CHUNK_BYTES,
    )
    if (bytesRead === 0) throw new FileDamaged('the file is cut')
    const isLast = index === Math.max(0, Math.ceil(this.size / CHUNK_BYTES) - 1)
    const chunk = this.#cipher.open(sealed.subarray(0, bytesRead), index, isLast)
    this.#spare = sealed
    this.#last = { index, chunk }
    return chunk
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

export async function readSealedCopy(copy: SealedCopy): Promise<Buffer> {
  const reader = await SealedCopyReader.open(copy)
  try {
    return await reader.read(0, reader.size)
  } finally {
    await reader.close()
  }
}
