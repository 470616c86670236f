// Seals personal values for the database and hashes them for equality search (D33).

import { createCipheriv, createDecipheriv, hash, type KeyObject, randomFillSync } from 'node:crypto'
import { ROW_SEAL } from './contexts.ts'
import { type DataKeys, openDataKeys } from './data-keys.ts'
import type { KeyRing } from './key-ring.ts'
import type { PersonalFields } from './personal-fields.ts'
import { SealBroken } from './seal-broken.ts'

export type Cipher = {
  /**
   * `<key id>:<base64url of nonce, ciphertext and tag>`. The context (`providers.phone`) is authenticated, so a
   * value moved to another column does not open.
   */
  readonly seal: (text: string, context: string) => string
  readonly open: (sealed: string, context: string) => string
  /** Several values of a row under one cipher operation. */
  readonly sealFields: (fields: Readonly<Record<string, string>>, context: string) => string
  readonly openFields: (sealed: string, context: string) => Record<string, string>
  /**
   * The keyed hash to store beside a sealed value, as a uuid. Its context names what the value is (`id-card-no`), the same
   * wherever it is stored, so that tables can be joined by it.
   */
  readonly lookupHash: (text: string, context: string) => string
  /** The same as bytes, of which the first sixteen make the uuid. */
  readonly lookupBytes: (text: string, context: string) => Buffer
  /** The hashes to search for: under the one key that the database names, else under all that are at hand. */
  readonly lookupHashes: (text: string, context: string) => readonly string[]
  /** The same in 22 characters, for cookies and for columns of text that no other table is joined by. */
  readonly shortHash: (text: string, context: string) => string
  readonly shortHashes: (text: string, context: string) => readonly string[]
  /** The data keys of batches, and the seals made under them. */
  readonly dataKeys: DataKeys
  /** A payout row's seal as the database gives it (`sealed_value`), in either form. */
  readonly openRow: (sealed: string) => PersonalFields
  /** The same of many: rows of one batch that follow each other are one cipher operation. */
  readonly openRows: (sealed: readonly string[]) => PersonalFields[]
  readonly needsRotation: (sealed: string) => boolean
  /** How every value sealed under the current key begins. */
  readonly currentPrefix: string
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_LENGTH = 8
const TAG_OPTIONS = { authTagLength: TAG_BYTES }

// One value and several fields are apart, so that neither can be taken for the other.
type Shape = 'text' | 'fields'

export function openCipher(ring: KeyRing): Cipher {
  const prefix = `${ring.currentId}:`
  const key = ring.current('personal-data')
  const digests = ring.lookups.map(keyedHasher)
  const digest = digests[0] as ReturnType<typeof keyedHasher>
  const authenticated = cachedBytes()
  const fillNonce = nonceSource()
  const dataKeys = openDataKeys(ring)

  function seal(text: string, context: string, shape: Shape): string {
    const textBytes = Buffer.byteLength(text)
    const whole = Buffer.allocUnsafe(NONCE_BYTES + textBytes + TAG_BYTES)
    const nonce = whole.subarray(0, NONCE_BYTES)
    fillNonce(nonce)
    const cipher = createCipheriv(ALGORITHM, key, nonce, TAG_OPTIONS)
    cipher.setAAD(authenticated(`${shape}:${context}`))
    cipher.update(text, 'utf8').copy(whole, NONCE_BYTES)
    cipher.final()
    cipher.getAuthTag().copy(whole, NONCE_BYTES + textBytes)
    return prefix + whole.toString('base64url')
  }

  function open(sealed: string, context: string, shape: Shape): string {
    const keyId = sealed.slice(0, ID_LENGTH)
    if (sealed[ID_LENGTH] !== ':') throw new SealBroken('this is not a sealed value')
    const opening = keyId === ring.currentId ? key : ring.byId(keyId, 'personal-data')
    if (opening === undefined)
      throw new SealBroken(`sealed under a key that is not at hand: ${safeId(keyId)}`)
    const encoded = sealed.slice(ID_LENGTH + 1)
    const whole = Buffer.from(encoded, 'base64url')
    // Decoding forgives stray characters; a sealed value has one spelling only.
    const isExact = whole.length >= NONCE_BYTES + TAG_BYTES && whole.toString('base64url') === encoded
    if (!isExact) throw new SealBroken(`damaged value under key ${keyId}`)
    return unseal(opening, whole, authenticated(`${shape}:${context}`), keyId)
  }

  function openOldRow(sealed: string): PersonalFields {
    const fields = JSON.parse(open(sealed, ROW_SEAL, 'fields')) as Partial<PersonalFields>
    return { idCardNo: fields.idCardNo ?? '', phone: fields.phone ?? '', cardNo: fields.cardNo ?? '' }
  }

  const openRow = (sealed: string) =>
    sealed[0] === '=' ? openOne(dataKeys, placeOf(sealed)) : openOldRow(sealed)

  function openRows(sealed: readonly string[]): PersonalFields[] {
    if (sealed.some((one) => one[0] !== '=')) return sealed.map(openRow)
    return openPlaced(dataKeys, sealed.map(placeOf))
  }

  return {
    seal: (text, context) => seal(text, context, 'text'),
    open: (sealed, context) => open(sealed, context, 'text'),
    sealFields: (fields, context) => seal(JSON.stringify(fields), context, 'fields'),
    openFields: (sealed, context) => JSON.parse(open(sealed, context, 'fields')) as Record<string, string>,
    lookupHash: (text, context) => asUuid(digest(text, context)),
    lookupBytes: digest,
    lookupHashes: (text, context) => digests.map((one) => asUuid(one(text, context))),
    shortHash: (text, context) => asShortText(digest(text, context)),
    shortHashes: (text, context) => digests.map((one) => asShortText(one(text, context))),
    dataKeys,
    openRow,
    openRows,
    needsRotation: (sealed) => !sealed.startsWith(prefix),
    currentPrefix: prefix,
  }
}

type Placed = {
  readonly batchId: string
  readonly rowNumber: number
  readonly dataKeyId: string
  readonly dataKey: string
  readonly seal: Buffer
}

/** `=batch.row number.key id.data key.seal`, the last two in hex. */
function placeOf(sealed: string): Placed {
  const [batchId = '', rowNumber = '', dataKeyId = '', dataKey = '', seal = ''] = sealed.slice(1).split('.')
  return { batchId, rowNumber: Number(rowNumber), dataKeyId, dataKey, seal: Buffer.from(seal, 'hex') }
}

const isUnderSameKey = (a: Placed | undefined, b: Placed | undefined): boolean =>
  a?.batchId === b?.batchId && a?.dataKeyId === b?.dataKeyId && a?.dataKey === b?.dataKey

function openOne(
  dataKeys: DataKeys,
  { batchId, rowNumber, dataKeyId, dataKey, seal }: Placed,
): PersonalFields {
  const seals = dataKeys.sealsOf(Number(batchId), { dataKeyId, dataKey: Buffer.from(dataKey, 'hex') })
  return seals.openSeal(rowNumber, seal)
}

/** In the order asked for; opened in that of their places, as adjacent rows of a batch cost one decryption. */
function openPlaced(dataKeys: DataKeys, rows: readonly Placed[]): PersonalFields[] {
  const opened = new Array<PersonalFields>(rows.length)
  const order = rows.map((row, at) => ({ ...row, at })).sort(byPlace)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && isUnderSameKey(order[from], order[to])) to += 1
    const { batchId, dataKeyId, dataKey } = order[from] as Placed
    const seals = dataKeys.sealsOf(Number(batchId), { dataKeyId, dataKey: Buffer.from(dataKey, 'hex') })
    const run = order.slice(from, to)
    for (const [index, fields] of seals.openRun(run).entries())
      opened[(run[index] as (typeof run)[number]).at] = fields
  }
  return opened
}

const byPlace = (a: Placed, b: Placed): number =>
  Number(a.batchId) - Number(b.batchId) || a.rowNumber - b.rowNumber

function unseal(key: KeyObject, whole: Buffer, authenticated: Buffer, keyId: string): string {
  const tagAt = whole.length - TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, whole.subarray(0, NONCE_BYTES), TAG_OPTIONS)
  decipher.setAAD(authenticated)
  decipher.setAuthTag(whole.subarray(tagAt))
  const text = decipher.update(whole.subarray(NONCE_BYTES, tagAt))
  try {
    decipher.final()
  } catch {
    throw new SealBroken(`damaged value under key ${keyId}`)
  }
  return text.toString('utf8')
}

/** Half of the digest: 128 bits tell people apart for good, and indexes over them are half as large. */
function asUuid(digest: Buffer): string {
  return uuidAt(digest, 0)
}

export function uuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const asShortText = (digest: Buffer): string => digest.toString('base64url', 0, 17).slice(0, 22)

const MAX_HASHED_LENGTH = 1_024

/**
 * SHA-512/256 with the key in front: it cannot be extended, so it needs no second pass as HMAC does, and in one call it
 * costs half as much. A zero byte parts context and text, so that no other pair runs into the same message. Key and
 * context are written once: a sheet asks for the same few contexts a hundred thousand times.
 */
function keyedHasher(key: KeyObject): (text: string, context: string) => Buffer {
  const material = key.export()
  const starts = new Map<string, { bytes: Buffer; length: number }>()
  return (text, context) => {
    let start = starts.get(context)
    if (start === undefined) {
      const head = Buffer.concat([material, Buffer.from(`${context}\0`)])
      start = { bytes: Buffer.concat([head, Buffer.alloc(MAX_HASHED_LENGTH)]), length: head.length }
      starts.set(context, start)
    }
    const { bytes, length } = start
    if (text.length * 3 > MAX_HASHED_LENGTH) {
      return digestOf(Buffer.concat([bytes.subarray(0, length), Buffer.from(text)]))
    }
    const written = bytes.write(text, length)
    return digestOf(bytes.subarray(0, length + written))
  }
}

/** By way of a short string: memory of its own for every digest costs more than the hashing. */
const digestOf = (message: Uint8Array): Buffer => Buffer.from(hash('sha512-256', message, 'binary'), 'latin1')

function safeId(keyId: string): string {
  return /^[0-9a-f]{8}$/.test(keyId) ? keyId : 'unknown'
}

/** The few contexts there are, as bytes made once. */
function cachedBytes(): (text: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (text) => {
    let bytes = known.get(text)
    if (bytes === undefined) {
      bytes = Buffer.from(text)
      known.set(text, bytes)
    }
    return bytes
  }
}

/** Asks the system for randomness once in many nonces: it costs as much as the sealing itself. */
function nonceSource(): (nonce: Buffer) => void {
  const pool = Buffer.alloc(NONCE_BYTES * 512)
  let used = pool.length
  return (nonce) => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    pool.copy(nonce, 0, used, used + NONCE_BYTES)
    used += NONCE_BYTES
  }
}
