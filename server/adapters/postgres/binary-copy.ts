// Bulk insertion by COPY in its binary form: numbers, uuids and bytes go as they are, in pieces of many rows.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { connectionOf, type Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Signature, flags, and the length of an extension that there is none of. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])

/**
 * Each piece holds whole rows as a CopyWriter of these columns gives them; an error in their making stops the COPY. Pieces are given away:
 * the memory of one is free as soon as it is sent, not when the collector comes by, which it hardly does for bytes from another thread.
 */
export async function copyBinary<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const client = connectionOf(tx)
  const sent: ArrayBuffer[] = []
  async function* whole() {
    yield HEADER
    for await (const piece of pieces) {
      // Bytes that the socket still holds must stay where they are.
      if (bytesUnderWay() === 0) for (const memory of sent.splice(0)) memory.transfer(0)
      yield piece
      sent.push(piece.buffer)
    }
    yield END
  }
  const out = Readable.from(whole(), { objectMode: false, highWaterMark: 256 * 1024 })
  const into = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`))
  const bytesUnderWay = () =>
    out.readableLength + into.writableLength + client.connection.stream.writableLength
  await pipeline(out, into)
}
