-- What lists ask for that is few among many (ADR 190): failed payouts in the order of the detail query, and batches that have not been started.

-- step: index
create index concurrently transfers_failed_by_provider on transfers (provider_id, payout_at, row_id) where state in ('failed', 'returned', 'refused');

-- step: index
create index concurrently payout_batches_not_started on payout_batches (provider_id, batch_id) where status <> 'transferring';

-- step: transaction
create or replace view failed_outcomes as
  select row_id, batch_id, provider_id, payout_at from transfers where state in ('failed', 'returned', 'refused');
