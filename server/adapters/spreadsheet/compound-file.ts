// Reads the OLE compound file that holds an .xls: its directory and single streams, every step checked against the file's end.

import { damaged } from './sheet-refused.ts'

const MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const END_OF_CHAIN = 0xfffffffe
const FIRST_RESERVED = 0xfffffffa
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const HEADER_FAT_SECTORS = 109
const MINI_SECTOR_BYTES = 64
const MINI_CUTOFF_BYTES = 4096
const STORAGE = 1
const STREAM = 2
const ROOT = 5

type CompoundEntry = {
  readonly name: string
  readonly kind: number
  readonly first: number
  readonly size: number
}

export function isCompoundFile(head: Buffer): boolean {
  return head.length >= MARK.length && head.subarray(0, MARK.length).equals(MARK)
}

export class CompoundFile {
  #file: Buffer
  #sectorBytes: number
  #fat: Uint32Array
  #entries: readonly CompoundEntry[]

  constructor(file: Buffer) {
    if (file.length < HEADER_BYTES || !isCompoundFile(file)) throw damaged('no whole OLE header')
    const shift = file.readUInt16LE(30)
    if (shift !== 9 && shift !== 12) throw damaged('an impossible OLE sector size')
    this.#file = file
    this.#sectorBytes = 1 << shift
    this.#fat = this.#readFat()
    this.#entries = this.#readDirectory()
  }

  /** All streams and storages, wherever they lie. */
  get names(): readonly string[] {
    return this.#entries.filter(({ kind }) => kind === STREAM || kind === STORAGE).map(({ name }) => name)
  }

  stream(name: string): Buffer | undefined {
    const entry = this.#entries.find((one) => one.kind === STREAM && one.name === name)
    if (entry === undefined) return undefined
    if (entry.size > this.#file.length) throw damaged('an OLE stream is longer than the file')
    return entry.size < MINI_CUTOFF_BYTES ? this.#miniStream(entry) : this.#chain(entry.first, entry.size)
  }

  #sector(number: number): Buffer {
    const from = (number + 1) * this.#sectorBytes
    const to = from + this.#sectorBytes
    // The last sector of some writers is not padded.
    if (from >= this.#file.length) throw damaged('an OLE sector lies behind the end of the file')
    return this.#file.subarray(from, to)
  }

  #readFat(): Uint32Array {
    const file = this.#file
    const perSector = this.#sectorBytes / 4
    const most = Math.ceil(file.length / this.#sectorBytes)
    const count = file.readUInt32LE(44)
    if (count > most) throw damaged('the OLE table is longer than the file')
    const places: number[] = []
    for (let index = 0; index < Math.min(count, HEADER_FAT_SECTORS); index += 1) {
      places.push(file.readUInt32LE(76 + index * 4))
    }
    let next = file.readUInt32LE(68)
    for (let hops = 0; places.length < count && next < FIRST_RESERVED; hops += 1) {
      if (hops > most) throw damaged('the OLE table runs in a circle')
      const sector = this.#sector(next)
      for (let index = 0; index < perSector - 1 && places.length < count; index += 1) {
        places.push(sector.readUInt32LE(index * 4))
      }
      next = sector.readUInt32LE((perSector - 1) * 4)
    }
    const fat = new Uint32Array(places.length * perSector).fill(0xffffffff)
    places.forEach((place, index) => {
      const sector = this.#sector(place)
      for (let at = 0; at + 4 <= sector.length; at += 4)
        fat[index * perSector + at / 4] = sector.readUInt32LE(at)
    })
    return fat
  }

  /** The sectors from `first` on, joined; `size` cuts the padding of the last one. */
  #chain(first: number, size?: number): Buffer {
    const sectors: Buffer[] = []
    let at = first
    let bytes = 0
    while (at !== END_OF_CHAIN && (size === undefined || bytes < size)) {
      if (at >= this.#fat.length || sectors.length >= this.#fat.length) throw damaged('a broken OLE chain')
      const sector = this.#sector(at)
      sectors.push(sector)
      bytes += sector.length
      at = this.#fat[at] as number
    }
    if (size !== undefined && bytes < size) throw damaged('an OLE stream ends early')
    return Buffer.concat(sectors, size ?? bytes)
  }

  #readDirectory(): CompoundEntry[] {
    const bytes = this.#chain(this.#file.readUInt32LE(48))
    const entries: CompoundEntry[] = []
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const kind = bytes[at + 66] as number
      const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64)
      const name = bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2))
      if (kind === 0) continue
      entries.push({ name, kind, first: bytes.readUInt32LE(at + 116), size: bytes.readUInt32LE(at + 120) })
    }
    return entries
  }

  #miniStream(entry: CompoundEntry): Buffer {
    const root = this.#entries.find(({ kind }) => kind === ROOT)
    if (root === undefined) throw damaged('OLE without a root')
    const store = this.#chain(root.first, root.size)
    const table = this.#chain(this.#file.readUInt32LE(60))
    const parts: Buffer[] = []
    let at = entry.first
    for (let bytes = 0; bytes < entry.size; bytes += MINI_SECTOR_BYTES) {
      const from = at * MINI_SECTOR_BYTES
      if (from >= store.length || at * 4 + 4 > table.length) throw damaged('a broken small OLE chain')
      parts.push(store.subarray(from, from + MINI_SECTOR_BYTES))
      at = table.readUInt32LE(at * 4)
    }
    return Buffer.concat(parts, entry.size)
  }
}
