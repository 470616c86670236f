// What closing a month would declare or take back: payouts that moved into or out of success since a closing last looked at them.

import { type RawBuilder, sql } from 'kysely'

/**
 * Each row that these lines are about, once: the line's own, or those of its batch from the first to the last. Found by their ids batch by
 * batch, as ids of batches of earlier releases may lie among each other; the batch is reckoned, so that its index is not read for every line.
 */
export const rowsOfLines = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct coalesce(r.row_id, u.row_id) as row_id from (${lines}) u
    left join lateral (select l.row_id from payout_lines l where l.row_id between u.row_id and u.last_row_id and l.batch_id + 0 = u.batch_id offset 0) r
      on u.last_row_id is not null`

/**
 * The entries that these rows still want, by what stands now: declared if they succeeded and stand in no period, taken back if they were
 * declared and came back since. A row that moved twice, or was declared by a release that reads all payouts, wants none. Each is looked up
 * by itself (OFFSET keeps the planner from joining whole tables), so that the cost follows the rows and not the history.
 */
export const entriesDue = (rowIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.row_id, case when r.status = 'succeeded' then 'paid' else 'reversed' end as kind, b.payment_month,
    case when r.status = 'succeeded' then r.amount_fen else -paid.income_fen end as income_fen,
    case when r.status = 'succeeded' then r.tax_fen else -paid.tax_fen end as tax_fen, r.id_hash, b.withholds_tax
  from (select found.* from (${rowIds}) undeclared
      cross join lateral (select * from payout_lines where row_id = undeclared.row_id offset 0) found offset 0) r
    join started_batches b on b.batch_id = r.batch_id
    left join lateral (select row_id, income_fen, tax_fen from tax_entries where row_id = r.row_id and kind = 'paid' offset 0) paid on true
    left join lateral (select row_id from tax_entries where row_id = r.row_id and kind = 'reversed' offset 0) back on true
  where case when r.status = 'succeeded' then paid.row_id is null else paid.row_id is not null and back.row_id is null end`
