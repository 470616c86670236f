// Opens the streams of a PDF that anybody may read: encrypted under the empty password, as banks do to forbid changes.

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { PdfDictionary, PdfValue } from '@paywages/domain/files/pdf-object.ts'

export type Decrypt = (
  data: Uint8Array,
  place: { readonly object: number; readonly generation: number },
) => Uint8Array | undefined

/** What readers put in place of the letters of a password that is not there. */
const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const [AES_SALT, UNNAMED] = [Buffer.from('sAlT'), Buffer.alloc(0)]

/** Undefined where a password is needed, or the method is none of the standard's. */
export function decryptorOf(encrypt: PdfDictionary, fileId: Uint8Array): Decrypt | undefined {
  if (nameIn(encrypt, 'Filter') !== 'Standard') return undefined
  const method = methodOf(encrypt)
  const key = method && fileKeyOf(encrypt, fileId)
  if (!key) return undefined
  switch (method) {
    case 'none':
      return (data) => data
    case 'AESV3':
      return (data) => fromAes(key, data)
    case 'AESV2':
      return (data, place) => fromAes(objectKey(key, place, AES_SALT), data)
    default:
      return (data, place) => rc4(objectKey(key, place, UNNAMED), data)
  }
}

function methodOf(encrypt: PdfDictionary): 'V2' | 'AESV2' | 'AESV3' | 'none' | undefined {
  const version = numberIn(encrypt, 'V')
  if (version === 1 || version === 2) return 'V2'
  if (version !== 4 && version !== 5) return undefined
  const streams = nameIn(encrypt, 'StmF') ?? 'Identity'
  if (streams === 'Identity') return 'none'
  const filters = encrypt.get('CF')
  const filter = filters?.kind === 'dictionary' ? filters.entries.get(streams) : undefined
  const method = filter?.kind === 'dictionary' ? nameIn(filter.entries, 'CFM') : undefined
  if (method === 'None') return 'none'
  return method === 'V2' || method === 'AESV2' || method === 'AESV3' ? method : undefined
}

export function fileKeyOf(encrypt: PdfDictionary, fileId: Uint8Array): Buffer | undefined {
  const revision = numberIn(encrypt, 'R') ?? 0
  const user = stringIn(encrypt, 'U')
  if (revision >= 5) return newKey(encrypt, user, revision)
  const bytes = numberIn(encrypt, 'V') === 1 ? 5 : (numberIn(encrypt, 'Length') ?? keyBits(encrypt)) / 8
  if (revision < 2 || !Number.isInteger(bytes) || bytes < 5 || bytes > 16) return undefined
  const key = oldKey(encrypt, { fileId, revision, bytes })
  const proof = userProof(key, fileId, revision)
  return proof.equals(user.subarray(0, proof.length)) ? key : undefined
}

const keyBits = (encrypt: PdfDictionary) => (numberIn(encrypt, 'V') === 4 ? 128 : 40)

type OldKey = { readonly fileId: Uint8Array; readonly revision: number; readonly bytes: number }

/** Revisions 2 to 4, of RC4 and of AES with 128 bits. */
export function oldKey(encrypt: PdfDictionary, { fileId, revision, bytes }: OldKey): Buffer {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE((numberIn(encrypt, 'P') ?? 0) | 0)
  const metadata = encrypt.get('EncryptMetadata')
  const isPlainMetadata = metadata?.kind === 'word' && metadata.word === 'false'
  const parts = [PAD, stringIn(encrypt, 'O').subarray(0, 32), rights, fileId]
  if (revision >= 4 && isPlainMetadata) parts.push(Buffer.alloc(4, 0xff))
  let key = md5(Buffer.concat(parts)).subarray(0, bytes)
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, bytes)
  return key
}

/** What /U begins with if the password is empty. */
export function userProof(key: Uint8Array, fileId: Uint8Array, revision: number): Buffer {
  if (revision === 2) return rc4(key, PAD)
  let proof = rc4(key, md5(Buffer.concat([PAD, fileId])))
  for (let round = 1; round <= 19; round += 1)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    )
  return proof
}

/** Revisions 5 and 6, of AES with 256 bits: /U proves the password, /UE holds the key. */
function newKey(encrypt: PdfDictionary, user: Buffer, revision: number): Buffer | undefined {
  const sealed = stringIn(encrypt, 'UE')
  if (revision > 6 || user.length < 48 || sealed.length < 32) return undefined
  const hash = (salt: Buffer) => (revision === 5 ? sha(256, salt) : emptyPasswordHash(salt))
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  const cipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16))
  return cipher.setAutoPadding(false).update(sealed.subarray(0, 32))
}

/** Algorithm 2.B of ISO 32000-2 for an empty password. */
export function emptyPasswordHash(salt: Uint8Array): Buffer {
  let key = sha(256, salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    const mixed = cipher.setAutoPadding(false).update(repeated)
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(rest === 0 ? 256 : rest === 1 ? 384 : 512, mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

export function objectKey(
  key: Uint8Array,
  { object, generation }: { readonly object: number; readonly generation: number },
  salt: Uint8Array,
): Buffer {
  const place = [object, object >> 8, object >> 16, generation, generation >> 8].map((one) => one & 0xff)
  return md5(Buffer.concat([key, Buffer.from(place), salt])).subarray(0, Math.min(16, key.length + 5))
}

/** The first block is the vector; what is no whole block at the end belongs to what follows the stream. */
function fromAes(key: Uint8Array, data: Uint8Array): Uint8Array | undefined {
  const whole = data.subarray(16, data.length - (data.length % 16))
  if (whole.length === 0 || (key.length !== 16 && key.length !== 32)) return undefined
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, data.subarray(0, 16))
  return cipher.setAutoPadding(false).update(whole)
}

/** Written here, as the crypto library of today has it no more. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  const out = Buffer.alloc(data.length)
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 0xff
    j = (j + (state[i] ?? 0)) & 0xff
    swap(i, j)
    out[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0)
  }
  return out
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest()
const sha = (bits: 256 | 384 | 512, bytes: Uint8Array) => createHash(`sha${bits}`).update(bytes).digest()

const numberIn = (entries: PdfDictionary, key: string) => {
  const value = entries.get(key)
  return value?.kind === 'number' ? value.number : undefined
}
const nameIn = (entries: PdfDictionary, key: string) => {
  const value = entries.get(key)
  return value?.kind === 'name' ? value.name : undefined
}
const stringIn = (entries: PdfDictionary, key: string) => bytesOf(entries.get(key))
const bytesOf = (value: PdfValue | undefined) => Buffer.from(value?.kind === 'string' ? value.bytes : UNNAMED)
