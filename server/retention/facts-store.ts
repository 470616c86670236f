// What payouts, tax and transfers know that keeps personal data from being erased.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type PayoutFacts = {
  readonly lastPaidAt: Date | null
  /** Waits for approval, is at the bank, or in doubt. */
  readonly underWay: boolean
  /** The earliest month in which they were paid and that is not closed for tax. */
  readonly openMonth: Month | null
}

/** By the hash of the ID number; who stands in no batch is absent. */
export async function payoutFacts(
  tx: Tx,
  providerId: number,
  idHashes: readonly string[],
): Promise<ReadonlyMap<string, PayoutFacts>> {
  const { rows } = await sql<PayoutFacts & { idHash: string }>`
    select r.id_hash as "idHash", max(r.paid_at) as "lastPaidAt",
      bool_or(r.status = 'processing' and r.batch_status in ('auditing', 'reviewing', 'ready', 'transferring')) as "underWay",
      min(r.payment_month) filter (where r.status = 'succeeded' and c.month is null) as "openMonth"
    from person_payouts r left join closed_tax_months c on c.provider_id = r.provider_id and c.month = r.payment_month
    where r.provider_id = ${providerId} and r.id_hash = any(${[...idHashes]}::uuid[]) group by r.id_hash`.execute(
    tx,
  )
  return new Map(rows.map(({ idHash, ...facts }) => [idHash, facts]))
}

/** Those of these months that are not closed. */
export async function openMonths(
  tx: Tx,
  providerId: number,
  months: readonly Month[],
): Promise<ReadonlySet<Month>> {
  const { rows } = await sql<{ month: Month }>`
    select m.month from unnest(${[...months]}::text[]) m(month)
    where not exists (select 1 from closed_tax_months c where c.provider_id = ${providerId} and c.month = m.month)`.execute(
    tx,
  )
  return new Set(rows.map(({ month }) => month))
}

/** Of these batches, those that went by bank files, and those whose orders were fixed by an earlier formula. */
export async function orderFacts(
  tx: Tx,
  batchIds: readonly number[],
): Promise<{ readonly byFiles: ReadonlySet<number>; readonly earlier: ReadonlySet<number> }> {
  const ids = batchIds.map(BigInt)
  const { rows: byFiles } = await sql<{ id: number }>`
    select batch_id::float8 as id from batch_channels where channel = 'file' and batch_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  const { rows: earlier } = await sql<{ id: number }>`
    select batch_id::float8 as id from earlier_orders where batch_id = any(${ids}::bigint[])`.execute(tx)
  return { byFiles: new Set(byFiles.map(({ id }) => id)), earlier: new Set(earlier.map(({ id }) => id)) }
}
