// The personal values of many rows as text in one piece of bytes, for whoever writes them out without a string of each.

import { Buffer } from 'node:buffer'
import { DIGITS, END, type PersonalFields, readFields } from './personal-fields.ts'

const FIELDS = ['idCardNo', 'phone', 'cardNo'] as const
const FIRST_BYTES = 65_536
/** Of each half byte: a digit or X; 0 where it is none. */
const CHARACTERS = new Uint8Array(16)
for (let digit = 0; digit < 10; digit += 1) CHARACTERS[digit] = 0x30 + digit
CHARACTERS[10] = 0x58

export type PersonalField = (typeof FIELDS)[number]
export const FIELD_NUMBER: Readonly<Record<PersonalField, number>> = { idCardNo: 0, phone: 1, cardNo: 2 }

export class FieldTexts {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #at = 0
  /** Of each row: where its three values begin and end. */
  #places: number[] = []

  /** Forgets all rows. */
  clear(): void {
    this.#at = 0
  }

  startOf(row: number, field: number): number {
    return this.#places[row * 4 + field] as number
  }

  endOf(row: number, field: number): number {
    return this.#places[row * 4 + field + 1] as number
  }

  /** As a seal holds them; false for bytes that no writer made. */
  readonly take = (row: number, plain: Buffer, start: number, end: number): boolean => {
    if (plain[start] === DIGITS) return this.#takeDigits(row, plain, start + 1, end)
    const fields = readFields(plain, start, end)
    if (fields) this.put(row, fields)
    return fields !== undefined
  }

  put(row: number, fields: PersonalFields): void {
    for (const [field, name] of FIELDS.entries()) {
      const text = fields[name]
      this.#roomFor(text.length * 3)
      this.#places[row * 4 + field] = this.#at
      this.#at += this.bytes.write(text, this.#at)
    }
    this.#places[row * 4 + 3] = this.#at
  }

  #takeDigits(row: number, plain: Buffer, start: number, end: number): boolean {
    this.#roomFor((end - start) * 2)
    const { bytes } = this
    let at = this.#at
    let field = 0
    this.#places[row * 4] = at
    for (let half = start * 2; half < end * 2; half += 1) {
      const byte = plain[half >> 1] as number
      const value = (half & 1) === 0 ? byte >> 4 : byte & 15
      if (value === END) {
        field += 1
        this.#places[row * 4 + field] = at
        if (field === 3) break
      } else {
        const character = CHARACTERS[value] as number
        if (character === 0) return false
        bytes[at] = character
        at += 1
      }
    }
    this.#at = at
    return field === 3
  }

  #roomFor(length: number): void {
    if (this.#at + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow((this.#at + length) * 2)
    larger.set(this.bytes.subarray(0, this.#at))
    this.bytes = larger
  }
}
