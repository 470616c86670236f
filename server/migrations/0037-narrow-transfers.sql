-- Transfers keyed by their row, with everything that becomes of it (ADR 42): kept beside the old columns and in step with them, until 0038 puts
-- them in their place.

-- step: transaction
-- `refused`: never became an order, because the start refused the row.
create type transfer_state as enum ('reserved', 'sending', 'in-doubt', 'manual', 'succeeded', 'failed', 'returned', 'refused');

-- In the order in which they need no room between them, and none of them null, so that a row has no room for that either.
create table narrow_transfers (
  row_id bigint primary key,
  -- When it was paid, or else started (D23).
  payout_at timestamptz not null,
  batch_id bigint not null,
  provider_id integer not null,
  state transfer_state not null,
  -- Under which lease it was last sent: whoever comes back after its lease finds another number and may not touch the transfer.
  lease_id integer not null default 0,
  attempts smallint not null default 0,
  -- Whether it was ever known to be paid, also where it came back.
  paid boolean not null default false,
  bank_serial text not null default '',
  -- Why it failed, as people are shown it.
  reason text not null default ''
);

-- Known by another id or another reference than their row gives: those of earlier releases, and those that took over a reference.
create table transfer_names (
  row_id bigint primary key,
  -- In its history, its postings and what people decided about it; null where it is its row's.
  transfer_id bigint unique,
  reference text unique
);

-- Transfers without a definite answer, from the first doubt to their end.
create table transfer_questions (
  row_id bigint primary key,
  -- Null while it is sent again.
  next_ask_at timestamptz,
  asks integer not null default 0,
  first_sent_at timestamptz not null,
  last_sent_at timestamptz not null
);
create index transfer_questions_due on transfer_questions (next_ask_at);

-- A worker's right to send some transfers, and until when; one for a whole call to the bank.
create table transfer_leases (
  lease_id integer generated always as identity primary key,
  -- Null where they are sent again: those stand in transfer_questions.
  first_row_id bigint,
  last_row_id bigint,
  sent_at timestamptz not null,
  until timestamptz not null,
  -- Looked at after its end: nothing is under it any more.
  swept boolean not null default false
);
create index transfer_leases_unswept on transfer_leases (until) where not swept;

-- Where the transfers of the batch are, and after which of them the first may wait.
alter table transfer_queues add column first_row_id bigint not null default 0, add column last_row_id bigint not null default 0,
  add column position bigint not null default 0;

alter table payout_rows add column cancelled boolean not null default false;

-- An older release goes on writing the old columns; as the owner, because its user has no right to newer tables.
create function copy_transfers(changed bigint[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.narrow_transfers as n (row_id, payout_at, batch_id, provider_id, state, attempts, paid, bank_serial, reason)
  select r.row_id, r.payout_at, r.batch_id, r.provider_id,
    (case when t.row_id is not null then t.state when r.status = 'failed' then 'refused' else r.status end)::public.transfer_state,
    coalesce(t.attempts, 0), r.paid_at is not null, coalesce(t.bank_serial, ''), r.error
  from public.payout_rows r left join public.transfers t on t.row_id = r.row_id
  where r.row_id = any(changed) and r.payout_at is not null and (t.row_id is not null or r.status in ('succeeded', 'failed'))
  order by r.row_id
  on conflict (row_id) do update set payout_at = excluded.payout_at, state = excluded.state, attempts = excluded.attempts, paid = excluded.paid,
    bank_serial = excluded.bank_serial, reason = excluded.reason;
  insert into public.transfer_names (row_id, transfer_id, reference)
  select t.row_id, t.transfer_id, t.reference from public.transfers t where t.row_id = any(changed) order by t.row_id
  on conflict (row_id) do update set reference = excluded.reference;
  insert into public.transfer_questions (row_id, next_ask_at, asks, first_sent_at, last_sent_at)
  select t.row_id, t.next_ask_at, t.asks, t.first_sent_at, t.last_sent_at from public.transfers t
  where t.row_id = any(changed) and t.state in ('sending', 'in-doubt', 'manual') order by t.row_id
  on conflict (row_id) do update set next_ask_at = excluded.next_ask_at, asks = excluded.asks, last_sent_at = excluded.last_sent_at;
  delete from public.transfer_questions q using public.transfers t
  where q.row_id = any(changed) and t.row_id = q.row_id and t.state not in ('sending', 'in-doubt', 'manual');
end $$;

create function copy_changed_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.copy_transfers(array(select row_id from changed_rows));
  return null;
end $$;
create trigger new_transfers_copied after insert on transfers referencing new table as changed_rows
  for each statement execute function copy_changed_rows();
create trigger changed_transfers_copied after update on transfers referencing new table as changed_rows
  for each statement execute function copy_changed_rows();
create trigger changed_rows_copied after update on payout_rows referencing new table as changed_rows
  for each statement execute function copy_changed_rows();

create function mark_cancelled() returns trigger language plpgsql as $$
begin
  new.cancelled := new.status = 'cancelled';
  return new;
end $$;
create trigger rows_marked before update of status on payout_rows for each row execute function mark_cancelled();

-- What there was before; what changes meanwhile the triggers copy.
-- step: batches
with piece as (select row_id from payout_rows where row_id > $1 order by row_id limit 5000),
  copied as materialized (
    insert into narrow_transfers (row_id, payout_at, batch_id, provider_id, state, attempts, paid, bank_serial, reason)
    select r.row_id, r.payout_at, r.batch_id, r.provider_id,
      (case when t.row_id is not null then t.state when r.status = 'failed' then 'refused' else r.status end)::transfer_state,
      coalesce(t.attempts, 0), r.paid_at is not null, coalesce(t.bank_serial, ''), r.error
    from piece join payout_rows r using (row_id) left join transfers t on t.row_id = r.row_id
    where r.payout_at is not null and (t.row_id is not null or r.status in ('succeeded', 'failed'))
    order by r.row_id on conflict do nothing),
  named as (
    insert into transfer_names (row_id, transfer_id, reference)
    select t.row_id, t.transfer_id, t.reference from piece join transfers t using (row_id) order by t.row_id on conflict do nothing),
  asked as (
    insert into transfer_questions (row_id, next_ask_at, asks, first_sent_at, last_sent_at)
    select t.row_id, t.next_ask_at, t.asks, t.first_sent_at, t.last_sent_at from piece join transfers t using (row_id)
    where t.state in ('sending', 'in-doubt', 'manual') order by t.row_id on conflict do nothing),
  marked as (
    update payout_rows r set cancelled = true from piece where r.row_id = piece.row_id and r.status = 'cancelled' and not r.cancelled)
select max(row_id) as position from piece;

-- step: index
create index concurrently transfers_by_provider on narrow_transfers (provider_id, payout_at desc, row_id desc);

-- step: index
create index concurrently transfers_by_time on narrow_transfers (payout_at desc, row_id desc);

-- step: index
create index concurrently transfers_failed on narrow_transfers (batch_id) where state in ('failed', 'returned', 'refused');

-- Statements name payments by the bank's own number as well.
-- step: index
create index concurrently transfers_by_bank_serial on narrow_transfers using hash (bank_serial) where bank_serial <> '';
