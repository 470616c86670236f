// Batches whose numbers may go, and the data keys that go: seals and what was approved stay as they are, and open no more (ADR 146).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { BatchStatus } from '@paywages/domain/payouts/batch-status.ts'
import { sql } from 'kysely'
import { ERASED_KEY_ID } from '../adapters/personal-data/data-keys.ts'
import type { Tx } from '../adapters/postgres/database.ts'
import { BY_PIECES } from './content-hash.ts'

export type QuietBatch = {
  readonly batchId: number
  readonly batchNo: string
  readonly status: BatchStatus
  /** When it was uploaded, decided about or ended, or a payout of it last moved. */
  readonly lastAt: Date
  readonly ended: boolean
  /** Only where something was paid. */
  readonly paymentMonth: Month | null
  /** In the form before data keys, or approved by a hash that covers them. */
  readonly earlierForm: boolean
}

/** In the order of their ids behind one of them, with their numbers still there. Which somebody holds are passed over. */
export async function quietBatches(
  tx: Tx,
  providerId: number,
  among: { readonly before: Date; readonly after: number; readonly limit: number },
  lock?: 'lock',
): Promise<QuietBatch[]> {
  const { rows } = await sql<QuietBatch>`
    select b.batch_id::float8 as "batchId", b.batch_no as "batchNo", b.status,
      greatest(b.uploaded_at, b.ended_at, (select max(a.at) from payout_approvals a where a.batch_id = b.batch_id and a.step <> 'reseal'),
        (select max(o.payout_at) from payout_rows r join row_outcomes o on o.row_id = r.row_id
         where r.batch_id = b.batch_id and r.row_id between b.first_row_id and b.last_row_id)) as "lastAt",
      b.ended_at is not null as ended, case when b.succeeded_count > 0 then b.payment_month end as "paymentMonth",
      b.data_key is null or coalesce((select not starts_with(a.content_hash, ${BY_PIECES}) from payout_approvals a
        where a.batch_id = b.batch_id and a.content_hash is not null order by a.at desc, a.approval_id desc limit 1), false) as "earlierForm"
    from payout_batches b
    where b.provider_id = ${providerId} and b.batch_id > ${BigInt(among.after)} and b.uploaded_at < ${among.before}
      and b.data_key_id is distinct from ${ERASED_KEY_ID}
    order by b.batch_id limit ${among.limit} ${lock ? sql`for update of b skip locked` : sql``}`.execute(tx)
  return rows
}

/** Which of these batches have a row of one of these people. */
export async function batchesWith(
  tx: Tx,
  batchIds: readonly number[],
  idHashes: readonly string[],
): Promise<ReadonlySet<number>> {
  if (batchIds.length === 0 || idHashes.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select distinct batch_id::float8 as id from payout_rows
    where id_hash = any(${[...idHashes]}::uuid[]) and batch_id = any(${batchIds.map(BigInt)}::bigint[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function eraseDataKeys(tx: Tx, batchIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ data_key: Buffer.alloc(0), data_key_id: ERASED_KEY_ID })
    .where('batch_id', 'in', batchIds.map(BigInt))
    .execute()
}
