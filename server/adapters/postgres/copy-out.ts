// Reads a large result by binary COPY, as it comes: nothing is turned into text and parsed again on the way.

import type { RawBuilder } from 'kysely'
import { to } from 'pg-copy-streams'
import { CopiedRow } from './copied-row.ts'
import { connectionOf, type Tx } from './database.ts'
import type { GuardedClient } from './guarded-client.ts'

/** A signature of eleven bytes, flags, and the length of an extension that there is none of. */
const HEADER_BYTES = 19
const PIECE = 1_000
/** Sorts of a hundred thousand rows stay in memory. */
const WORK_MEMORY = '64MB'

/** Nothing else may be asked in the transaction until the rows are through; whoever leaves early loses its connection. */
export async function* copyOut<Row>(
  tx: Tx,
  query: RawBuilder<unknown>,
  read: (row: CopiedRow) => Row,
): AsyncGenerator<Row[]> {
  const client = connectionOf(tx) as unknown as GuardedClient
  const { statement, settings } = withoutParameters(query, tx)
  await client.query(
    `select ${settings.map(({ name }, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`,
    settings.map(({ value }) => value),
  )
  const stream = client.query(to(`copy (${statement}) to stdout (format binary)`))
  // Whoever left early does not hear that the connection was closed.
  stream.on('error', () => undefined)
  let isWhole = false
  try {
    const row = new CopiedRow()
    let rows: Row[] = []
    let rest: Buffer = Buffer.alloc(0)
    let skipped = HEADER_BYTES
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      client.heard()
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let at = Math.min(skipped, bytes.length)
      skipped -= at
      for (;;) {
        const end = row.moveTo(bytes, at)
        if (end === undefined || end < 0) break
        rows.push(read(row))
        at = end
      }
      rest = bytes.subarray(at)
      if (rows.length < PIECE) continue
      yield rows
      rows = []
    }
    isWhole = true
    if (rows.length > 0) yield rows
  } finally {
    if (!isWhole) client.hangUp()
  }
}

type Setting = { readonly name: string; readonly value: string }

/**
 * COPY knows no parameters. Numbers and times stand in the statement; texts, which may be a person's, are handed over as
 * settings of the transaction, so that none of them stands in a statement that a server may log.
 */
export function withoutParameters(
  query: RawBuilder<unknown>,
  tx: Tx,
): { readonly statement: string; readonly settings: readonly Setting[] } {
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
