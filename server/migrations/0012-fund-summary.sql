-- Fund summary: started batches by company and time (D23). Columns that settlements move are left out of the indexes, so that
-- each of the thousand updates of a batch stays within its page.
create index payout_batches_started on payout_batches (provider_id, started_at desc, batch_id desc) where status = 'transferring';
create index payout_batches_started_by_time on payout_batches (started_at desc, batch_id desc) where status = 'transferring';
