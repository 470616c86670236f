// The XML of a sheet as bytes: plain texts and numbers are written character by character, without a string in between.

import { Buffer } from 'node:buffer'

const CHUNK_BYTES = 128 * 1024
/** Longer texts are rare, and written by the encoder of the platform. */
const MAX_PLAIN = 64
/** What one plain text, one number or one fixed part takes at most. */
const ROOM = 3 * MAX_PLAIN + 64

/** Characters that mean nothing in XML or to a spreadsheet; `_` may begin an escape of Excel's, and a space is kept only inside. */
const PLAIN = new Uint8Array(128)
const PLAIN_ENDS = new Uint8Array(128)
for (let character = 0x20; character < 0x7f; character += 1) {
  const text = String.fromCharCode(character)
  PLAIN[character] = /[&<>"_]/.test(text) ? 0 : 1
  PLAIN_ENDS[character] = /[&<>"_=+@\- ]/.test(text) ? 0 : 1
}
const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fff]
/** In UTF-8 a character of theirs is one of six first bytes and two that follow. */
const isOfHan = (byte: number): boolean => byte < 0xc0 || (byte >= 0xe4 && byte <= 0xe9)
const ZERO = 0x30

/** Of a text that lies as UTF-8; at its ends fewer characters are plain. */
const isPlainByte = (byte: number, isEnd: boolean): boolean =>
  byte < 0x80 ? (isEnd ? PLAIN_ENDS[byte] : PLAIN[byte]) === 1 : isOfHan(byte)

/** Whether a text that lies in these bytes as UTF-8 is made of Han and of characters that mean nothing anywhere, and neither begins nor ends with a blank or a character of formulas. */
export function isPlainText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let n = start; n < end; n += 1)
    if (!isPlainByte(bytes[n] as number, n === start || n === end - 1)) return false
  return end > start
}

/** The digits of a whole number that a float holds exactly; returns where they end. */
export function writeWhole(bytes: Uint8Array, from: number, number: number): number {
  let start = from
  let rest = number
  if (rest < 0) {
    bytes[start] = 0x2d
    start += 1
    rest = -rest
  }
  let length = 1
  for (let limit = 10; rest >= limit; limit *= 10) length += 1
  for (let at = start + length - 1; at >= start; at -= 1) {
    const higher = Math.floor(rest / 10)
    bytes[at] = ZERO + rest - higher * 10
    rest = higher
  }
  return start + length
}

/** A fixed part, made once. */
export function fixedBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text))
}

export class XmlBytes {
  #bytes: Uint8Array = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #at = 0

  get isFull(): boolean {
    return this.#at > CHUNK_BYTES / 2
  }

  /** All that was written since; what comes next goes into other memory. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    this.#at = 0
    return taken
  }

  fixed(part: Uint8Array): void {
    const bytes = this.#roomFor(part.length)
    const at = this.#at
    // Most parts are so short that a call into the platform would take longer.
    for (let n = 0; n < part.length; n += 1) bytes[at + n] = part[n] as number
    this.#at = at + part.length
  }

  /** Any text, as it is. */
  raw(text: string): void {
    const bytes = this.#roomFor(text.length * 3)
    this.#at += (bytes as Buffer).write(text, this.#at)
  }

  /** A text that needs no care, between the two parts; false, and nothing written, where it needs some. */
  plain(before: Uint8Array, text: string, after: Uint8Array): boolean {
    const { length } = text
    if (length > MAX_PLAIN || length === 0) return false
    const begin = this.#at
    this.fixed(before)
    const bytes = this.#roomFor(ROOM)
    let at = this.#at
    for (let n = 0; n < length; n += 1) {
      const character = text.charCodeAt(n)
      if (character < 128 && (n === 0 || n === length - 1 ? PLAIN_ENDS[character] : PLAIN[character]) === 1) {
        bytes[at] = character
        at += 1
      } else if (character >= FIRST_HAN && character <= LAST_HAN) {
        bytes[at] = 0xe0 | (character >> 12)
        bytes[at + 1] = 0x80 | ((character >> 6) & 0x3f)
        bytes[at + 2] = 0x80 | (character & 0x3f)
        at += 3
      } else {
        this.#at = begin
        return false
      }
    }
    this.#at = at
    this.fixed(after)
    return true
  }

  /** The same of a text that lies in these bytes as UTF-8. */
  plainBytes(before: Uint8Array, from: Uint8Array, start: number, end: number, after: Uint8Array): boolean {
    if (end - start > MAX_PLAIN || end === start) return false
    const begin = this.#at
    this.fixed(before)
    const bytes = this.#roomFor(ROOM)
    let at = this.#at
    for (let n = start; n < end; n += 1) {
      const byte = from[n] as number
      if (!isPlainByte(byte, n === start || n === end - 1)) {
        this.#at = begin
        return false
      }
      bytes[at] = byte
      at += 1
    }
    this.#at = at
    this.fixed(after)
    return true
  }

  /** A whole number that a float holds exactly. */
  whole(number: number): void {
    this.#at = writeWhole(this.#roomFor(ROOM), this.#at, number)
  }

  #roomFor(length: number): Uint8Array {
    if (this.#at + length <= this.#bytes.length) return this.#bytes
    const larger = Buffer.allocUnsafeSlow((this.#at + length) * 2)
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
    return larger
  }
}
