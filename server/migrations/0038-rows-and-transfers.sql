-- A row holds what was asked for, its transfer what became of it (ADR 42): the old columns and the old transfers go.
-- contract: least writer 0038

-- step: transaction
drop trigger new_transfers_copied on transfers;
drop trigger changed_transfers_copied on transfers;
drop trigger changed_rows_copied on payout_rows;
drop trigger rows_marked on payout_rows;
drop trigger moved_rows_noted on payout_rows;
drop function copy_changed_rows();
drop function copy_transfers(bigint[]);
drop function mark_cancelled();
drop function note_moved_rows();

drop view cancelled_sums;
drop view payout_lines;
drop view person_payouts;
drop view row_transfer_states;
drop view row_transfers;
drop view succeeded_rows;
drop view tax_postings;
drop view taxed_rows;
drop view vat_rows;

alter table transfer_resolutions drop constraint transfer_resolutions_transfer_id_fkey;
-- Its leases end now: the sweeper asks about what was under them, as about any lease that ran out.
insert into transfer_leases (first_row_id, last_row_id, sent_at, until)
select null, null, max(last_sent_at), now() from transfers where state = 'sending' having count(*) > 0;
drop table transfers;
alter table narrow_transfers rename to transfers;
alter index narrow_transfers_pkey rename to transfers_pkey;
alter table payout_rows drop column status, drop column error, drop column paid_at, drop column payout_at;

-- Transfers: what became of a row, for those who show it.
create view row_outcomes as
  select row_id, provider_id, state, reason, payout_at, case when paid then payout_at end as paid_at,
    case when state = 'succeeded' then 'succeeded' when state in ('failed', 'returned', 'refused') then 'failed' else 'processing' end as status
  from transfers;
create view row_transfer_states as
  select row_id, state from transfers where state <> 'refused';

-- Payouts: a row with its seal as whoever opens it takes it (ADR 41) and what became of it. The joins cost nothing where nobody asks for these.
create view payout_lines as
  select r.row_id, r.batch_id, r.provider_id, r.row_number, r.cancelled, r.name, r.id_hash, r.phone_hash, r.card_hash,
    sealed_value(r.batch_id, r.row_number, r.sealed, r.seal, b.data_key, b.data_key_id) as sealed, r.bank, r.amount_fen, r.fee_fen, r.tax_fen,
    r.vat_fen, r.platform_paid_fen, r.month, r.remark, r.warnings, r.copy_of,
    case when r.cancelled then 'cancelled' else coalesce(o.status, 'processing') end as status, coalesce(o.reason, '') as error,
    o.paid_at, o.payout_at, o.provider_id as payout_provider_id
  from payout_rows r left join payout_batches b on b.batch_id = r.batch_id left join row_outcomes o on o.row_id = r.row_id;
create view person_payouts as
  select r.row_id, r.provider_id, r.id_hash, r.status, r.amount_fen, r.tax_fen, r.month, r.paid_at,
    b.batch_id, b.batch_no, b.status as batch_status, b.payment_month
  from payout_lines r join payout_batches b using (batch_id);
create view succeeded_rows as
  select row_id, provider_id, amount_fen + fee_fen as value_fen, payout_at, paid_at from payout_lines where status = 'succeeded';
create view taxed_rows as
  select r.row_id, r.provider_id, r.id_hash, r.name, r.sealed, r.status, r.amount_fen, r.tax_fen, r.paid_at,
    b.batch_id, b.batch_no, b.payment_month, b.withholds_tax, b.tax_method, b.gap_restarts, b.started_at, b.gap_rule
  from payout_lines r join payout_batches b using (batch_id)
  where b.status = 'transferring' and not r.cancelled;
create view cancelled_sums as
  select r.provider_id, b.payment_month, count(*)::int as rows, sum(r.amount_fen)::bigint as amount_fen
  from payout_rows r join payout_batches b using (batch_id)
  where b.status = 'transferring' and r.cancelled group by 1, 2;
create view vat_rows as
  select r.row_id, r.provider_id, r.id_hash, r.status, r.vat_fen, b.payment_month
  from payout_lines r join payout_batches b using (batch_id) where r.vat_fen > 0 and b.status = 'transferring';

-- Transfers, for those who hold payouts against the bank's books. The reference is that of the batch and the row (ADR 27), unless it is named.
create view row_transfers as
  select coalesce(n.transfer_id, t.row_id) as transfer_id, t.row_id, t.batch_id, t.provider_id,
    coalesce(n.reference, 'PW' || b.batch_no || 'R' || r.row_number || 'X' || b.reference_mark) as reference,
    t.state, r.amount_fen, r.fee_fen, r.tax_fen, r.vat_fen, t.bank_serial, t.attempts, t.payout_at
  from transfers t join payout_lines r on r.row_id = t.row_id join batch_references b on b.batch_id = t.batch_id
    left join transfer_names n on n.row_id = t.row_id
  where t.state <> 'refused';
create view transfer_returns as
  select coalesce(n.row_id, e.transfer_id) as row_id, e.at as returned_at
  from transfer_events e left join transfer_names n on n.transfer_id = e.transfer_id where e.to_state = 'returned' and e.from_state <> 'returned';
-- Which row a transfer of an earlier release pays; of the others it is the id itself.
create view transfer_rows as
  select transfer_id, row_id from transfer_names where transfer_id is not null;
create view tax_postings as
  select t.row_id, l.provider_id, l.phase, l.amount_fen, l.at
  from transfers t left join transfer_names n on n.row_id = t.row_id
    join ledger_lines l on l.subject = 'transfer' and l.subject_id = coalesce(n.transfer_id, t.row_id)
  where l.phase in ('settle-tax', 'late-tax', 'return-tax');

-- As 0032 has it, now that a payout moves in its transfer. Hashes change in the row.
create function note_moved_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.tax_undeclared_rows (provider_id, payment_month, row_id)
  select b.provider_id, b.payment_month, moved.row_id from moved join stood on stood.row_id = moved.row_id
    join public.started_batches b on b.batch_id = moved.batch_id
  where (moved.state = 'succeeded') <> (stood.state = 'succeeded') and b.payment_month is not null;
  return null;
end $$;
create trigger moved_rows_noted after update on transfers referencing old table as stood new table as moved
  for each statement execute function note_moved_rows();
create function follow_new_hashes() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.tax_person_months m set id_hash = moved.id_hash
  from moved join stood on stood.row_id = moved.row_id
  where moved.id_hash <> stood.id_hash and m.row_id = moved.row_id;
  return null;
end $$;
create trigger new_hashes_followed after update on payout_rows referencing old table as stood new table as moved
  for each statement execute function follow_new_hashes();

-- The few that were being sent are under the lease above.
-- step: batches
with piece as (
    select t.row_id from transfer_questions q join transfers t using (row_id) where t.row_id > $1 and t.state = 'sending' order by 1 limit 5000),
  leased as (
    update transfers t set lease_id = (select max(lease_id) from transfer_leases) from piece where t.row_id = piece.row_id)
select max(row_id) as position from piece;

-- step: batches
with piece as (select batch_id from transfer_queues where batch_id > $1 order by batch_id limit 50),
  ranges as (select r.batch_id, min(r.row_id) as first, max(r.row_id) as last from piece join payout_rows r using (batch_id) group by 1),
  placed as (
    update transfer_queues q set first_row_id = ranges.first, last_row_id = ranges.last, position = ranges.first - 1
    from ranges where q.batch_id = ranges.batch_id)
select max(batch_id) as position from piece;
