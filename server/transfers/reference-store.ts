// References and ids of transfers in the database: given by batch and row, unless the transfer is named otherwise (ADR 27, ADR 42).

import type { Fen } from '@paywages/domain/money/fen.ts'
import { ROWS_A_BATCH } from '@paywages/domain/payouts/row-ids.ts'
import { parseReference, type ReferenceParts } from '@paywages/domain/transfers/reference.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** What every statement joins that tells a transfer's reference or id: `t` is the transfer, `r` its row. */
export const NAMED = sql`join payout_lines r on r.row_id = t.row_id join batch_references b on b.batch_id = t.batch_id
  left join transfer_names n on n.row_id = t.row_id`
export const REFERENCE = sql<string>`coalesce(n.reference, 'PW' || b.batch_no || 'R' || r.row_number || 'X' || b.reference_mark)`
export const NET = sql<Fen>`(r.amount_fen - r.tax_fen - r.vat_fen)`
/** In its history, its postings and what people decided about it. */
export const TRANSFER_ID = sql<bigint>`coalesce(n.transfer_id, t.row_id)`

/** The rows that these references name, each with its reference; whether a transfer was made of it the caller asks. Ids of earlier releases tell no row number. */
export function rowsNamed(references: readonly string[]): RawBuilder<{ row_id: bigint; reference: string }> {
  // A sign that no text of the database holds is in none of ours.
  const possible = references.filter((reference) => !reference.includes('\0'))
  const parts = possible.flatMap((reference) => {
    const parsed = parseReference(reference)
    return parsed ? [{ reference, ...parsed }] : []
  })
  return sql`
    select n.row_id, n.reference from transfer_names n where n.reference = any(${possible}::text[])
    union all
    select r.row_id, w.reference
    from unnest(${parts.map((p) => p.reference)}::text[], ${parts.map((p) => p.batchNo)}::text[],
        ${parts.map((p) => p.rowNumber)}::int[], ${parts.map((p) => p.mark)}::text[]) w(reference, batch_no, row_number, mark)
      join batch_references b on b.batch_no = w.batch_no and b.reference_mark = w.mark
      cross join lateral (
        select l.row_id from payout_lines l where l.row_id = b.batch_id * ${sql.lit(ROWS_A_BATCH)} + w.row_number and l.batch_id = b.batch_id
        union all
        select l.row_id from payout_lines l
        where b.first_row_id < b.batch_id * ${sql.lit(ROWS_A_BATCH)} and l.batch_id = b.batch_id and l.row_number = w.row_number) r
    where not exists (select from transfer_names n where n.row_id = r.row_id and n.reference is not null)`
}

/** The transfers that these references name. */
export async function transfersNamed(tx: Tx, references: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ reference: string; rowId: bigint }>`
    select w.reference, w.row_id as "rowId" from (${rowsNamed(references)}) w join transfers t on t.row_id = w.row_id
    where t.state <> 'refused'`.execute(tx)
  return new Map(rows.map(({ reference, rowId }) => [reference, rowId]))
}

/** Of the rows of a batch whose reference does not follow from batch and row. */
export async function givenReferences(tx: Tx, batchId: bigint): Promise<Map<number, string>> {
  const { rows } = await sql<{ rowId: bigint; reference: string }>`
    select n.row_id as "rowId", n.reference from transfer_queues q join transfer_names n on n.row_id between q.first_row_id and q.last_row_id
      join transfers t on t.row_id = n.row_id and t.batch_id = q.batch_id
    where q.batch_id = ${batchId} and n.reference is not null order by n.row_id`.execute(tx)
  return new Map(rows.map(({ rowId, reference }) => [Number(rowId), reference]))
}

/** From which all others follow. */
export async function referencePartsOf(tx: Tx, batchId: bigint): Promise<Omit<ReferenceParts, 'rowNumber'>> {
  const { rows } = await sql<Omit<ReferenceParts, 'rowNumber'>>`
    select batch_no as "batchNo", reference_mark as mark from batch_references where batch_id = ${batchId}`.execute(
    tx,
  )
  if (!rows[0]) throw new Error(`there is no batch ${batchId}`)
  return rows[0]
}

/** Nobody was told the old ones. */
export async function changeReferences(
  tx: Tx,
  changes: readonly { readonly rowId: bigint; readonly reference: string }[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into transfer_names (row_id, reference)
    select t.row_id, w.reference
    from unnest(${changes.map((c) => c.rowId)}::bigint[], ${changes.map((c) => c.reference)}::text[]) w(id, reference)
      join transfers t on t.row_id = w.id join transfer_queues q on q.batch_id = t.batch_id
    where t.state = 'reserved' and t.row_id > q.position order by t.row_id
    on conflict (row_id) do update set reference = excluded.reference`.execute(tx)
}
