/** Writes and reads the plain tar (ustar) that a base backup is: any tar program unpacks it once it is unsealed. */

const BLOCK = 512
/** Eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1

export type TarEntry = {
  readonly name: string
  readonly folder?: boolean
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** A file that grows or shrinks while it is read keeps the size it had: what differs comes back out of the WAL. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, folder = false, size, content } of entries) {
    yield headerOf(name, folder, size)
    let left = size
    for await (const chunk of content) {
      const part = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(left, chunk.length))
      left -= part.length
      if (part.length > 0) yield part
      if (left === 0) break
    }
    for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536))
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headerOf(name: string, folder: boolean, size: number): Buffer {
  const bytes = Buffer.from(folder ? `${name}/` : name)
  if (bytes.length > 100) throw new Error(`a name too long for the archive: ${name}`)
  if (size > MAX_SIZE) throw new Error(`a file too large for the archive: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.set(bytes, 0)
  header.write(folder ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\x000000000\0', 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(folder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export type TarItem = { readonly name: string; readonly folder: boolean; readonly size: number }

/** Calls `take` for each entry in turn; it must read the content to its end. */
export async function readTar(
  source: AsyncIterable<Uint8Array>,
  take: (item: TarItem, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = openReader(source)
  for (;;) {
    const header = await reader.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const item = readHeader(header)
    await take(item, reader.upTo(item.size))
    await reader.exactly((BLOCK - (item.size % BLOCK)) % BLOCK)
  }
}

function readHeader(header: Buffer): TarItem {
  const text = (from: number, length: number) =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const stated = Number.parseInt(text(148, 8), 8)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (stated !== sum) throw new Error('the archive is damaged')
  const name = text(0, 100)
  // Only ever our own archive, and still nothing may be written beside its folder.
  if (name.startsWith('/') || name.split('/').includes('..')) throw new Error(`a strange name: ${name}`)
  const folder = text(156, 1) === '5'
  return { name: name.replace(/\/$/, ''), folder, size: Number.parseInt(text(124, 12), 8) }
}

function openReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let waiting: Buffer = Buffer.alloc(0)

  async function* upTo(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (waiting.length === 0) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('the archive is cut')
        waiting = Buffer.from(value.buffer, value.byteOffset, value.length)
      }
      const part = waiting.subarray(0, left)
      waiting = waiting.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  return {
    upTo,
    exactly: async (size: number) => {
      const parts: Buffer[] = []
      for await (const part of upTo(size)) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}
