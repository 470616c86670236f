// Seals the personal data of a batch's rows in runs, each seal bound to its batch and row number (ADR 41).

import { createCipheriv, createSecretKey, hash, hkdfSync, randomBytes } from 'node:crypto'
import { mostBytes, type PersonalFields, readFields, writeFields } from './personal-fields.ts'
import { SealBroken } from './seal-broken.ts'

export type PlacedFields = { readonly rowNumber: number; readonly fields: PersonalFields }
export type PlacedSeal = { readonly rowNumber: number; readonly seal: Buffer }

/** False for bytes that no writer made. */
export type TakeFields = (index: number, plain: Buffer, start: number, end: number) => boolean

export type RowSeals = {
  /** As many seals as rows, in their order, under fresh nonces: sealing a row again never repeats a key stream. */
  readonly sealRun: (rows: readonly PlacedFields[]) => Buffer[]
  readonly openSeal: (rowNumber: number, seal: Buffer) => PersonalFields
  /** Adjacent rows of one run cost one decryption; any rows in any order open. */
  readonly openRun: (rows: readonly PlacedSeal[]) => PersonalFields[]
  /** The same, each handed over as the bytes of its fields (`readFields`). */
  readonly openEach: (rows: readonly PlacedSeal[], take: TakeFields) => void
}

// A seal: version, nonce of its run, block at which its key stream begins, ciphertext, MAC.
const VERSION = 1
const NONCE_AT = 1
const NONCE_BYTES = 12
const BLOCK_AT = NONCE_AT + NONCE_BYTES
const TEXT_AT = BLOCK_AT + 2
const MAC_BYTES = 16
const BLOCK = 16
/** Where a row's block number still fits two bytes. */
const MAX_RUN_BLOCKS = 65_536
const RUN_ROWS = 1_024
/** Rows that lie further apart than this are opened by a call of their own. */
const MAX_GAP_BLOCKS = 64

// What the MAC is of: key, version, batch, row number, and then the seal from its nonce to the end of its ciphertext.
const MAC_HEAD = 32 + 1 + 8 + 4
const MAX_MAC_TEXT = 1_024

/** The batch's data key is 32 random bytes; one key encrypts and another authenticates. */
export function openRowSeals(batchId: number | bigint, dataKey: Buffer, nonce = randomNonce): RowSeals {
  const derived = Buffer.from(hkdfSync('sha512', dataKey, 'paywages', 'row-seals', 64))
  const encryption = createSecretKey(derived.subarray(0, 32))
  const message = Buffer.alloc(MAC_HEAD + MAX_MAC_TEXT)
  derived.copy(message, 0, 32)
  message[32] = VERSION
  message.writeBigUInt64BE(BigInt(batchId), 33)

  /** A sign for each byte: memory of its own for every digest costs more than the hashing. */
  function macOf(rowNumber: number, seal: Buffer, textEnd: number): string {
    const length = textEnd - NONCE_AT
    const whole =
      length <= MAX_MAC_TEXT ? message : Buffer.concat([message.subarray(0, MAC_HEAD), Buffer.alloc(length)])
    whole.writeUInt32BE(rowNumber, 41)
    // So few bytes are copied sooner one by one than by a call.
    for (let at = 0; at < length; at += 1) whole[MAC_HEAD + at] = seal[NONCE_AT + at] as number
    return hash('sha512-256', whole.subarray(0, MAC_HEAD + length), 'binary')
  }

  function keyStream(run: Buffer, block: number) {
    const counter = Buffer.alloc(BLOCK)
    run.copy(counter)
    counter.writeUInt32BE(block, NONCE_BYTES)
    return createCipheriv('aes-256-ctr', encryption, counter)
  }

  function sealRun(rows: readonly PlacedFields[]): Buffer[] {
    const seals: Buffer[] = []
    for (let from = 0; from < rows.length; from += RUN_ROWS) {
      for (const seal of sealPiece(rows.slice(from, from + RUN_ROWS))) seals.push(seal)
    }
    return seals
  }

  function sealPiece(rows: readonly PlacedFields[]): Buffer[] {
    const plain = Buffer.alloc(rows.reduce((sum, { fields }) => sum + mostBytes(fields) + BLOCK, 0))
    const ends: number[] = []
    let at = 0
    for (const { fields } of rows) {
      const end = writeFields(plain, at, fields)
      ends.push(end)
      at = Math.ceil(end / BLOCK) * BLOCK
    }
    if (at / BLOCK > MAX_RUN_BLOCKS) {
      if (rows.length === 1) throw new RangeError('the values of one row are longer than any can be')
      const half = rows.length >> 1
      return [...sealPiece(rows.slice(0, half)), ...sealPiece(rows.slice(half))]
    }
    const run = nonce()
    const text = keyStream(run, 0).update(plain.subarray(0, at))
    let begin = 0
    return rows.map(({ rowNumber }, index) => {
      const end = ends[index] ?? 0
      const textEnd = TEXT_AT + end - begin
      const seal = Buffer.allocUnsafe(textEnd + MAC_BYTES)
      seal[0] = VERSION
      run.copy(seal, NONCE_AT)
      seal.writeUInt16BE(begin / BLOCK, BLOCK_AT)
      text.copy(seal, TEXT_AT, begin, end)
      seal.write(macOf(rowNumber, seal, textEnd), textEnd, MAC_BYTES, 'latin1')
      begin = Math.ceil(end / BLOCK) * BLOCK
      return seal
    })
  }

  /** Nothing of a seal is used before this. */
  function verify({ rowNumber, seal }: PlacedSeal): void {
    if (seal[0] !== VERSION || seal.length <= TEXT_AT + MAC_BYTES)
      throw new SealBroken(`row ${rowNumber} of batch ${batchId} has no seal of a known form`)
    const textEnd = seal.length - MAC_BYTES
    if (!isMac(macOf(rowNumber, seal, textEnd), seal, textEnd))
      throw new SealBroken(`the seal of row ${rowNumber} of batch ${batchId} is damaged or of another row`)
  }

  function openRun(rows: readonly PlacedSeal[]): PersonalFields[] {
    const opened: PersonalFields[] = []
    openEach(rows, (_, plain, start, end) => {
      const fields = readFields(plain, start, end)
      if (fields) opened.push(fields)
      return fields !== undefined
    })
    return opened
  }

  function openEach(rows: readonly PlacedSeal[], take: TakeFields): void {
    for (const row of rows) verify(row)
    for (let from = 0; from < rows.length; ) {
      const to = endOfRun(rows, from)
      openPiece(rows, from, to, take)
      from = to
    }
  }

  function openPiece(rows: readonly PlacedSeal[], from: number, to: number, take: TakeFields): void {
    const first = rows[from]
    const last = rows[to - 1]
    if (!first || !last) return
    const firstBlock = blockOf(first)
    const text = Buffer.alloc((endBlockOf(last) - firstBlock) * BLOCK)
    for (let index = from; index < to; index += 1) {
      const { seal } = rows[index] as PlacedSeal
      const begin = (seal.readUInt16BE(BLOCK_AT) - firstBlock) * BLOCK - TEXT_AT
      const end = seal.length - MAC_BYTES
      for (let at = TEXT_AT; at < end; at += 1) text[begin + at] = seal[at] as number
    }
    const plain = keyStream(first.seal.subarray(NONCE_AT, BLOCK_AT), firstBlock).update(text)
    for (let index = from; index < to; index += 1) {
      const { rowNumber, seal } = rows[index] as PlacedSeal
      const begin = (seal.readUInt16BE(BLOCK_AT) - firstBlock) * BLOCK
      if (!take(index, plain, begin, begin + seal.length - TEXT_AT - MAC_BYTES))
        throw new SealBroken(`the seal of row ${rowNumber} of batch ${batchId} holds no fields`)
    }
  }

  function openSeal(rowNumber: number, seal: Buffer): PersonalFields {
    const [fields] = openRun([{ rowNumber, seal }])
    if (!fields) throw new SealBroken(`row ${rowNumber} of batch ${batchId} did not open`)
    return fields
  }

  return { sealRun, openSeal, openRun, openEach }
}

/** Looks at all of it, whatever differs. */
function isMac(mac: string, seal: Buffer, at: number): boolean {
  let different = 0
  for (let n = 0; n < MAC_BYTES; n += 1) different |= mac.charCodeAt(n) ^ (seal[at + n] as number)
  return different === 0
}

const randomNonce = () => randomBytes(NONCE_BYTES)
const blockOf = ({ seal }: PlacedSeal) => seal.readUInt16BE(BLOCK_AT)
const endBlockOf = (row: PlacedSeal) =>
  blockOf(row) + Math.ceil((row.seal.length - TEXT_AT - MAC_BYTES) / BLOCK)

function isOfSameRun(a: Buffer, b: Buffer): boolean {
  for (let at = NONCE_AT; at < BLOCK_AT; at += 1) if (a[at] !== b[at]) return false
  return true
}

/** How far rows of the same run follow one another. */
function endOfRun(rows: readonly PlacedSeal[], from: number): number {
  let to = from + 1
  for (; to < rows.length; to += 1) {
    const before = rows[to - 1]
    const row = rows[to]
    if (!before || !row || !isOfSameRun(before.seal, row.seal)) break
    const gap = blockOf(row) - endBlockOf(before)
    if (gap < 0 || gap > MAX_GAP_BLOCKS) break
  }
  return to
}
