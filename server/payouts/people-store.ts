// How many people of a batch were paid and how many were not, where its counts of rows do not tell (D23).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type PeopleEnds = { readonly succeededPeople: number; readonly failedPeople: number }

/** By the rows themselves, which the index on their batch finds: a person stands on both sides who has a row on each. */
export async function countPeopleEnds(
  tx: Tx,
  batchIds: readonly number[],
): Promise<ReadonlyMap<number, PeopleEnds>> {
  if (batchIds.length === 0) return new Map()
  const { rows } = await sql<PeopleEnds & { batchId: number }>`
    select batch_id::float8 as "batchId", count(*) filter (where paid)::int as "succeededPeople", count(*) filter (where unpaid)::int as "failedPeople"
    from (select batch_id, bool_or(status = 'succeeded') as paid, bool_or(status = 'failed') as unpaid from payout_lines
      where batch_id = any(${batchIds.map(BigInt)}::bigint[]) and status in ('succeeded', 'failed') group by batch_id, id_hash) person
    group by batch_id`.execute(tx)
  return new Map(rows.map(({ batchId, ...ends }) => [batchId, ends]))
}

/** One ended batch whose people are not counted, held so that its rows do not move meanwhile and no other worker takes it too. */
export async function lockUncountedBatch(tx: Tx): Promise<number | undefined> {
  const row = await tx
    .selectFrom('payout_batches')
    .where('ended_at', 'is not', null)
    .where('succeeded_people', 'is', null)
    .whereRef('people_count', '<>', 'payable_count')
    .select(sql<number>`batch_id::float8`.as('batchId'))
    .orderBy('batch_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.batchId
}

export async function savePeopleEnds(tx: Tx, batchId: number, ends: PeopleEnds): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ succeeded_people: ends.succeededPeople, failed_people: ends.failedPeople })
    .where('batch_id', '=', BigInt(batchId))
    .execute()
}
