-- The index by batch without row numbers (ADR 54): its entries are one list a batch, a fifth of the bytes. Rows are ordered by their id.

-- step: index
create index concurrently payout_rows_of_batch on payout_rows (batch_id);

-- step: transaction
drop index payout_rows_by_batch;
create or replace view batch_references as
  select batch_id, batch_no, provider_id, status, reference_mark, first_row_id from payout_batches;
