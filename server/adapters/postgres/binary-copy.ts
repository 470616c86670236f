// Bulk insertion by COPY in its binary form: numbers, uuids and bytes go as they are, in pieces of many rows.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { connectionOf, type Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Signature, flags, and the length of an extension that there is none of. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])
const NULL = -1
const FIRST_BYTES = 65_536

/** Writes one row after the other; `take` gives what was written since. */
export class CopyWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #at = 0
  readonly #fields: number

  constructor(fields: number) {
    this.#fields = fields
  }

  beginRow(): void {
    this.#room(2)
    this.#at = this.#bytes.writeInt16BE(this.#fields, this.#at)
  }

  int4(value: number): void {
    this.#room(8)
    this.#at = this.#bytes.writeInt32BE(4, this.#at)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }

  int8(value: bigint | number): void {
    this.#room(12)
    this.#at = this.#bytes.writeInt32BE(8, this.#at)
    const low = typeof value === 'number' ? value % 0x1_0000_0000 : undefined
    if (low === undefined || low < 0) {
      this.#at = this.#bytes.writeBigInt64BE(BigInt(value), this.#at)
      return
    }
    this.#at = this.#bytes.writeInt32BE(Math.floor(Number(value) / 0x1_0000_0000), this.#at)
    this.#at = this.#bytes.writeUInt32BE(low, this.#at)
  }

  text(value: string): void {
    this.#room(4 + value.length * 3)
    const written = this.#bytes.write(value, this.#at + 4)
    this.#bytes.writeInt32BE(written, this.#at)
    this.#at += 4 + written
  }

  bytes(value: Uint8Array): void {
    this.#room(4 + value.length)
    this.#at = this.#bytes.writeInt32BE(value.length, this.#at)
    this.#bytes.set(value, this.#at)
    this.#at += value.length
  }

  uuid(value: string): void {
    this.#room(20)
    this.#at = this.#bytes.writeInt32BE(16, this.#at)
    this.#at += this.#bytes.write(value.replaceAll('-', ''), this.#at, 'hex')
  }

  /** Behind the version of its form. */
  jsonb(value: string): void {
    this.#room(5 + value.length * 3)
    const written = this.#bytes.write(value, this.#at + 5)
    this.#bytes.writeInt32BE(written + 1, this.#at)
    this.#bytes[this.#at + 4] = 1
    this.#at += 5 + written
  }

  null(): void {
    this.#room(4)
    this.#at = this.#bytes.writeInt32BE(NULL, this.#at)
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#bytes = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.#at))
    this.#at = 0
    return taken
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

/** Each piece holds whole rows as a CopyWriter of these columns gives them; an error in their making stops the COPY. */
export async function copyBinary<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  async function* whole() {
    yield HEADER
    yield* pieces
    yield END
  }
  const into = connectionOf(tx).query(
    from(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`),
  )
  await pipeline(Readable.from(whole(), { objectMode: false, highWaterMark: 256 * 1024 }), into)
}
