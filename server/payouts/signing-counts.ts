// What a person's signing, and its end, changes in the batches that pay them: how many are unsigned, and who is pointed out for it (D22).

import { WARNING_BITS } from '@paywages/domain/payouts/warning-mask.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type Payee = { readonly providerId: number; readonly idHash: string }

/**
 * Their batches, under lock in their order. Rows come after it, and only where no transfer holds them first: before the start.
 * Not their keys: an invitation that holds the person names its batch, and would wait for us in a circle.
 */
export async function lockBatchesOf(tx: Tx, { providerId, idHash }: Payee): Promise<bigint[]> {
  const { rows } = await sql<{ batchId: bigint }>`
    select b.batch_id as "batchId" from payout_batches b
    where b.batch_id in (select r.batch_id from payout_rows r
      where r.provider_id = ${providerId} and r.id_hash = ${idHash} and not r.cancelled)
    order by b.batch_id for no key update`.execute(tx)
  return rows.map(({ batchId }) => batchId)
}

/** As recountPayable would find it, without reading a hundred thousand rows. */
export async function countSigned(tx: Tx, payee: Payee, batchIds: readonly bigint[]): Promise<void> {
  await sql`
    update payout_batches set unsigned_count = greatest(unsigned_count - 1, 0)
    where batch_id = any(${[...batchIds]}::bigint[])`.execute(tx)
  await pointOut(tx, payee, batchIds, false)
}

/** The other way round: the contract has ended. */
export async function countUnsigned(tx: Tx, payee: Payee, batchIds: readonly bigint[]): Promise<void> {
  await sql`
    update payout_batches set unsigned_count = least(unsigned_count + 1, people_count)
    where batch_id = any(${[...batchIds]}::bigint[])`.execute(tx)
  await pointOut(tx, payee, batchIds, true)
}

const UNSIGNED = sql.lit(WARNING_BITS.unsigned)

/** Auditor and reviewer see who is unsigned now; what was started is history. Cancelled rows change too, and count nowhere. */
async function pointOut(
  tx: Tx,
  { providerId, idHash }: Payee,
  batchIds: readonly bigint[],
  isUnsigned: boolean,
): Promise<void> {
  const mask = isUnsigned ? sql`r.warning_mask | ${UNSIGNED}` : sql`r.warning_mask & ~${UNSIGNED}`
  await sql`
    with changed as (
      update payout_rows r set warning_mask = ${mask} from payout_batches b
      where b.batch_id = r.batch_id and b.batch_id = any(${[...batchIds]}::bigint[]) and b.status in ('auditing', 'reviewing', 'ready')
        and r.provider_id = ${providerId} and r.id_hash = ${idHash} and r.warning_mask <> ${mask}
      returning r.batch_id, r.cancelled, (new.warning_mask <> 0)::int - (old.warning_mask <> 0)::int as warned
    ), moved as (
      select batch_id, (${isUnsigned ? 1 : -1} * count(*))::int as unsigned, sum(warned)::int as warned
      from changed where not cancelled group by 1
    )
    update payout_batches b set warned_count = b.warned_count + m.warned,
      warning_counts = (b.warning_counts - 'unsigned') || case when coalesce((b.warning_counts->>'unsigned')::int, 0) + m.unsigned > 0
        then jsonb_build_object('unsigned', coalesce((b.warning_counts->>'unsigned')::int, 0) + m.unsigned) else '{}' end
    from moved m where m.batch_id = b.batch_id`.execute(tx)
}
