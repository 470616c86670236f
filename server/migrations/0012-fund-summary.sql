-- Fund summary: started batches by company and time, and how many people of a batch were paid or not (D23).

-- Columns that settlements move are left out of all three indexes, so that each of a batch's thousand updates stays within its page.
create index payout_batches_started on payout_batches (provider_id, started_at desc, batch_id desc) where status = 'transferring';
create index payout_batches_started_by_time on payout_batches (started_at desc, batch_id desc) where status = 'transferring';

-- Where someone has several rows in a batch, its counts of rows do not tell its people. The worker counts them once the batch has
-- ended; null since its rows last moved.
alter table payout_batches add column succeeded_people integer, add column failed_people integer,
  add constraint people_counted_together check ((succeeded_people is null) = (failed_people is null));
create index payout_batches_uncounted on payout_batches (batch_id)
  where ended_at is not null and succeeded_people is null and people_count <> payable_count;
