// Writes rows in the binary form of COPY: numbers, uuids and bytes go as they are.

const NULL = -1
const FIRST_BYTES = 65_536

/** Writes one row after the other; `take` gives what was written since. */
export class CopyWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #at = 0
  readonly #fields: number

  constructor(fields: number) {
    this.#fields = fields
  }

  beginRow(): void {
    this.#room(2)
    this.#at = this.#bytes.writeInt16BE(this.#fields, this.#at)
  }

  int2(value: number): void {
    this.#room(6)
    this.#at = this.#bytes.writeInt32BE(2, this.#at)
    this.#at = this.#bytes.writeInt16BE(value, this.#at)
  }

  int4(value: number): void {
    this.#room(8)
    this.#at = this.#bytes.writeInt32BE(4, this.#at)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }

  /** Where the value stands, for those who learn it later. */
  int8(value: bigint | number): number {
    this.#room(12)
    this.#at = this.#bytes.writeInt32BE(8, this.#at)
    const low = typeof value === 'number' ? value % 0x1_0000_0000 : undefined
    if (low === undefined || low < 0) {
      this.#at = this.#bytes.writeBigInt64BE(BigInt(value), this.#at)
      return this.#at - 8
    }
    this.#at = this.#bytes.writeInt32BE(Math.floor(Number(value) / 0x1_0000_0000), this.#at)
    this.#at = this.#bytes.writeUInt32BE(low, this.#at)
    return this.#at - 8
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

  /** Its sixteen bytes at this place. */
  uuid(from: Buffer, at: number): void {
    this.#room(20)
    this.#at = this.#bytes.writeInt32BE(16, this.#at)
    this.#at += from.copy(this.#bytes, this.#at, at, at + 16)
  }

  /** Behind the version of its form. */
  jsonb(value: Buffer): void {
    this.#room(5 + value.length)
    this.#at = this.#bytes.writeInt32BE(value.length + 1, this.#at)
    this.#bytes[this.#at] = 1
    this.#at += 1 + value.copy(this.#bytes, this.#at + 1)
  }

  null(): void {
    this.#room(4)
    this.#at = this.#bytes.writeInt32BE(NULL, this.#at)
  }

  /** Memory of its own, so that it can be handed to another thread. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, this.#at))
    this.#at = 0
    return taken
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}
