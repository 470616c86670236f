// The rows of a started batch whose money is set aside and not yet on its way, as bytes and opened in runs, for whoever writes them out whole.

import { type RawBuilder, sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { copyPieces } from '../adapters/postgres/copy-out.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { batchesBy } from './export-store.ts'
import { AT as EXPORTED_AT, ExportedRows } from './exported-rows.ts'
import { rowRangeOf } from './row-range-store.ts'

/** One piece of them, which stands at one row after the other. */
export type ReservedRows = ExportedRows

/** Up to the bank's name the columns are those of an export. */
export const RESERVED_AT = { ...EXPORTED_AT, net: 6, rowId: 7 } as const

async function reserved(tx: Tx, batchId: bigint): Promise<RawBuilder<unknown>> {
  const { first, last } = await rowRangeOf(tx, batchId)
  return sql`from payout_rows r join row_outcomes o on o.row_id = r.row_id
    where r.row_id between ${first} and ${last} and r.batch_id = ${batchId} and not r.cancelled and o.state = 'reserved'`
}

/** In the order of their ids; each piece is gone once the next is asked for. */
export async function* reservedRows(tx: Tx, cipher: Cipher, batchId: bigint): AsyncGenerator<ReservedRows> {
  const from = await reserved(tx, batchId)
  const rows = new ExportedRows(cipher, await batchesBy(tx, sql`b.batch_id = ${batchId}`))
  const query = sql`select r.row_number, r.batch_id, r.seal, r.sealed, r.name, r.bank, r.amount_fen - r.tax_fen - r.vat_fen, r.row_id
    ${from} order by r.row_id`
  for await (const piece of copyPieces(tx, query)) {
    rows.moveTo(piece)
    yield rows
  }
}

/** A moment that row versions are held against; read within a transaction that sees all its rows at once. */
export async function momentOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as moment`.execute(tx)
  return rows[0]?.moment ?? ''
}

/**
 * How many rows are still reserved, and whether one of them may have been written since that moment, to whatever value. What was
 * written while an older transaction was under way may be told as written, never the other way round.
 */
export async function reservedSince(
  tx: Tx,
  batchId: bigint,
  moment: string,
): Promise<{ readonly count: number; readonly isWritten: boolean }> {
  const { rows } = await sql<{ count: number; isWritten: boolean }>`
    select count(*)::int as count, coalesce(bool_or(age(r.xmin) <= age(${moment}::xid)), false) as "isWritten"
    ${await reserved(tx, batchId)}`.execute(tx)
  return rows[0] ?? { count: 0, isWritten: false }
}
