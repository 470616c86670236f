// Reads the texts of an .xls: short ones inside records, and the shared table that runs over several.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import { bomb, damaged } from './sheet-refused.ts'

const WIDE = 0x01
const PHONETIC = 0x04
const RICH = 0x08

/** A text with its length in one or two bytes in front; cut short when the record ends. */
export function readText(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const length = lengthBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at)
  const flags = data.readUInt8(at + lengthBytes)
  let from = at + lengthBytes + 1
  if (flags & RICH) from += 2
  if (flags & PHONETIC) from += 4
  const isWide = (flags & WIDE) !== 0
  const to = from + length * (isWide ? 2 : 1)
  if (to > data.length) throw damaged('a text is longer than its record')
  return data.toString(isWide ? 'utf16le' : 'latin1', from, to)
}

/** The shared table: `blocks` are its record and those that continue it, which may cut a text anywhere. */
export function readSharedTexts(blocks: readonly Buffer[], most: number, fonts?: StruckFonts): string[] {
  const reader = new BlockReader(blocks)
  reader.skip(4)
  const count = reader.uint32()
  if (count > most) throw bomb('too many shared texts')
  const texts: string[] = []
  // The count is a claim; the bytes decide.
  while (texts.length < count && !reader.isAtEnd) texts.push(readSharedText(reader, fonts))
  if (texts.length < count) throw damaged('the table of texts ends early')
  return texts
}

/** Which fonts strike out what is written in them. */
export type StruckFonts = { readonly areStruck: boolean; isStruck(font: number): boolean }

function readSharedText(reader: BlockReader, fonts: StruckFonts | undefined): string {
  let left = reader.uint16()
  let isWide = setWidth(reader.uint8())
  const flags = reader.lastByte
  const runs = flags & RICH ? reader.uint16() : 0
  const extra = flags & PHONETIC ? reader.uint32() : 0
  let text = ''
  while (left > 0) {
    if (reader.leftInBlock === 0) {
      reader.nextBlock()
      // Each continuation says again how wide its characters are.
      isWide = setWidth(reader.uint8())
    }
    const width = isWide ? 2 : 1
    const take = Math.min(left, Math.floor(reader.leftInBlock / width))
    if (take === 0) throw damaged('a text is cut inside a character')
    text += reader.take(take * width, isWide)
    left -= take
  }
  if (runs === 0 || !fonts?.areStruck) {
    reader.skip(runs * 4 + extra)
    return text
  }
  const shown = withRuns(text, runs, reader, fonts)
  reader.skip(extra)
  return shown
}

/** Each run tells where it begins and its font, and reaches to the next. */
function withRuns(text: string, runs: number, reader: BlockReader, fonts: StruckFonts): string {
  let shown = ''
  let from = 0
  let isStruck = false
  const take = (to: number) => {
    const piece = text.slice(from, to)
    shown += isStruck && piece !== '' ? STRUCK.from + piece + STRUCK.to : piece
    from = Math.max(from, to)
  }
  for (let run = 0; run < runs; run += 1) {
    take(reader.uint16())
    isStruck = fonts.isStruck(reader.uint16())
  }
  take(text.length)
  return shown
}

const setWidth = (flags: number): boolean => (flags & WIDE) !== 0

class BlockReader {
  lastByte = 0
  #blocks: readonly Buffer[]
  #index = 0
  #at = 0

  constructor(blocks: readonly Buffer[]) {
    this.#blocks = blocks
  }

  get #block(): Buffer {
    const block = this.#blocks[this.#index]
    if (block === undefined) throw damaged('the table of texts ends early')
    return block
  }

  get leftInBlock(): number {
    return this.#block.length - this.#at
  }

  get isAtEnd(): boolean {
    while (this.#index < this.#blocks.length && this.leftInBlock === 0) this.nextBlock()
    return this.#index >= this.#blocks.length
  }

  nextBlock(): void {
    this.#index += 1
    this.#at = 0
  }

  uint8(): number {
    this.#ensure(1)
    this.lastByte = this.#block.readUInt8(this.#at)
    this.#at += 1
    return this.lastByte
  }

  uint16(): number {
    this.#ensure(2)
    this.#at += 2
    return this.#block.readUInt16LE(this.#at - 2)
  }

  uint32(): number {
    this.#ensure(4)
    this.#at += 4
    return this.#block.readUInt32LE(this.#at - 4)
  }

  take(bytes: number, isWide: boolean): string {
    const from = this.#at
    this.#at += bytes
    return this.#block.toString(isWide ? 'utf16le' : 'latin1', from, this.#at)
  }

  skip(bytes: number): void {
    let left = bytes
    while (left > 0) {
      if (this.isAtEnd) throw damaged('the table of texts ends early')
      const step = Math.min(left, this.leftInBlock)
      this.#at += step
      left -= step
    }
  }

  #ensure(bytes: number): void {
    if (this.leftInBlock === 0) this.nextBlock()
    if (this.leftInBlock < bytes) throw damaged('the table of texts is cut inside a number')
  }
}
