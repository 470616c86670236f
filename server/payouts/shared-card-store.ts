// With whom the rows of a page share their card: others of the same batch, as the upload found them.

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import type { DetailRow } from '@paywages/wire/payouts/shapes.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { RowRecord, RowsBatch } from './row-store.ts'

/** The first of them in the sheet, and how many people they are. */
export type Sharers = NonNullable<DetailRow['warnings'][number]['others']>

const SHARED = WARNING_BITS['card-shared']

/** By row. The batch is read once for all cards of the page, and not at all where none is shared. */
export async function sharersOf(
  tx: Tx,
  { batchId, firstRowId, lastRowId }: Pick<RowsBatch, 'batchId' | 'firstRowId' | 'lastRowId'>,
  page: readonly Pick<RowRecord, 'rowId' | 'warningMask'>[],
): Promise<ReadonlyMap<number, Sharers>> {
  const ids = page.filter(({ warningMask }) => (warningMask & SHARED) !== 0).map(({ rowId }) => BigInt(rowId))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Sharers & { rowId: number }>`
    with asked as (select r.row_id, r.id_hash, r.card_hash from payout_rows r where r.row_id = any(${ids}::bigint[])),
    holders as materialized (
      select r.card_hash, r.id_hash, min(r.row_id) as first_id, count(*) over (partition by r.card_hash) as people,
        row_number() over (partition by r.card_hash order by min(r.row_id)) as place
      from payout_rows r
      where r.batch_id = ${BigInt(batchId)} and r.row_id between ${firstRowId ?? 0} and ${lastRowId ?? Number.MAX_SAFE_INTEGER}
        and r.card_hash in (select a.card_hash from asked a)
      group by r.card_hash, r.id_hash)
    select distinct on (a.row_id) a.row_id::float8 as "rowId", o.row_number as row, o.name, (h.people - 1)::int as people
    from asked a join holders h on h.card_hash = a.card_hash and h.id_hash <> a.id_hash and h.place <= 2 join payout_rows o on o.row_id = h.first_id
    order by a.row_id, h.first_id`.execute(tx)
  return new Map(rows.map(({ rowId, ...sharers }) => [rowId, sharers]))
}
