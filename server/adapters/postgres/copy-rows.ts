// Bulk insertion by COPY inside a transaction: three times as fast as UNNEST, ten times as fast as inserts.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { connectionOf, type Tx } from './database.ts'
import type { Tables } from './tables.ts'

export type CopyValue = string | number | bigint | boolean | null

/** Each row gives its values in the order of the columns; rows are pulled as fast as the database takes them. */
export async function copyRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
  rows: Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>,
): Promise<void> {
  await copyInto(tx, table, columns, rows)
}

/** The same into a temporary table, whose columns no generated type knows. */
export async function copyInto(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>,
): Promise<void> {
  const into = connectionOf(tx).query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(lines(rows), { objectMode: false, highWaterMark: 256 * 1024 }), into)
}

/** Lines go in larger pieces: one write a row would cost more than the row. */
async function* lines(
  rows: Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>,
): AsyncGenerator<string> {
  let piece = ''
  for await (const row of rows) {
    piece += `${row.map(field).join('\t')}\n`
    if (piece.length > 65_536) {
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function field(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return SPECIAL.test(value)
    ? value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : value
}
