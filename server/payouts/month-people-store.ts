// The people of a batch with what it pays them and what they were paid this month, gathered once for limit and VAT (D16, ADR 39).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { VatPerson } from '@paywages/domain/tax/vat-withholding.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/**
 * As the temporary table month_people: what the batch pays (total), what its own company paid or has in flight (own_fen, own_vat_fen), and
 * what the platform's companies have (platform_fen). They are counted out first: of a batch that came after its last statistics the
 * planner would believe that it pays nobody, and go through everyone once for each.
 */
export async function gatherMonthPeople(
  tx: Tx,
  batchId: bigint,
  month: Month,
  only?: readonly string[],
): Promise<void> {
  await sql`drop table if exists batch_people, month_people`.execute(tx)
  await sql`create temporary table batch_people (id_hash uuid, total bigint) on commit drop`.execute(tx)
  await sql`
    insert into batch_people select r.id_hash, sum(r.amount_fen) from payout_lines r
    where r.batch_id = ${batchId} and r.status = 'processing'
      and (${only === undefined} or r.id_hash = any(${only ?? []}::uuid[])) group by 1`.execute(tx)
  await sql`analyze batch_people`.execute(tx)
  const isOwn = sql`r.provider_id = (select own.provider_id from payout_batches own where own.batch_id = ${batchId})`
  const isOnPlatform = sql`r.provider_id in (select p.provider_id from platform_providers p
    where p.platform_id = (select own.platform_id from payout_batches own where own.batch_id = ${batchId}))`
  await sql`
    create temporary table month_people on commit drop as
    select people.id_hash, people.total, coalesce(sum(r.amount_fen) filter (where b.batch_id is not null and r.own), 0)::bigint as own_fen,
      coalesce(sum(r.vat_fen) filter (where b.batch_id is not null and r.own), 0)::bigint as own_vat_fen,
      coalesce(sum(r.amount_fen) filter (where b.batch_id is not null and r.on_platform), 0)::bigint as platform_fen
    from batch_people people
      left join (select r.*, ${isOwn} as own, ${isOnPlatform} as on_platform from payout_lines r
          where ${isOwn} or ${isOnPlatform}) r
        on r.id_hash = people.id_hash and r.status in ('processing', 'succeeded') and r.batch_id <> ${batchId}
      left join payout_batches b on b.batch_id = r.batch_id and b.status = 'transferring' and b.payment_month = ${month}
    group by 1, 2`.execute(tx)
}

/** The same of people whom no batch pays yet; who was paid nothing is absent. */
export async function vatPeopleOf(
  tx: Tx,
  of: { readonly providerId: number; readonly platformId: number; readonly month: Month },
  idHashes: readonly string[],
): Promise<ReadonlyMap<string, VatPerson>> {
  const { rows } = await sql<VatPerson & { idHash: string }>`
    with paid as (
      select r.id_hash, r.amount_fen, r.vat_fen, r.provider_id = ${of.providerId} as own,
        r.provider_id in (select p.provider_id from platform_providers p where p.platform_id = ${of.platformId}) as on_platform
      from payout_lines r join payout_batches b on b.batch_id = r.batch_id and b.status = 'transferring' and b.payment_month = ${of.month}
      where r.id_hash = any(${[...idHashes]}::uuid[]) and r.status in ('processing', 'succeeded'))
    select id_hash as "idHash", coalesce(sum(amount_fen) filter (where on_platform), 0)::bigint as "platformPaidFen",
      coalesce(sum(amount_fen) filter (where own), 0)::bigint as "ownPaidFen",
      coalesce(sum(vat_fen) filter (where own), 0)::bigint as "ownWithheldFen"
    from paid where own or on_platform group by 1`.execute(tx)
  return new Map(rows.map(({ idHash, ...person }) => [idHash, person]))
}
