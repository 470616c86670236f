-- What the workbench asks every minute of everyone: each question is answered by the few rows it is about.

-- Batches that wait for a person.
create index payout_batches_open on payout_batches (provider_id) where status in ('auditing', 'reviewing', 'ready');
-- The failed rows of a batch, however many it has paid.
create index payout_rows_failed on payout_rows (batch_id) where status = 'failed';
-- Transfers without an answer, by company.
create index transfers_doubted_by_provider on transfers (provider_id, first_sent_at) where state = 'in-doubt';
