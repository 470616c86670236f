// Reads the entries of a zip that is whole in memory: as much of the format as an .xlsx of a customer needs.

import { inflateRawSync } from 'node:zlib'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
/** No payment file unfolds to more. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024

/** By name; undefined where it is no zip. */
export function readZip(bytes: Buffer): Map<string, Buffer> | undefined {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + END_BYTES > bytes.length || bytes.readUInt32LE(end) !== END_SIGNATURE)
    return undefined
  const entries = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(from, from + size)
    entries.set(name, method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: MAX_ENTRY_BYTES }))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}
