// How many people of a batch were paid, and how many were not: told by its kept counts wherever these settle it.

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

type Counted = {
  readonly batchId: number
  /** Distinct people of the rows that are paid. */
  readonly people: number
  readonly payableCount: number
  readonly succeededCount: number
  readonly failedCount: number
}

type Sides = { readonly succeededPeople: number; readonly failedPeople: number }

export async function withPeople<B extends Counted>(tx: Tx, batches: readonly B[]): Promise<(B & Sides)[]> {
  const open = batches.filter((batch) => sidesByCounts(batch) === undefined)
  const counted = await countSides(
    tx,
    open.map(({ batchId }) => batchId),
  )
  return batches.map((batch) => ({
    ...batch,
    ...(sidesByCounts(batch) ?? counted.get(batch.batchId) ?? { succeededPeople: 0, failedPeople: 0 }),
  }))
}

/** Undefined only where someone has several rows and the rows ended in different ways. */
function sidesByCounts({ people, payableCount, succeededCount, failedCount }: Counted): Sides | undefined {
  const side = (rows: number): number | undefined => {
    if (rows === 0 || people === payableCount) return rows
    return rows === payableCount ? people : undefined
  }
  const [succeededPeople, failedPeople] = [side(succeededCount), side(failedCount)]
  return succeededPeople === undefined || failedPeople === undefined
    ? undefined
    : { succeededPeople, failedPeople }
}

/** By the rows themselves, which the index on their batch finds. */
async function countSides(tx: Tx, batchIds: readonly number[]): Promise<ReadonlyMap<number, Sides>> {
  if (batchIds.length === 0) return new Map()
  const { rows } = await sql<Sides & { batchId: number }>`
    select batch_id::float8 as "batchId", count(distinct id_hash) filter (where status = 'succeeded')::int as "succeededPeople",
      count(distinct id_hash) filter (where status = 'failed')::int as "failedPeople"
    from payout_rows where batch_id = any(${batchIds.map(BigInt)}::bigint[]) and status in ('succeeded', 'failed')
    group by batch_id`.execute(tx)
  return new Map(rows.map(({ batchId, ...sides }) => [batchId, sides]))
}
