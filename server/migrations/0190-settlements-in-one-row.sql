-- What settling a payout posts is one row instead of one each for net, fee, tax and VAT (ADR 150). Lines are derived from it: their numbers are the
-- row's and the three after it. Postings of earlier releases stay as they are.
-- contract: least writer 0190

-- step: transaction
-- Four numbers a row, so that each of its lines has one.
alter table ledger_postings alter column posting_id set increment by 4;

create table ledger_settlements (
  posting_id bigint not null default nextval('ledger_postings_posting_id_seq'),
  -- Once, whoever tries it again.
  transfer_id bigint constraint ledger_settlements_once primary key,
  at timestamptz not null,
  net_fen bigint not null check (net_fen > 0),
  -- Null where nothing moved.
  fee_fen bigint check (fee_fen > 0),
  tax_fen bigint check (tax_fen > 0),
  vat_fen bigint check (vat_fen > 0),
  -- No foreign keys, as in ledger_postings.
  provider_id integer not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
-- Equal entries are one list: what is settled together shares provider and time, and is ordered by its numbers when it is read.
create index ledger_settlements_by_time on ledger_settlements (provider_id, at);

create trigger ledger_settlements_kept before update or delete on ledger_settlements
  for each row execute function refuse_change();
create trigger ledger_settlements_not_truncated before truncate on ledger_settlements
  for each statement execute function refuse_change();

-- A transfer has its settlement in one of the two tables: no new posting of one there, and none here of what an earlier release settled.
-- By triggers, as what earlier releases settled is copied when a database moves.
create function refuse_settlement_parts() returns trigger language plpgsql as $$
begin
  raise exception 'what is settled is posted in one row: settled_in_one_row' using errcode = 'check_violation';
end $$;
create trigger ledger_postings_settled_in_one_row before insert on ledger_postings for each row
  when (new.phase in ('settle-net', 'settle-fee', 'settle-tax', 'settle-vat')) execute function refuse_settlement_parts();
create function refuse_settling_again() returns trigger language plpgsql as $$
begin
  if exists (
    select from settled s cross join lateral (
      select from public.ledger_postings p where p.subject_id = s.transfer_id and p.subject = 'transfer' and p.phase = 'settle-net' limit 1) p) then
    raise exception 'a transfer is settled once: ledger_settlements_once' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger ledger_settlements_not_posted_before after insert on ledger_settlements referencing new table as settled
  for each statement execute function refuse_settling_again();

-- What is posted as a row of its own, and what is settled in one row, for those who read many lines in their order.
create view ledger_plain_lines as
  select posting_id, provider_id, phase, amount_fen, subject, subject_id, at from ledger_postings;
create view ledger_settled_payouts as
  select posting_id, provider_id, transfer_id, at, net_fen, fee_fen, tax_fen, vat_fen from ledger_settlements;
-- Every line, by subject or by provider and time.
create or replace view ledger_lines as
  select posting_id, provider_id, phase, amount_fen, subject, subject_id, at, source, destination from ledger_postings
  union all
  select posting_id, provider_id, 'settle-net', net_fen, 'transfer', transfer_id, at, 'held', 'bank-clearing' from ledger_settlements
  union all
  select posting_id + 1, provider_id, 'settle-fee', fee_fen, 'transfer', transfer_id, at, 'held', 'fee-income'
  from ledger_settlements where fee_fen is not null
  union all
  select posting_id + 2, provider_id, 'settle-tax', tax_fen, 'transfer', transfer_id, at, 'held', 'tax-payable'
  from ledger_settlements where tax_fen is not null
  union all
  select posting_id + 3, provider_id, 'settle-vat', vat_fen, 'transfer', transfer_id, at, 'held', 'vat-payable'
  from ledger_settlements where vat_fen is not null;
-- Each transfer's looked up by its own number: a join would read all that was ever posted.
create or replace view tax_postings as
  select t.row_id, l.provider_id, l.phase, l.amount_fen, l.at
  from transfers t left join transfer_names n on n.row_id = t.row_id cross join lateral (
    select l.provider_id, l.phase, l.amount_fen, l.at from ledger_lines l
    where l.subject = 'transfer' and l.subject_id = coalesce(n.transfer_id, t.row_id) and l.phase in ('settle-tax', 'late-tax', 'return-tax')
    offset 0) l;
