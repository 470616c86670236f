-- What a month's declaration leaves out, counted without a look at all payouts of the month (ADR 53).

-- Payouts that failed or came back, found by their batch (index transfers_failed).
create view failed_outcomes as
  select row_id, batch_id, provider_id from transfers where state in ('failed', 'returned', 'refused');

-- From the counts that each batch keeps (I6); the columns stay.
create or replace view cancelled_sums as
  select provider_id, payment_month, sum(cancelled_count)::int as rows, sum(cancelled_fen)::bigint as amount_fen
  from payout_batches where status = 'transferring' and cancelled_count > 0 group by 1, 2;
