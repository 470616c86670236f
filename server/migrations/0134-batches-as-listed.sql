-- The list of batches in its order, ties and all, with the money that it sums up: its last page sorts nothing, and the sum reads the index alone.

-- step: index
create index concurrently payout_batches_listed on payout_batches (provider_id, uploaded_at desc, batch_id desc) include (gross_fen);

-- step: index
create index concurrently payout_batches_listed_by_time on payout_batches (uploaded_at desc, batch_id desc) include (gross_fen);

-- step: transaction
drop index payout_batches_by_provider;
drop index payout_batches_by_time;
