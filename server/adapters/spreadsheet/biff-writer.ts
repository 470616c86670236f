// Writes the records of an .xls one after the other, and its table of texts over as many as it needs.

import { RECORD } from './xls-workbook.ts'

/** The most that one record holds. */
const MAX_RECORD = 8_224
const FIRST_BYTES = 65_536

export class BiffWriter {
  #bytes = Buffer.alloc(FIRST_BYTES)
  #at = 0

  get position(): number {
    return this.#at
  }

  record(id: number, data: Uint8Array): void {
    this.#begin(id, data.length)
    this.#bytes.set(data, this.#at)
    this.#at += data.length
  }

  /** A record of numbers of two bytes each. */
  words(id: number, ...words: number[]): void {
    this.#begin(id, words.length * 2)
    for (const word of words) this.#at = this.#bytes.writeUInt16LE(word, this.#at)
  }

  /** A cell of which the text stands in the table. */
  label(row: number, column: number, look: number, text: number): void {
    this.words(RECORD.SHARED_LABEL, row, column, look, text & 0xffff, text >>> 16)
  }

  /** No text is cut in two: one that does not fit begins the next record. */
  texts(texts: Iterable<string>, unique: number, used: number): void {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(used, 0)
    head.writeUInt32LE(unique, 4)
    let id: number = RECORD.SHARED_TEXTS
    let pieces: Buffer[] = [head]
    let length = head.length
    const end = () => this.record(id, Buffer.concat(pieces))
    for (const text of texts) {
      const bytes = textBytes(text, 2)
      if (bytes.length > MAX_RECORD) throw new RangeError('a text is longer than a cell of an .xls can be')
      if (length + bytes.length > MAX_RECORD) {
        end()
        id = RECORD.CONTINUE
        pieces = []
        length = 0
      }
      pieces.push(bytes)
      length += bytes.length
    }
    end()
  }

  /** Where the sheet begins is known behind the record that names it. */
  put(value: number, at: number): void {
    this.#bytes.writeUInt32LE(value, at)
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  #begin(id: number, length: number): void {
    if (this.#at + length + 4 > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#at + length + 4))
      this.#bytes.copy(larger, 0, 0, this.#at)
      this.#bytes = larger
    }
    this.#at = this.#bytes.writeUInt16LE(id, this.#at)
    this.#at = this.#bytes.writeUInt16LE(length, this.#at)
  }
}

/** Its length in so many bytes, whether it takes two bytes a character, and the characters: one byte each for digits and Latin letters. */
export function textBytes(text: string, lengthBytes: 1 | 2): Buffer {
  const isWide = !/^[ -~]*$/.test(text)
  const bytes = Buffer.alloc(lengthBytes + 1 + text.length * (isWide ? 2 : 1))
  bytes.writeUIntLE(text.length, 0, lengthBytes)
  bytes[lengthBytes] = isWide ? 1 : 0
  bytes.write(text, lengthBytes + 1, isWide ? 'utf16le' : 'latin1')
  return bytes
}
