// Sets invoices against the payouts they cover: domain/invoices/allocation.ts for a hundred thousand rows at once (D30).

import { sql } from 'kysely'
import type { Tx } from '../adapters/postgres/database.ts'

/**
 * Under the lock of the provider's invoice account. Rows that came back give their part of an invoice free, and all invoices
 * with something open are set, in the order they were issued, against what is not covered yet, the oldest payout first.
 */
export async function allocateInvoices(tx: Tx, providerId: number): Promise<void> {
  await sql`
    with gone as (
      delete from invoice_covers c using invoice_applications a
      where a.application_id = c.application_id and a.provider_id = ${providerId}
        and not exists (select 1 from succeeded_rows s where s.row_id = c.row_id)
      returning c.application_id, c.amount_fen),
    freed as (select application_id, sum(amount_fen)::bigint as fen from gone group by 1)
    update invoice_applications a set allocated_fen = a.allocated_fen - freed.fen
    from freed where freed.application_id = a.application_id`.execute(tx)
  // Invoices and rows lie end to end on one line of fen each. Both lines are cut wherever an invoice or a row ends, and
  // every piece is a cover of the row by the invoice whose ends come next. Sorted, never joined: a join of these sums,
  // whose sizes the planner can only guess, took minutes where this takes seconds.
  await sql`
    with invoices as (
      select application_id, (sum(amount_fen - allocated_fen) over (order by invoiced_at, application_id))::bigint as high
      from invoice_applications
      where provider_id = ${providerId} and status = 'invoiced' and allocated_fen < amount_fen),
    free as (
      select row_id, max(payout_at) as payout_at, sum(fen)::bigint as fen from (
        select row_id, payout_at, value_fen as fen from succeeded_rows where provider_id = ${providerId}
        union all
        select c.row_id, null, -c.amount_fen from invoice_covers c join invoice_applications a using (application_id)
        where a.provider_id = ${providerId}) moves
      group by row_id having sum(fen) > 0),
    payouts as (
      select row_id, high from (
        select row_id, fen, (sum(fen) over (order by payout_at, row_id))::bigint as high from free) f
      where high - fen < (select max(high) from invoices)),
    cuts as (
      select high, max(invoice) as invoice, max(payout) as payout from (
        select high, array[high, application_id] as invoice, null::bigint[] as payout from invoices
        union all select high, null, array[high, row_id] from payouts) ends
      group by high),
    pieces as materialized (
      select high - lag(high, 1, 0::bigint) over (order by high) as fen,
        (min(invoice) over w)[2]::int as application_id, (min(payout) over w)[2] as row_id
      from cuts window w as (order by high desc)),
    covers as (
      insert into invoice_covers (row_id, application_id, amount_fen)
      select row_id, application_id, fen from pieces where application_id is not null and row_id is not null
      on conflict (row_id, application_id) do update set amount_fen = invoice_covers.amount_fen + excluded.amount_fen),
    found as (
      select application_id, sum(fen)::bigint as fen from pieces where row_id is not null group by 1)
    update invoice_applications a set allocated_fen = a.allocated_fen + found.fen
    from found where found.application_id = a.application_id`.execute(tx)
}
