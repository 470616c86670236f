// Reads a large result by binary COPY, as it comes: nothing is turned into text and parsed again on the way.

import type { RawBuilder } from 'kysely'
import { CopiedRow } from './copied-row.ts'
import { COPY_DATA, CopyMessages, MESSAGE_HEAD } from './copy-messages.ts'
import { connectionOf, type Tx } from './database.ts'
import type { GuardedClient } from './guarded-client.ts'

/** A signature of eleven bytes, flags, and the length of an extension that there is none of. */
const HEADER_BYTES = 19
/** Sorts of a hundred thousand rows stay in memory. */
const WORK_MEMORY = '64MB'

/** Rows as they came together: where each begins, for `CopiedRow.moveTo`. */
export type CopiedPiece = { readonly bytes: Buffer; readonly starts: readonly number[] }

export type CopyOptions = {
  /**
   * Rows come in the order of an index: the first at once, and none is sorted. Only for queries that an index can order and that
   * most of its rows belong to.
   */
  readonly byIndex?: boolean
}

/** Nothing else may be asked in the transaction until the rows are through; whoever leaves early loses its connection. */
export async function* copyPieces(
  tx: Tx,
  query: RawBuilder<unknown>,
  { byIndex = false }: CopyOptions = {},
): AsyncGenerator<CopiedPiece> {
  const client = connectionOf(tx) as unknown as GuardedClient
  const { statement, settings } = withoutParameters(query, tx)
  if (byIndex) settings.push(...BY_INDEX)
  await client.query(
    `select ${settings.map(({ name }, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`,
    settings.map(({ value }) => value),
  )
  const messages = client.query(new CopyMessages(`copy (${statement}) to stdout (format binary)`))
  client.copying = true
  let isWhole = false
  let skipped = HEADER_BYTES
  try {
    for await (const bytes of messages) {
      client.heard()
      const starts: number[] = []
      for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
        if (bytes[at] !== COPY_DATA) continue
        const start = at + MESSAGE_HEAD + skipped
        skipped = 0
        // Behind the last row stands a count of columns that is none.
        if (bytes.readInt16BE(start) >= 0) starts.push(start)
      }
      if (starts.length > 0) yield { bytes, starts }
    }
    isWhole = true
  } finally {
    client.copying = false
    if (!isWhole) client.hangUp()
  }
}

/** The same, each row as `read` takes it. */
export async function* copyOut<Row>(
  tx: Tx,
  query: RawBuilder<unknown>,
  read: (row: CopiedRow) => Row,
): AsyncGenerator<Row[]> {
  const row = new CopiedRow()
  for await (const { bytes, starts } of copyPieces(tx, query))
    yield starts.map((start) => {
      row.moveTo(bytes, start)
      return read(row)
    })
}

type Setting = { readonly name: string; readonly value: string }

const BY_INDEX: readonly Setting[] = [
  { name: 'enable_sort', value: 'off' },
  { name: 'max_parallel_workers_per_gather', value: '0' },
]

/**
 * COPY knows no parameters. Numbers and times stand in the statement; texts, which may be a person's, are handed over as
 * settings of the transaction, so that none of them stands in a statement that a server may log.
 */
export function withoutParameters(
  query: RawBuilder<unknown>,
  tx: Tx,
): { readonly statement: string; readonly settings: Setting[] } {
  const { sql, parameters } = query.compile(tx)
  // The server's limit would count a slow reader's time as its own; ours counts from the last bytes that came.
  const settings: Setting[] = [
    { name: 'statement_timeout', value: '0' },
    { name: 'work_mem', value: WORK_MEMORY },
  ]
  const statement = sql.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1]
    if (typeof value === 'number' || typeof value === 'bigint') return `(${value})`
    if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
    const name = `paywages.copied_${number}`
    settings.push({ name, value: Array.isArray(value) ? arrayText(value) : String(value) })
    return `current_setting('${name}')`
  })
  return { statement, settings }
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
