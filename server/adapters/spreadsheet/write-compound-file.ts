// Puts one stream into an OLE compound file, the envelope of an .xls: header, sectors, their chain, a directory.

const SECTOR = 512
const HEADER_CHAINS = 109
const CHAINS_A_SECTOR = SECTOR / 4
const ENTRY = 128
/** Shorter streams lie elsewhere; one that is filled up to this never does. */
const MIN_STREAM = 4_096
const FREE = 0xffffffff
const END = 0xfffffffe
const CHAIN_SECTOR = 0xfffffffd
const LIST_SECTOR = 0xfffffffc
const ROOT = 5
const STREAM = 2

/** What lies where: the stream, the directory, the chains, and lists of chains that the header has no room for. */
function planFor(streamSectors: number) {
  let chains = 1
  let lists = 0
  for (;;) {
    const all = streamSectors + 1 + chains + lists
    const wanted = Math.ceil(all / CHAINS_A_SECTOR)
    const wantedLists = Math.ceil(Math.max(0, wanted - HEADER_CHAINS) / (CHAINS_A_SECTOR - 1))
    if (wanted <= chains && wantedLists <= lists) return { chains, lists, all }
    chains = Math.max(chains, wanted)
    lists = Math.max(lists, wantedLists)
  }
}

export function compoundFile(name: string, content: Buffer): Buffer {
  const size = Math.max(MIN_STREAM, Math.ceil(content.length / SECTOR) * SECTOR)
  const streamSectors = size / SECTOR
  const { chains, lists, all } = planFor(streamSectors)
  const directoryAt = streamSectors
  const chainsAt = directoryAt + 1
  const listsAt = chainsAt + chains
  const file = Buffer.alloc(SECTOR * (1 + all))
  const sector = (number: number) => file.subarray(SECTOR * (1 + number), SECTOR * (2 + number))

  writeHeader(file, { chains, directoryAt, chainsAt, lists, listsAt })
  content.copy(file, SECTOR)
  writeEntry(sector(directoryAt), 0, { name: 'Root Entry', kind: ROOT, first: END, size: 0, child: 1 })
  writeEntry(sector(directoryAt), 1, { name, kind: STREAM, first: 0, size, child: FREE })
  for (const empty of [2, 3])
    for (const at of [68, 72, 76]) sector(directoryAt).writeUInt32LE(FREE, empty * ENTRY + at)

  const table = file.subarray(SECTOR * (1 + chainsAt), SECTOR * (1 + listsAt)).fill(0xff)
  const follow = (number: number, next: number) => table.writeUInt32LE(next, number * 4)
  for (let at = 0; at < streamSectors; at += 1) follow(at, at + 1 === streamSectors ? END : at + 1)
  follow(directoryAt, END)
  for (let at = 0; at < chains; at += 1) follow(chainsAt + at, CHAIN_SECTOR)
  for (let at = 0; at < lists; at += 1) {
    follow(listsAt + at, LIST_SECTOR)
    const list = sector(listsAt + at).fill(0xff)
    const from = HEADER_CHAINS + at * (CHAINS_A_SECTOR - 1)
    for (let n = 0; n < CHAINS_A_SECTOR - 1 && from + n < chains; n += 1)
      list.writeUInt32LE(chainsAt + from + n, n * 4)
    list.writeUInt32LE(at + 1 === lists ? END : listsAt + at + 1, SECTOR - 4)
  }
  return file
}

type Places = Record<'chains' | 'directoryAt' | 'chainsAt' | 'lists' | 'listsAt', number>

function writeHeader(file: Buffer, { chains, directoryAt, chainsAt, lists, listsAt }: Places): void {
  file.write('d0cf11e0a1b11ae1', 0, 'hex')
  file.writeUInt16LE(0x3e, 24)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  // Sectors of 512 bytes, small ones of 64.
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(chains, 44)
  file.writeUInt32LE(directoryAt, 48)
  file.writeUInt32LE(MIN_STREAM, 56)
  file.writeUInt32LE(END, 60)
  file.writeUInt32LE(lists === 0 ? END : listsAt, 68)
  file.writeUInt32LE(lists, 72)
  file.fill(0xff, 76, SECTOR)
  for (let at = 0; at < Math.min(chains, HEADER_CHAINS); at += 1)
    file.writeUInt32LE(chainsAt + at, 76 + at * 4)
}

type Entry = {
  readonly name: string
  readonly kind: number
  readonly first: number
  readonly size: number
  readonly child: number
}

function writeEntry(directory: Buffer, index: number, { name, kind, first, size, child }: Entry): void {
  const at = index * ENTRY
  directory.write(name, at, 'utf16le')
  directory.writeUInt16LE((name.length + 1) * 2, at + 64)
  directory[at + 66] = kind
  // Black, of the tree that it is.
  directory[at + 67] = 1
  directory.writeUInt32LE(FREE, at + 68)
  directory.writeUInt32LE(FREE, at + 72)
  directory.writeUInt32LE(child, at + 76)
  directory.writeUInt32LE(first, at + 116)
  directory.writeUInt32LE(size, at + 120)
}
