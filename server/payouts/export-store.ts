// Rows for exports of any size: they come as bytes, in pieces and in bounded memory, and are written from these bytes.

import { sql } from 'kysely'
import type { Cipher } from '../adapters/personal-data/cipher.ts'
import { type CopyOptions, copyOut, copyPieces } from '../adapters/postgres/copy-out.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { inScope } from '../adapters/postgres/in-scope.ts'
import { everyOf } from '../adapters/postgres/list-page.ts'
import { conditions, type DetailFilter, isByPerson } from './detail-store.ts'
import { type ExportedBatch, ExportedRows } from './exported-rows.ts'
import { type RowFilter, rowsOf } from './row-store.ts'

/** In the order of `EXPORTED_COLUMNS`. */
const EXPORTED = sql`r.row_number, r.batch_id, s.seal, s.sealed, r.name, r.bank, r.amount_fen, r.fee_fen, r.tax_fen, r.vat_fen, r.month, r.remark,
  r.status, r.error, r.paid_at, r.payout_at`

/** `s` has the seals of the rows `r`. */
const FROM = sql`from payout_lines r join payout_rows s on s.row_id = r.row_id`

/** The rows of a batch, in the order of its sheet. */
export async function* rowPieces(
  tx: Tx,
  cipher: Cipher,
  batchId: number,
  filter: RowFilter,
): AsyncGenerator<ExportedRows> {
  const batches = await batchesBy(tx, sql`b.batch_id = ${BigInt(batchId)}`)
  const found = rowsOf(tx, batchId, filter).select('r.row_id')
  const query = sql`select ${EXPORTED} ${FROM} where r.row_id in (${found}) order by r.row_number`
  yield* pieces(tx, new ExportedRows(cipher, batches), query)
}

/** The payouts of all batches, newest first. */
export async function* detailPieces(
  tx: Tx,
  cipher: Cipher,
  filter: DetailFilter,
): AsyncGenerator<ExportedRows> {
  const { scope, providerId, status } = filter
  const own = everyOf([
    sql`b.status = 'transferring'`,
    inScope(scope, 'b.provider_id'),
    providerId !== undefined && sql`b.provider_id = ${providerId}`,
  ])
  const batches = await batchesBy(tx, own)
  const receipts = await rowsWithReceipts(tx, filter)
  const query = sql`select ${EXPORTED}, r.row_id ${FROM} where ${conditions(filter)} order by r.payout_at desc, r.row_id desc`
  // The few rows of a person, or those under way, are found by other indexes and sorted.
  const options = { byIndex: !isByPerson(filter) && status !== 'processing' }
  yield* pieces(tx, new ExportedRows(cipher, batches, receipts), query, options)
}

/** Asked once for all: looked up for each row they cost a seventh of the whole export, whether there is one or none. */
async function rowsWithReceipts(tx: Tx, filter: DetailFilter): Promise<ReadonlySet<number>> {
  const query = sql`select c.row_id from row_receipts c join payout_lines r on r.row_id = c.row_id where ${conditions(filter)}`
  const found = new Set<number>()
  for await (const piece of copyOut(tx, query, (row) => row.int8(0))) for (const id of piece) found.add(id)
  return found
}

async function* pieces(
  tx: Tx,
  rows: ExportedRows,
  query: ReturnType<typeof sql>,
  options?: CopyOptions,
): AsyncGenerator<ExportedRows> {
  for await (const piece of copyPieces(tx, query, options)) {
    rows.moveTo(piece)
    yield rows
  }
}

/** What all rows of a batch share is asked once: there are few batches beside their rows. */
export async function batchesBy(tx: Tx, found: ReturnType<typeof sql>): Promise<Map<number, ExportedBatch>> {
  const { rows } = await sql<ExportedBatch>`
    select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", p.name as "providerName", b.data_key as "dataKey", b.data_key_id as "dataKeyId"
    from payout_batches b join provider_names p on p.provider_id = b.provider_id where ${found}`.execute(tx)
  return new Map(rows.map((batch) => [batch.batchId, batch]))
}
