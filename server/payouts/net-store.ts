// The net amounts that sheets asked for, in the database: kept where gross ones were worked out of them.

import type { Fen } from '@paywages/domain/money/fen.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import { rowIdOf } from './row-ids.ts'

/** By the rows' numbers in the sheet. */
export async function insertNets(tx: Tx, batchId: number, nets: ReadonlyMap<number, Fen>): Promise<void> {
  if (nets.size === 0) return
  const rowIds = [...nets.keys()].map((rowNumber) => BigInt(rowIdOf(batchId, rowNumber)))
  await sql`
    insert into payout_row_nets (row_id, net_fen)
    select * from unnest(${rowIds}::bigint[], ${[...nets.values()]}::bigint[])`.execute(tx)
}

export async function netsOf(tx: Tx, rowIds: readonly number[]): Promise<ReadonlyMap<number, Fen>> {
  const { rows } = await sql<{ rowId: bigint; netFen: Fen }>`
    select row_id as "rowId", net_fen as "netFen" from payout_row_nets
    where row_id = any(${rowIds.map(BigInt)}::bigint[])`.execute(tx)
  return new Map(rows.map(({ rowId, netFen }) => [Number(rowId), netFen]))
}

export type StoredNet = {
  readonly idHash: string
  readonly amountFen: Fen
  readonly taxFen: Fen
  readonly vatFen: Fen
  readonly netFen: Fen
}

/** Of the rows that the batch would pay or has paid, in its order. */
export async function netsOfBatch(tx: Tx, batchId: number): Promise<StoredNet[]> {
  const { rows } = await sql<StoredNet>`
    select r.id_hash as "idHash", r.amount_fen as "amountFen", r.tax_fen as "taxFen", r.vat_fen as "vatFen", n.net_fen as "netFen"
    from payout_rows r join payout_row_nets n on n.row_id = r.row_id
    where r.batch_id = ${BigInt(batchId)} and not r.cancelled order by r.row_number`.execute(tx)
  return rows
}
