-- Settled payouts leave less in indexes: those by time ascend as payouts do, postings have one index less, and what moved close together
-- is one line for the next closing (ADR 49).
-- contract: least writer 0055

-- Ids and times ascend: entries go to the end of an ascending index, which fills its pages; a descending one splits them in half.
-- step: index
create index concurrently transfers_by_provider_ascending on transfers (provider_id, payout_at, row_id);

-- step: index
create index concurrently transfers_by_time_ascending on transfers (payout_at, row_id);

-- step: index
create unique index concurrently ledger_postings_in_order on ledger_postings (provider_id, at, posting_id) include (phase, amount_fen);

-- step: transaction
drop index transfers_by_provider;
drop index transfers_by_time;
alter index transfers_by_provider_ascending rename to transfers_by_provider;
alter index transfers_by_time_ascending rename to transfers_by_time;

-- Nobody asks for a posting by its number alone.
-- step: transaction
alter table ledger_postings drop constraint ledger_postings_pkey;
alter table ledger_postings add constraint ledger_postings_pkey primary key using index ledger_postings_in_order;
drop index ledger_postings_by_time;

-- Null for a line about one payout. Otherwise it is about those of the batch from the first to the last: some of them moved, and all are
-- looked at by how they stand, as those of other lines are.
-- step: transaction
alter table tax_undeclared_rows add column last_row_id bigint, add column batch_id bigint;
create or replace function note_moved_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as materialized (
    select moved.batch_id, moved.row_id from moved join stood on stood.row_id = moved.row_id
    where (moved.state = 'succeeded') <> (stood.state = 'succeeded')
  ), ranges as materialized (
    select c.batch_id, b.provider_id, b.payment_month, min(c.row_id) as first, max(c.row_id) as last,
      count(*) > 1 and max(c.row_id) - min(c.row_id) < 2 * count(*) as dense
    from changed c join public.started_batches b on b.batch_id = c.batch_id where b.payment_month is not null group by 1, 2, 3)
  insert into public.tax_undeclared_rows (provider_id, payment_month, row_id, last_row_id, batch_id)
  select provider_id, payment_month, first, last, batch_id from ranges where dense
  union all
  select r.provider_id, r.payment_month, c.row_id, null, null from ranges r join changed c on c.batch_id = r.batch_id where not r.dense;
  return null;
end $$;
