// Seals a file in chunks of 64 KB, each bound to its place, to being the last or not, and to the file's key.

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { KeyRing } from '../personal-data/key-ring.ts'
import { FileDamaged } from './store-errors.ts'

export const CHUNK_BYTES = 64 * 1024
export const TAG_BYTES = 16
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

const MARK = Buffer.from('PWF1')
const KEY_ID_BYTES = 4
const SALT_BYTES = 32
/** Mark, id of the secret, salt of this file's own key. */
export const HEADER_BYTES = MARK.length + KEY_ID_BYTES + SALT_BYTES

const ALGORITHM = 'aes-256-gcm'
const OPTIONS = { authTagLength: TAG_BYTES }

export type ChunkCipher = {
  readonly header: Buffer
  readonly seal: (chunk: Uint8Array, index: number, isLast: boolean) => Buffer
  readonly open: (sealed: Uint8Array, index: number, isLast: boolean) => Buffer
}

export function sealedSize(size: number): number {
  const chunks = Math.max(1, Math.ceil(size / CHUNK_BYTES))
  return HEADER_BYTES + size + chunks * TAG_BYTES
}

/** The size before sealing, or FileDamaged for a size that no sealing gives. */
export function plainSize(sealed: number): number {
  const body = sealed - HEADER_BYTES
  const size = body - Math.ceil(body / SEALED_CHUNK_BYTES) * TAG_BYTES
  if (body < TAG_BYTES || size < 0 || sealedSize(size) !== sealed) throw new FileDamaged('the file is cut')
  return size
}

export function newChunkCipher(ring: KeyRing, fileKey: string): ChunkCipher {
  const id = Buffer.from(ring.currentId, 'hex')
  const header = Buffer.concat([MARK, id, randomBytes(SALT_BYTES)])
  return chunkCipher(ring.current('file-store'), header, fileKey)
}

export function keyIdIn(header: Buffer): string {
  const isOurs = header.length === HEADER_BYTES && header.subarray(0, MARK.length).equals(MARK)
  if (!isOurs) throw new FileDamaged('the file was not sealed here')
  return header.toString('hex', MARK.length, MARK.length + KEY_ID_BYTES)
}

export function readChunkCipher(ring: KeyRing, header: Buffer, fileKey: string): ChunkCipher {
  const keyId = keyIdIn(header)
  const master = ring.byId(keyId, 'file-store')
  if (master === undefined)
    throw new FileDamaged(`the file is sealed under a key that is not at hand: ${keyId}`)
  return chunkCipher(master, header, fileKey)
}

/** For a copy that lives as long as this process: its key is random, in memory only, and of this one file. */
export function newCopyCipher(key: KeyObject): ChunkCipher {
  return chunkCipher(key, Buffer.concat([MARK, Buffer.alloc(KEY_ID_BYTES), randomBytes(SALT_BYTES)]), 'copy')
}

export function readCopyCipher(key: KeyObject, header: Buffer): ChunkCipher {
  return chunkCipher(key, header, 'copy')
}

/** At once: the collector hardly comes by for bytes, and those of a whole file would wait for it. */
function giveBack({ buffer, length }: Buffer<ArrayBuffer>): void {
  if (length > 0 && buffer.byteLength === length) buffer.transfer(0)
}

function chunkCipher(master: KeyObject, header: Buffer, fileKey: string): ChunkCipher {
  const salt = header.subarray(MARK.length + KEY_ID_BYTES)
  // A key of its own for every file, bound to its name: a file put in another's place does not open.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, salt, `file:${fileKey}`, 32)))

  // The key is used for this file only, so a counter can never meet itself again.
  function nonceOf(index: number, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(index, 7)
    nonce[11] = isLast ? 1 : 0
    return nonce
  }

  function seal(chunk: Uint8Array, index: number, isLast: boolean): Buffer {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(index, isLast), OPTIONS).setAAD(header)
    const text = cipher.update(chunk)
    const sealed = Buffer.concat([text, cipher.final(), cipher.getAuthTag()])
    giveBack(text)
    return sealed
  }

  function open(sealed: Uint8Array, index: number, isLast: boolean): Buffer {
    const tagAt = sealed.length - TAG_BYTES
    if (tagAt < 0) throw new FileDamaged('the file is cut')
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index, isLast), OPTIONS).setAAD(header)
    decipher.setAuthTag(sealed.subarray(tagAt))
    const chunk = decipher.update(sealed.subarray(0, tagAt))
    try {
      decipher.final()
    } catch {
      throw new FileDamaged('the file was altered')
    }
    return chunk
  }
  return { header, seal, open }
}
