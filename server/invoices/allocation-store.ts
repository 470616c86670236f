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
  // Invoices and rows lie end to end on one line of fen each; a cover is where two of their stretches overlap.
  await sql`
    with invoices as (
      select application_id, sum(amount_fen - allocated_fen) over w - (amount_fen - allocated_fen) as low, sum(amount_fen - allocated_fen) over w as high
      from invoice_applications where provider_id = ${providerId} and status = 'invoiced' and allocated_fen < amount_fen
      window w as (order by invoiced_at, application_id)),
    covered as (
      select c.row_id, sum(c.amount_fen) as fen from invoice_covers c join invoice_applications a using (application_id)
      where a.provider_id = ${providerId} group by 1),
    payouts as (
      select row_id, sum(free) over w - free as low, sum(free) over w as high
      from (select s.row_id, s.payout_at, s.value_fen - coalesce(covered.fen, 0) as free
        from succeeded_rows s left join covered using (row_id) where s.provider_id = ${providerId}) s
      where free > 0 window w as (order by payout_at, row_id)),
    pieces as materialized (
      select p.row_id, i.application_id, (least(p.high, i.high) - greatest(p.low, i.low))::bigint as fen
      from invoices i join payouts p on p.low < i.high and p.high > i.low),
    covers as (
      insert into invoice_covers (row_id, application_id, amount_fen) select row_id, application_id, fen from pieces
      on conflict (row_id, application_id) do update set amount_fen = invoice_covers.amount_fen + excluded.amount_fen),
    found as (select application_id, sum(fen)::bigint as fen from pieces group by 1)
    update invoice_applications a set allocated_fen = a.allocated_fen + found.fen
    from found where found.application_id = a.application_id`.execute(tx)
}
