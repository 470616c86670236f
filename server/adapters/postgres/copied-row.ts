// One row of a binary COPY: its values are decoded where they lie, and only those that are asked for.

import { shanghaiSecond } from '@paywages/domain/calendar/shanghai.ts'

const HALF = 2 ** 32
/** PostgreSQL counts microseconds from the year 2000. */
const SECONDS_TO_2000 = 946_684_800
const MICROSECONDS = 1_000_000

/** Columns are counted from 0, in the order of the query. */
export class CopiedRow {
  #bytes: Buffer = Buffer.alloc(0)
  #starts: number[] = []
  #lengths: number[] = []
  #lastTexts: { bytes: Buffer; text: string }[] = []
  #lastTimes: { second: number; text: string }[] = []

  /** Moves on to the row that begins here. */
  moveTo(bytes: Buffer, start: number): void {
    const count = bytes.readInt16BE(start)
    let at = start + 2
    for (let column = 0; column < count; column += 1) {
      const length = bytes.readInt32BE(at)
      this.#starts[column] = at + 4
      this.#lengths[column] = length
      at += 4 + Math.max(0, length)
    }
    this.#bytes = bytes
  }

  /** Where the values lie, for whoever reads them there. */
  get source(): Buffer {
    return this.#bytes
  }

  startOf(column: number): number {
    return this.#starts[column] as number
  }

  /** Where it starts, if there is none. */
  endOf(column: number): number {
    return this.startOf(column) + Math.max(0, this.#lengthOf(column))
  }

  isNull(column: number): boolean {
    return this.#lengthOf(column) < 0
  }

  /** Empty where there is none. */
  text(column: number): string {
    const start = this.startOf(column)
    return this.#bytes.toString('utf8', start, start + Math.max(0, this.#lengthOf(column)))
  }

  /** The same of a column whose values often repeat the one before: then it is the same string, without decoding. */
  repeatedText(column: number): string {
    const last = this.#lastTexts[column]
    const start = this.startOf(column)
    const end = start + Math.max(0, this.#lengthOf(column))
    if (last && last.bytes.compare(this.#bytes, start, end) === 0) return last.text
    const bytes = Buffer.from(this.#bytes.subarray(start, end))
    const text = bytes.toString()
    this.#lastTexts[column] = { bytes, text }
    return text
  }

  /** A copy of the bytes, for those that are kept. */
  bytes(column: number): Buffer {
    const start = this.startOf(column)
    return Buffer.from(this.#bytes.subarray(start, start + Math.max(0, this.#lengthOf(column))))
  }

  int4(column: number): number {
    return this.#bytes.readInt32BE(this.startOf(column))
  }

  /** An id or a count, which is far from needing all eight bytes. */
  int8(column: number): number {
    const start = this.startOf(column)
    return this.#bytes.readInt32BE(start) * HALF + this.#bytes.readUInt32BE(start + 4)
  }

  bigint(column: number): bigint {
    return this.#bytes.readBigInt64BE(this.startOf(column))
  }

  /** A time as "2026-11-13 09:12:05" in Shanghai; empty where there is none. */
  shanghaiSecond(column: number): string {
    if (this.isNull(column)) return ''
    const second = Math.floor(this.int8(column) / MICROSECONDS)
    const last = this.#lastTimes[column]
    if (last?.second === second) return last.text
    const text = shanghaiSecond(new Date((second + SECONDS_TO_2000) * 1000))
    this.#lastTimes[column] = { second, text }
    return text
  }

  #lengthOf(column: number): number {
    return this.#lengths[column] as number
  }
}
