// Looks up whole batches that a debit or a list may pay, and their rows.

import type { BatchRows, BatchSums, FileSums } from '@paywages/domain/bank-statements/whole-batch.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { BatchStates } from '@paywages/wire/bank-statements/shapes.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Of the provider's batches with a payout in these days, all their payouts together. */
export async function batchSums(tx: Tx, providerId: number, from: Date, to: Date): Promise<BatchSums[]> {
  const { rows } = await sql<Omit<BatchSums, 'files'>>`
    with paid as (
      select r.batch_id, array_agg(distinct (r.payout_at at time zone 'Asia/Shanghai')::date::text) as days from payout_lines r
      where r.payout_provider_id = ${providerId} and r.payout_at >= ${from} and r.payout_at < ${to} group by r.batch_id)
    select p.batch_id::float8 as "batchId", count(*)::int as "sentCount",
      sum(t.amount_fen - t.tax_fen - t.vat_fen)::bigint as "sentFen",
      (count(*) filter (where t.state in ('succeeded', 'returned')))::int as "paidCount",
      coalesce(sum(t.amount_fen - t.tax_fen - t.vat_fen) filter (where t.state in ('succeeded', 'returned')), 0)::bigint as "paidFen", p.days
    from paid p join row_transfers t on t.batch_id = p.batch_id
    where t.state <> 'reserved' group by p.batch_id, p.days`.execute(tx)
  const files = await fileSums(
    tx,
    rows.map(({ batchId }) => batchId),
  )
  return rows.map((row) => ({ ...row, files: files.get(row.batchId) ?? [] }))
}

/** By batch, what each of its live bank files came to; a batch that was sent has none. */
async function fileSums(tx: Tx, batchIds: readonly number[]): Promise<Map<number, FileSums[]>> {
  const byBatch = new Map<number, FileSums[]>()
  if (batchIds.length === 0) return byBatch
  const { rows } = await sql<FileSums & { batchId: number }>`
    select f.batch_id::float8 as "batchId", f.bank_file_id as "fileId", count(*)::int as "sentCount",
      sum(t.amount_fen - t.tax_fen - t.vat_fen)::bigint as "sentFen",
      (count(*) filter (where t.state in ('succeeded', 'returned')))::int as "paidCount",
      coalesce(sum(t.amount_fen - t.tax_fen - t.vat_fen) filter (where t.state in ('succeeded', 'returned')), 0)::bigint as "paidFen"
    from file_payouts f join row_transfers t on t.row_id = f.row_id
    where f.batch_id = any(${batchIds.map(BigInt)}::bigint[]) and t.state <> 'reserved'
    group by f.batch_id, f.bank_file_id order by f.bank_file_id`.execute(tx)
  for (const { batchId, ...sums } of rows) byBatch.set(batchId, [...(byBatch.get(batchId) ?? []), sums])
  return byBatch
}

export type BatchRow = {
  readonly rowId: bigint
  readonly batchId: number
  readonly name: string
  readonly cardHash: string
  readonly sealed: string
  readonly netFen: Fen
}

/** How the payouts of whole batches stand today, by the line that pays them. */
export async function batchStates(tx: Tx, lineIds: readonly number[]): Promise<Map<number, BatchStates>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<BatchStates & { lineId: number }>`
    with paid as (
      select line_id, row_id from statement_lines where line_id = any(${[...lineIds]}::bigint[])
      union all select line_id, row_id from statement_batch_rows where line_id = any(${[...lineIds]}::bigint[]))
    select p.line_id::float8 as "lineId", (count(*) filter (where t.state = 'failed'))::int as failed,
      (count(*) filter (where t.state = 'returned'))::int as returned,
      (count(*) filter (where t.state not in ('succeeded', 'failed', 'returned')))::int as open
    from paid p join row_transfers t on t.row_id = p.row_id group by p.line_id`.execute(tx)
  return new Map(rows.map(({ lineId, ...states }) => [lineId, states]))
}

/** In the order of the sheet. */
export async function batchRows(tx: Tx, { batchId, rows: which, files }: BatchRows): Promise<BatchRow[]> {
  const arrived = which === 'paid' ? sql`and t.state in ('succeeded', 'returned')` : sql``
  const inFiles =
    files === undefined
      ? sql``
      : sql`and r.row_id in (select f.row_id from file_payouts f where f.bank_file_id = any(${[...files]}::int[]))`
  const { rows } = await sql<BatchRow>`
    select r.row_id as "rowId", r.batch_id::float8 as "batchId", r.name, r.card_hash as "cardHash", r.sealed, r.amount_fen - r.tax_fen - r.vat_fen as "netFen"
    from payout_lines r join row_transfers t on t.row_id = r.row_id
    where r.batch_id = ${BigInt(batchId)} and t.state <> 'reserved' ${arrived} ${inFiles} order by r.row_number`.execute(
    tx,
  )
  return rows
}
