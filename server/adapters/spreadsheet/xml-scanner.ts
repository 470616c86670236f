// Cuts XML into tags and texts as its bytes arrive, without building anything: a sheet of 100,000 rows has millions of tags.

import { bomb, damaged } from './sheet-refused.ts'

/** What a part's reader hears. Names and attributes are asked of the scanner, only while it stands on their tag. */
export type XmlHandler = {
  open(scanner: XmlScanner): void
  close(scanner: XmlScanner): void
  text(scanner: XmlScanner, from: number, to: number, isRaw: boolean): void
}

const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const QUOTE = 0x22
const APOSTROPHE = 0x27
const EQUALS = 0x3d
const COLON = 0x3a
const AMPERSAND = 0x26

/** Of all bytes of a tag these alone are looked at; a table is faster than three comparisons. */
const ENDS_OR_QUOTES = new Uint8Array(256)
for (const byte of [GT, QUOTE, APOSTROPHE]) ENDS_OR_QUOTES[byte] = 1

/** A single tag or text never needs more: a cell holds 32,767 characters. */
const MAX_TOKEN_LENGTH = 1024 * 1024
const MAX_DEPTH = 64
/** Excel allows 32,767 characters in a cell. */
export const MAX_CELL_LENGTH = 100_000
const NOTHING = Buffer.alloc(0)

/** What toString('latin1') calls after checks that cost more than the call itself. */
type SlicingBuffer = Buffer & { latin1Slice(from: number, to: number): string }

/** A short name as a number, so that millions of tags are told apart without making strings. */
export function tagKey(name: string): number {
  return [...name].reduce((key, letter) => (key << 8) | letter.charCodeAt(0), 0)
}

export class XmlScanner {
  /** The local name, packed, when it has at most three letters; else 0. */
  key = 0
  bytes: Buffer = NOTHING
  valueFrom = 0
  valueTo = 0
  #handler: XmlHandler
  #rest: Buffer = NOTHING
  #depth = 0
  #begun = false
  #nameFrom = 0
  #nameTo = 0
  #tagTo = 0
  /** Behind the attribute that was found last. */
  #searchFrom = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(chunk: Buffer): void {
    if (this.#rest.length > MAX_TOKEN_LENGTH) throw bomb('an endless tag or text')
    this.bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (!this.#begun && this.bytes.length >= 4) this.#begin()
    this.#rest = this.bytes.subarray(this.#scan())
  }

  end(): void {
    if (this.#rest.some((byte) => byte > 0x20)) throw damaged('XML ends inside a tag or text')
    if (this.#depth !== 0 || !this.#begun) throw damaged('XML ends inside an element')
  }

  get name(): string {
    return this.bytes.toString('latin1', this.#nameFrom, this.#nameTo)
  }

  /** Finds an attribute and leaves its place in valueFrom and valueTo; a name like ":id" goes with any prefix. Begins behind the last one that was found: most are asked in the order in which they stand. */
  find(name: string): boolean {
    const from = this.#searchFrom
    return this.#findBetween(name, from, this.#tagTo) || this.#findBetween(name, this.#nameTo, from)
  }

  #findBetween(name: string, begin: number, end: number): boolean {
    const { bytes } = this
    let at = begin
    while (at < end) {
      while (at < end && (bytes[at] as number) <= 0x20) at += 1
      const from = at
      while (at < end && bytes[at] !== EQUALS) at += 1
      let nameEnd = at
      while (nameEnd > from && (bytes[nameEnd - 1] as number) <= 0x20) nameEnd -= 1
      at += 1
      while (at < end && (bytes[at] as number) <= 0x20) at += 1
      const quote = bytes[at]
      if (quote !== QUOTE && quote !== APOSTROPHE) return false
      at += 1
      const valueFrom = at
      while (at < end && bytes[at] !== quote) at += 1
      const nameFrom = name.charCodeAt(0) === COLON ? nameEnd - name.length : from
      if (nameEnd - nameFrom === name.length && nameFrom >= from && this.#spells(nameFrom, name)) {
        this.valueFrom = valueFrom
        this.valueTo = at
        this.#searchFrom = at + 1
        return true
      }
      at += 1
    }
    return false
  }

  attribute(name: string): string | undefined {
    return this.find(name) ? this.textAt(this.valueFrom, this.valueTo) : undefined
  }

  /** True for "1" and "true". */
  flag(name: string): boolean {
    const value = this.attribute(name)
    return value === '1' || value === 'true' || value === 'on'
  }

  /** The whole number that the bytes spell, or -1. */
  wholeAt(from: number, to: number): number {
    const { bytes } = this
    if (to <= from || to - from > 10) return -1
    let value = 0
    for (let at = from; at < to; at += 1) {
      const digit = (bytes[at] as number) - 48
      if (digit < 0 || digit > 9) return -1
      value = value * 10 + digit
    }
    return value
  }

  textAt(from: number, to: number, isRaw = false): string {
    const { bytes } = this
    let isAscii = true
    let hasEntity = false
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number
      if (byte >= 0x80) isAscii = false
      else if (byte === AMPERSAND) hasEntity = true
    }
    const text = isAscii ? (bytes as SlicingBuffer).latin1Slice(from, to) : bytes.toString('utf8', from, to)
    return hasEntity && !isRaw ? decodeEntities(text) : text
  }

  #begin(): void {
    const first = this.bytes.readUInt16BE(0)
    // UTF-16 and its kin: no spreadsheet program writes them, and byte-wise scanning would misread them.
    if (first === 0xfeff || first === 0xfffe || first === 0x003c || first === 0x3c00)
      throw damaged('XML is not UTF-8')
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb) this.bytes = this.bytes.subarray(3)
    this.#begun = true
  }

  /** Handles all whole tokens and returns where the first incomplete one begins. */
  #scan(): number {
    const { bytes } = this
    const { length } = bytes
    let at = 0
    while (at < length) {
      if (bytes[at] !== LT) {
        let to = at + 1
        while (to < length && bytes[to] !== LT) to += 1
        if (to === length) return at
        this.#handler.text(this, at, to, false)
        at = to
        continue
      }
      if (at + 1 >= length) return at
      const next = bytes[at + 1]
      const after = next === BANG || next === QUESTION ? this.#markup(at, next) : this.#tag(at)
      if (after < 0) return at
      at = after
    }
    return at
  }

  /** A tag from its < to behind its >, or -1 while that has not come; quotes may hide a >. */
  #tag(at: number): number {
    const { bytes } = this
    const { length } = bytes
    let to = at + 1
    for (; to < length; to += 1) {
      const byte = bytes[to] as number
      if (ENDS_OR_QUOTES[byte] === 0) continue
      if (byte === GT) break
      to += 1
      while (to < length && bytes[to] !== byte) to += 1
    }
    if (to >= length) return -1
    const isClosing = bytes[at + 1] === SLASH
    const isWhole = !isClosing && bytes[to - 1] === SLASH
    this.#tagTo = isWhole ? to - 1 : to
    this.#readName(isClosing ? at + 2 : at + 1)
    if (isClosing) this.#closeTag()
    else {
      this.#depth += 1
      if (this.#depth > MAX_DEPTH) throw bomb('XML nested too deep')
      this.#handler.open(this)
      if (isWhole) this.#closeTag()
    }
    return to + 1
  }

  #closeTag(): void {
    this.#depth -= 1
    if (this.#depth < 0) throw damaged('XML closes what it never opened')
    this.#handler.close(this)
  }

  #readName(from: number): void {
    const { bytes } = this
    let to = from
    let nameFrom = from
    let key = 0
    for (; to < this.#tagTo; to += 1) {
      const byte = bytes[to] as number
      if (byte <= 0x20) break
      if (byte === COLON) {
        nameFrom = to + 1
        key = 0
      } else key = (key << 8) | byte
    }
    if (to === nameFrom) throw damaged('XML tag without a name')
    this.key = to - nameFrom <= 3 ? key : 0
    this.#nameFrom = nameFrom
    this.#nameTo = to
    this.#searchFrom = to
  }

  /** A comment, CDATA or processing instruction; a document type is refused, so no entity can ever be declared. */
  #markup(at: number, kind: number): number {
    const { bytes } = this
    if (kind === QUESTION) return behind(bytes, '?>', at + 2)
    if (bytes.length - at < 9) return -1
    const start = bytes.toString('latin1', at, at + 9)
    if (start.startsWith('<!--')) return behind(bytes, '-->', at + 4)
    if (start !== '<![CDATA[') throw bomb('XML with a document type')
    const end = behind(bytes, ']]>', at + 9)
    if (end >= 0) this.#handler.text(this, at + 9, end - 3, true)
    return end
  }

  #spells(from: number, name: string): boolean {
    for (let index = 0; index < name.length; index += 1) {
      if (this.bytes[from + index] !== name.charCodeAt(index)) return false
    }
    return true
  }
}

function behind(bytes: Buffer, end: string, from: number): number {
  const at = bytes.indexOf(end, from, 'latin1')
  return at < 0 ? -1 : at + end.length
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-z]{2,4});/g, (whole, reference: string) => {
    if (!reference.startsWith('#')) return ENTITIES[reference] ?? whole
    const code = reference[1] === 'x' ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1))
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    return code > 0x10ffff || isSurrogate ? '\uFFFD' : String.fromCodePoint(code)
  })
}

/** Excel's own escape for characters that XML cannot hold: _x000D_ is a carriage return. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
