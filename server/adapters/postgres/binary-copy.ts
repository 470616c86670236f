// Bulk insertion by COPY in its binary form: numbers, uuids and bytes go as they are, in pieces of many rows.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { connectionOf, type Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** Signature, flags, and the length of an extension that there is none of. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])
/** Each piece holds whole rows as a CopyWriter of these columns gives them; an error in their making stops the COPY. */
export async function copyBinary<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  async function* whole() {
    yield HEADER
    yield* pieces
    yield END
  }
  const into = connectionOf(tx).query(
    from(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`),
  )
  await pipeline(Readable.from(whole(), { objectMode: false, highWaterMark: 256 * 1024 }), into)
}
