// What is on record about the people of a sheet, asked for some thousand rows at a time while the next are read.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import type { Fen } from '@paywages/domain/money/fen.ts'
import type { PersonFacts } from '@paywages/domain/payouts/person-facts.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

export type SheetPayment = { readonly idHash: string; readonly amountFen: Fen; readonly month: Month }

type Facts = Omit<PersonFacts, 'boundName' | 'lastPaidCardKey' | 'usualFen' | 'sameElsewhere'> & {
  readonly hash: string
  readonly boundName: string | null
  readonly lastCard: string | null
  readonly usualFen: Fen | null
}

/** People of whom nothing is known are absent. */
export async function factsAbout(
  tx: Tx,
  providerId: number,
  payments: readonly SheetPayment[],
  thisMonth: Month,
): Promise<Map<string, PersonFacts>> {
  if (payments.length === 0) return new Map()
  const twins = await twinsElsewhere(tx, providerId, payments)
  const facts = new Map<string, PersonFacts>()
  const hashes = [...new Set(payments.map(({ idHash }) => idHash))]
  for (const { hash, boundName, lastCard, usualFen, ...person } of await peopleOnRecord(
    tx,
    providerId,
    hashes,
    thisMonth,
  )) {
    facts.set(hash, {
      ...person,
      boundName: boundName ?? undefined,
      lastPaidCardKey: lastCard ?? undefined,
      usualFen: usualFen ?? undefined,
      sameElsewhere: twins.get(hash) ?? [],
    })
  }
  return facts
}

/**
 * Restricted people, names and signatures on record, this month's succeeded and in-flight amounts with what waits in
 * live batches (D16), and each person's habits.
 */
async function peopleOnRecord(
  tx: Tx,
  providerId: number,
  hashes: readonly string[],
  thisMonth: Month,
): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    with sheet_people as (select unnest(${[...hashes]}::uuid[]) as id_hash),
    paid as (
      select r.id_hash,
        coalesce(sum(r.amount_fen) filter (where b.status in ('auditing', 'reviewing', 'ready')
          or (b.status = 'transferring' and b.payment_month = ${thisMonth})), 0)::bigint as month_so_far,
        (count(*) filter (where r.status = 'succeeded'))::int as paid_count,
        (avg(r.amount_fen) filter (where r.status = 'succeeded'))::bigint as usual,
        (array_agg(r.card_hash order by r.paid_at desc) filter (where r.status = 'succeeded'))[1] as last_card
      from sheet_people w
        join payout_lines r on r.provider_id = ${providerId} and r.id_hash = w.id_hash
        join payout_batches b on b.batch_id = r.batch_id
      where r.status in ('processing', 'succeeded')
      group by r.id_hash
    )
    select w.id_hash as hash, limited.id_hash is not null as restricted,
      case when known.name_bound then known.name end as "boundName", known.signed_at is not null as signed,
      coalesce(paid.month_so_far, 0)::bigint as "monthSoFarFen", coalesce(paid.paid_count, 0) as "paidCount",
      paid.usual as "usualFen", paid.last_card as "lastCard"
    from sheet_people w
      left join paid on paid.id_hash = w.id_hash
      left join (select distinct id_hash from restricted_people
        where provider_id is null or provider_id = ${providerId}) limited on limited.id_hash = w.id_hash
      left join known_people known on known.provider_id = ${providerId} and known.id_hash = w.id_hash
    where paid.id_hash is not null or limited.id_hash is not null or known.id_hash is not null`.execute(tx)
  return rows
}

type Duplicate = PersonFacts['sameElsewhere'][number]

/** The same person, amount and month, paid or waiting in another batch. */
async function twinsElsewhere(
  tx: Tx,
  providerId: number,
  payments: readonly SheetPayment[],
): Promise<Map<string, Duplicate[]>> {
  const { rows } = await sql<Duplicate & { hash: string }>`
    select w.id_hash as hash, w.amount_fen as "amountFen", w.month, max(b.batch_no) as "batchNo"
    from (select distinct * from unnest(${payments.map((one) => one.idHash)}::uuid[], ${payments.map((one) => one.amountFen)}::bigint[],
        ${payments.map((one) => one.month)}::text[]) w(id_hash, amount_fen, month)) w
      join payout_lines r on r.provider_id = ${providerId} and r.id_hash = w.id_hash
        and r.amount_fen = w.amount_fen and r.month = w.month
      join payout_batches b on b.batch_id = r.batch_id
    where r.status in ('processing', 'succeeded') and b.status not in ('audit-rejected', 'review-rejected')
    group by w.id_hash, w.amount_fen, w.month`.execute(tx)
  const twins = new Map<string, Duplicate[]>()
  for (const { hash, ...duplicate } of rows) twins.set(hash, [...(twins.get(hash) ?? []), duplicate])
  return twins
}
