// Reads the entry names of a zip file from its two ends, refusing every zip that two readers could understand differently.

type ZipEnds = { readonly size: number; readonly head: Uint8Array; readonly tail: Uint8Array }
type ZipEntry = { readonly name: string; readonly localOffset: number; readonly next: number }

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
const DIRECTORY_END_BYTES = 22
const ENCRYPTED_FLAGS = 0x0001 | 0x0040 | 0x2000

/** The names in the central directory, or undefined when this is no plain, whole, unambiguous zip. */
export function readZipNames({ size, head, tail }: ZipEnds): readonly string[] | undefined {
  const tailView = viewOf(tail)
  if (head.length < 30 || viewOf(head).getUint32(0, true) !== LOCAL_HEADER) return undefined
  const endAt = findDirectoryEnd(tailView)
  if (endAt === undefined) return undefined

  const tailStart = size - tail.length
  const count = tailView.getUint16(endAt + 10, true)
  const directoryBytes = tailView.getUint32(endAt + 12, true)
  const directoryStart = tailView.getUint32(endAt + 16, true)
  const isWhole = tailView.getUint32(endAt + 4, true) === 0 && tailView.getUint16(endAt + 8, true) === count
  // An exact fit refuses data hidden before the directory. A directory that outgrows the tail has many
  // hundreds of entries: no invoice, contract or sheet has, an attack does.
  if (!isWhole || count === 0 || directoryStart + directoryBytes !== tailStart + endAt) return undefined
  if (directoryStart < tailStart) return undefined

  const names = new Set<string>()
  let first: ZipEntry | undefined
  let at = directoryStart - tailStart
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(tail, tailView, at, endAt)
    if (entry === undefined || names.has(entry.name) || !isPlainPath(entry.name)) return undefined
    if (entry.localOffset === 0) first = entry
    names.add(entry.name)
    at = entry.next
  }
  if (at !== endAt || first === undefined) return undefined
  // The file must begin with the entry that the directory says it begins with.
  const localName = latin(head.subarray(30, 30 + viewOf(head).getUint16(26, true)))
  return localName === first.name ? [...names] : undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function findDirectoryEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - DIRECTORY_END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== DIRECTORY_END) continue
    const comment = tail.getUint16(at + 20, true)
    return at + DIRECTORY_END_BYTES + comment === tail.byteLength ? at : undefined
  }
  return undefined
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, end: number): ZipEntry | undefined {
  if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return undefined
  if (view.getUint16(at + 8, true) & ENCRYPTED_FLAGS) return undefined
  const nameBytes = view.getUint16(at + 28, true)
  const next = at + 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (nameBytes === 0 || next > end) return undefined
  const name = latin(bytes.subarray(at + 46, at + 46 + nameBytes))
  return { name, localOffset: view.getUint32(at + 42, true), next }
}

// The names that decide are ASCII; the others only have to be told apart, which one character a byte does.
function latin(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

function isPlainPath(name: string): boolean {
  if (name.startsWith('/') || name.includes('\\') || name.includes('\0') || name.includes(':')) return false
  return !name.split('/').includes('..')
}
