// The people of a batch with what it pays them and what they were paid this month, gathered once for limit and VAT (D16, ADR 39).

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { VatPerson } from '@paywages/domain/tax/vat-withholding.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/** Who is paid by a batch, as something to select from: id_hash, total, own_fen, own_vat_fen, platform_fen. */
export type MonthPeople = {
  readonly everyone: RawBuilder<unknown>
  /** Who would be above the threshold with this batch. */
  above(thresholdFen: Fen): Promise<RawBuilder<unknown>>
}

type BatchToGather = { readonly batchId: number; readonly rowCount: number }

/** Up to so many, people go along with each statement: temporary tables cost more than all the rest of a small batch. */
export const FEW_PEOPLE = 500

/**
 * What the batch pays (total), what its own company paid or has in flight (own_fen, own_vat_fen), and what the platform's companies have
 * (platform_fen).
 */
export function gatherMonthPeople(
  tx: Tx,
  { batchId, rowCount }: BatchToGather,
  month: Month,
  only?: readonly string[],
  few = FEW_PEOPLE,
): Promise<MonthPeople> {
  const isFew = (only?.length ?? rowCount) <= few
  return (isFew ? gatherFew : gatherMany)(tx, BigInt(batchId), month, only)
}

const paidBy = (batchId: bigint, only: readonly string[] | undefined) => sql`
  select r.id_hash, sum(r.amount_fen)::bigint as total from payout_lines r
  where r.batch_id = ${batchId} and r.status = 'processing'
    and (${only === undefined} or r.id_hash = any(${only ?? []}::uuid[])) group by 1`

function monthOf(people: RawBuilder<unknown>, batchId: bigint, month: Month): RawBuilder<Gathered> {
  const isOwn = sql`r.provider_id = (select own.provider_id from payout_batches own where own.batch_id = ${batchId})`
  const isOnPlatform = sql`r.provider_id in (select p.provider_id from platform_providers p
    where p.platform_id = (select own.platform_id from payout_batches own where own.batch_id = ${batchId}))`
  return sql`
    select people.id_hash, people.total, coalesce(sum(r.amount_fen) filter (where b.batch_id is not null and r.own), 0)::bigint as own_fen,
      coalesce(sum(r.vat_fen) filter (where b.batch_id is not null and r.own), 0)::bigint as own_vat_fen,
      coalesce(sum(r.amount_fen) filter (where b.batch_id is not null and r.on_platform), 0)::bigint as platform_fen
    from ${people} people
      left join (select r.*, ${isOwn} as own, ${isOnPlatform} as on_platform from payout_lines r
          where ${isOwn} or ${isOnPlatform}) r
        on r.id_hash = people.id_hash and r.status in ('processing', 'succeeded') and r.batch_id <> ${batchId}
      left join payout_batches b on b.batch_id = r.batch_id and b.status = 'transferring' and b.payment_month = ${month}
    group by 1, 2`
}

type Gathered = {
  readonly id_hash: string
  readonly total: Fen
  readonly own_fen: Fen
  readonly own_vat_fen: Fen
  readonly platform_fen: Fen
}

async function gatherFew(
  tx: Tx,
  batchId: bigint,
  month: Month,
  only: readonly string[] | undefined,
): Promise<MonthPeople> {
  const { rows } = await monthOf(sql`(${paidBy(batchId, only)} offset 0)`, batchId, month).execute(tx)
  return {
    everyone: asRows(rows),
    above: async (thresholdFen) =>
      asRows(rows.filter(({ platform_fen, total }) => platform_fen + total > thresholdFen)),
  }
}

function asRows(people: readonly Gathered[]): RawBuilder<unknown> {
  const column = <K extends keyof Gathered>(name: K) => people.map((person) => person[name])
  return sql`(select * from unnest(${column('id_hash')}::uuid[], ${column('total')}::bigint[], ${column('own_fen')}::bigint[],
    ${column('own_vat_fen')}::bigint[], ${column('platform_fen')}::bigint[]) p(id_hash, total, own_fen, own_vat_fen, platform_fen))`
}

/**
 * By temporary tables. They are counted out first: of a batch that came after its last statistics the planner would believe that it pays
 * nobody, and go through everyone once for each.
 */
async function gatherMany(
  tx: Tx,
  batchId: bigint,
  month: Month,
  only: readonly string[] | undefined,
): Promise<MonthPeople> {
  await sql`drop table if exists batch_people, month_people`.execute(tx)
  await sql`create temporary table batch_people (id_hash uuid, total bigint) on commit drop`.execute(tx)
  await sql`insert into batch_people ${paidBy(batchId, only)}`.execute(tx)
  await sql`analyze batch_people`.execute(tx)
  await sql`create temporary table month_people on commit drop as ${monthOf(sql`batch_people`, batchId, month)}`.execute(
    tx,
  )
  return {
    everyone: sql`month_people`,
    above: async (thresholdFen) => {
      await sql`drop table if exists month_people_above`.execute(tx)
      await sql`
        create temporary table month_people_above on commit drop as
        select * from month_people where platform_fen + total > ${thresholdFen}`.execute(tx)
      return sql`month_people_above`
    },
  }
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
