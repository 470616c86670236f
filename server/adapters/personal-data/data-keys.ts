// The data key of a batch: drawn once, wrapped under the master key and bound to its batch, so that a rotation re-wraps one value.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'
import { mostBytes, type PersonalFields, writeFields } from './personal-fields.ts'
import { openRowSeals, type RowSeals } from './row-seals.ts'
import { SealBroken } from './seal-broken.ts'

/** As it stands in the batch: nonce, ciphertext and tag, and the id of the secret that it is wrapped under. */
export type WrappedKey = { readonly dataKey: Buffer; readonly dataKeyId: string }

export type DataKeys = {
  readonly newKey: (batchId: number | bigint) => WrappedKey
  readonly sealsOf: (batchId: number | bigint, wrapped: WrappedKey) => RowSeals
  /** The same data key under the current secret. */
  readonly rewrap: (batchId: number | bigint, wrapped: WrappedKey) => WrappedKey
}

/** Stands in the place of a key's id where the data key was erased: no id of a key has other characters than hex digits (ADR 146). */
export const ERASED_KEY_ID = 'erased'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_OPTIONS = { authTagLength: 16 }
/** A page shows rows of some batches again and again; an export reads one batch for seconds. */
const MAX_OPENED = 256

export function openDataKeys(ring: KeyRing): DataKeys {
  const opened = new Map<string, RowSeals>()

  function wrap(batchId: number | bigint, material: Buffer): WrappedKey {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', ring.current('data-keys'), nonce, TAG_OPTIONS)
    cipher.setAAD(boundTo(batchId))
    const dataKey = Buffer.concat([nonce, cipher.update(material), cipher.final(), cipher.getAuthTag()])
    return { dataKey, dataKeyId: ring.currentId }
  }

  function unwrap(batchId: number | bigint, { dataKey, dataKeyId }: WrappedKey): Buffer {
    const key = ring.byId(dataKeyId, 'data-keys')
    if (!key) throw new SealBroken(`the data key of batch ${batchId} is under a key that is not at hand`)
    if (dataKey.length !== NONCE_BYTES + KEY_BYTES + TAG_OPTIONS.authTagLength)
      throw new SealBroken(`the data key of batch ${batchId} is damaged`)
    const decipher = createDecipheriv('aes-256-gcm', key, dataKey.subarray(0, NONCE_BYTES), TAG_OPTIONS)
    decipher.setAAD(boundTo(batchId))
    decipher.setAuthTag(dataKey.subarray(NONCE_BYTES + KEY_BYTES))
    const material = decipher.update(dataKey.subarray(NONCE_BYTES, NONCE_BYTES + KEY_BYTES))
    try {
      decipher.final()
    } catch {
      throw new SealBroken(`the data key of batch ${batchId} is damaged or of another batch`)
    }
    return material
  }

  function sealsOf(batchId: number | bigint, wrapped: WrappedKey): RowSeals {
    if (wrapped.dataKeyId === ERASED_KEY_ID) return erasedSeals(batchId)
    const name = `${batchId}:${wrapped.dataKeyId}:${wrapped.dataKey.toString('base64')}`
    let seals = opened.get(name)
    if (seals === undefined) {
      seals = openRowSeals(batchId, unwrap(batchId, wrapped))
      if (opened.size >= MAX_OPENED) opened.delete(opened.keys().next().value ?? '')
      opened.set(name, seals)
    }
    return seals
  }

  return {
    newKey: (batchId) => wrap(batchId, randomBytes(KEY_BYTES)),
    sealsOf,
    rewrap: (batchId, wrapped) => wrap(batchId, unwrap(batchId, wrapped)),
  }
}

const boundTo = (batchId: number | bigint) => Buffer.from(`payout_batches.data_key:${batchId}`)

const NOTHING: PersonalFields = { idCardNo: '', phone: '', cardNo: '' }

/** What is gone reads as empty; whoever pays refuses an empty card. Nothing is ever sealed into such a batch. */
function erasedSeals(batchId: number | bigint): RowSeals {
  const plain = Buffer.alloc(mostBytes(NOTHING))
  const end = writeFields(plain, 0, NOTHING)
  return {
    sealRun: () => {
      throw new SealBroken(`the data key of batch ${batchId} was erased`)
    },
    openSeal: () => NOTHING,
    openRun: (rows) => rows.map(() => NOTHING),
    openEach: (rows, take) => {
      for (const [at] of rows.entries()) take(at, plain, 0, end)
    },
  }
}
