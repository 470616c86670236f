// What is on record about the people of a sheet, asked for some thousand rows at a time while the next are read.

import type { Month } from '@paywages/domain/calendar/shanghai.ts'
import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'
import type { AskedPayments, FactsOnRecord } from './facts-on-record.ts'

/**
 * Restricted people, names and signatures on record, this month's succeeded and in-flight amounts with what waits in
 * live batches (D16), each person's habits, cards that they were last paid to in vain, and the same person, amount and month in another batch. People of whom nothing is
 * known are absent: most sheets pay the same people as last month, others nobody we know, so each person is looked up once.
 */
export async function factsAbout(
  tx: Tx,
  providerId: number,
  { count, people, payees, amounts, months }: AskedPayments,
  thisMonth: Month,
): Promise<FactsOnRecord[]> {
  if (count === 0) return []
  const { rows } = await sql<FactsOnRecord>`
    with sheet_people as (select * from unnest(${people}::uuid[]) with ordinality p(id_hash, payee)),
    on_record as materialized (
      select w.payee, r.provider_id, r.row_id, r.amount_fen, r.month, r.card_hash, coalesce(o.status = 'succeeded', false) as succeeded,
        coalesce(o.status = 'failed', false) as failed, coalesce(o.state in ('failed', 'returned'), false) as sent_in_vain, o.paid_at,
        b.batch_no, b.status as batch_status, b.status = 'transferring' and b.payment_month = ${thisMonth} as in_month
      from sheet_people w
        join payout_rows r on r.id_hash = w.id_hash
        join payout_batches b on b.batch_id = r.batch_id
        left join row_outcomes o on o.row_id = r.row_id
      where not r.cancelled
    ),
    own as (select * from on_record where provider_id = ${providerId} and not failed),
    failed_cards as (
      select payee, jsonb_agg(card_hash) as cards
      from (
        select payee, card_hash from on_record where provider_id = ${providerId} and (sent_in_vain or succeeded)
        group by payee, card_hash
        having max(row_id) filter (where sent_in_vain) > coalesce(max(row_id) filter (where succeeded), 0)) one_each
      group by payee
    ),
    paid as (
      select payee,
        coalesce(sum(amount_fen) filter (where in_month or batch_status in ('auditing', 'reviewing', 'ready')), 0)::bigint as month_so_far,
        (count(*) filter (where succeeded))::int as paid_count,
        (avg(amount_fen) filter (where succeeded))::bigint as usual,
        (array_agg(card_hash order by paid_at desc) filter (where succeeded))[1] as last_card
      from own group by payee
    ),
    duplicates as (
      select payee, jsonb_agg(jsonb_build_object('amountFen', amount_fen::text, 'month', month, 'batchNo', batch_no)) as found
      from (
        select payee, amount_fen, month, max(batch_no) as batch_no
        from own
          join (select distinct * from unnest(${payees}::int[], ${amounts}::bigint[], ${months}::text[]) w(payee, amount_fen, month)) w
            using (payee, amount_fen, month)
        where batch_status not in ('audit-rejected', 'review-rejected')
        group by 1, 2, 3) one_each
      group by payee
    )
    select w.payee::int as payee, limited.id_hash is not null as restricted,
      case when known.name_bound then known.name end as "boundName", known.signed_at is not null as signed,
      coalesce(paid.month_so_far, 0)::bigint as "monthSoFarFen", coalesce(paid.paid_count, 0) as "paidCount",
      paid.usual as "usualFen", paid.last_card as "lastCard", failed_cards.cards as "failedCards", duplicates.found as "sameElsewhere",
      coalesce(anywhere.in_month, false) as "isPaidThisMonth"
    from sheet_people w
      left join paid on paid.payee = w.payee
      left join failed_cards on failed_cards.payee = w.payee
      left join duplicates on duplicates.payee = w.payee
      left join (select payee, bool_or(in_month and not failed) as in_month from on_record group by payee) anywhere on anywhere.payee = w.payee
      left join (select distinct id_hash from restricted_people
        where provider_id is null or provider_id = ${providerId}) limited on limited.id_hash = w.id_hash
      left join known_people known on known.provider_id = ${providerId} and known.id_hash = w.id_hash
    where anywhere.payee is not null or limited.id_hash is not null or known.id_hash is not null`.execute(tx)
  return rows
}
