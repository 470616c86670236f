// Holds a workbook's shared strings as packed bytes: half a million JavaScript strings would cost ten times the memory.

import { STRUCK } from '@paywages/domain/payouts/struck-text.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { bomb, damaged } from './sheet-refused.ts'
import { decodeEscapes, MAX_CELL_LENGTH, tagKey, type XmlHandler, type XmlScanner } from './xml-scanner.ts'

const SI = tagKey('si')
const T = tagKey('t')
const RPH = tagKey('rPh')
const RUN = tagKey('r')
const AMPERSAND = 0x26
const UNDERSCORE = 0x5f

const MAX_MADE = 256

/** What toString('utf8') calls after checks that cost as much as the call itself. */
type SlicingBuffer = Buffer & { utf8Slice(from: number, to: number): string }

/** `<strike/>` or `<dstrike/>` among what a run looks like, and not taken back. */
export function isStrike(scanner: XmlScanner): boolean {
  if (scanner.key !== 0 || (scanner.name !== 'strike' && scanner.name !== 'dstrike')) return false
  const value = scanner.attribute('val')
  return value !== '0' && value !== 'false'
}

export class SharedStrings implements XmlHandler {
  #limits: SheetLimits
  #bytes = Buffer.allocUnsafeSlow(64 * 1024) as SlicingBuffer
  #used = 0
  #ends = new Uint32Array(4096)
  #count = 0
  /** The first ones: what many rows repeat, such as banks and months, stands among them. */
  #made = new Array<string | undefined>(MAX_MADE).fill(undefined)
  #inText = false
  #inPhonetic = false
  /** Of the run of a rich text that is being read. */
  #isStruck = false

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  at(index: number): string {
    if (index < 0 || index >= this.#count) throw damaged('a cell points at no shared string')
    if (index >= MAX_MADE) return this.#make(index)
    this.#made[index] ??= this.#make(index)
    return this.#made[index]
  }

  #make(index: number): string {
    const from = index === 0 ? 0 : (this.#ends[index - 1] as number)
    return this.#bytes.utf8Slice(from, this.#ends[index] as number)
  }

  open(scanner: XmlScanner): void {
    if (scanner.key === T) {
      this.#inText = !this.#inPhonetic
      if (this.#isStruck) this.#write(STRUCK.from)
    } else if (isStrike(scanner)) this.#isStruck = true
    else if (scanner.key === RPH) this.#inPhonetic = true
  }

  close(scanner: XmlScanner): void {
    if (scanner.key === T) {
      if (this.#isStruck) this.#write(STRUCK.to)
      this.#inText = false
    } else if (scanner.key === RUN) this.#isStruck = false
    else if (scanner.key === RPH) this.#inPhonetic = false
    else if (scanner.key === SI) this.#endString()
  }

  /** The runs of a rich text simply follow each other. */
  text(scanner: XmlScanner, from: number, to: number, isRaw: boolean): void {
    if (!this.#inText) return
    const { bytes } = scanner
    let isPlain = true
    for (let at = from; at < to && isPlain; at += 1) {
      isPlain = bytes[at] !== AMPERSAND && bytes[at] !== UNDERSCORE
    }
    if (isPlain) {
      this.#reserve(to - from)
      this.#used += bytes.copy(this.#bytes, this.#used, from, to)
    } else {
      this.#write(decodeEscapes(scanner.textAt(from, to, isRaw)))
    }
  }

  #write(text: string): void {
    this.#reserve(text.length * 3)
    this.#used += this.#bytes.write(text, this.#used)
  }

  #endString(): void {
    const before = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number)
    if (this.#used - before > 3 * MAX_CELL_LENGTH) throw bomb('a shared string of endless text')
    if (this.#count >= this.#limits.sharedTexts) throw bomb('too many shared strings')
    if (this.#count === this.#ends.length) {
      const more = new Uint32Array(this.#count * 2)
      more.set(this.#ends)
      this.#ends = more
    }
    this.#ends[this.#count] = this.#used
    this.#count += 1
  }

  #reserve(bytes: number): void {
    const needed = this.#used + bytes
    if (needed <= this.#bytes.length) return
    const { sharedTextBytes } = this.#limits
    if (needed > sharedTextBytes) throw bomb('too much shared text')
    const more = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(this.#bytes.length * 2, sharedTextBytes)))
    this.#bytes.copy(more, 0, 0, this.#used)
    this.#bytes = more as SlicingBuffer
  }
}
