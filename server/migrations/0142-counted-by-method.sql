-- A payment is counted with what was withheld by the same method (ADR 107). What was started before stays explained by all that was paid.
-- step: transaction
-- Written by the start: a release that knows nothing of it counts all that was paid, and leaves it said so.
alter table payout_batches add column tax_counting text not null default 'all',
  add constraint batch_tax_counting check (tax_counting in ('all', 'method')) not valid;
-- How these entries were withheld: 'cumulative', 'per-payment' or 'none'; null until they are summed anew below.
alter table tax_person_months add column withheld_as text;

create or replace view started_batches as
  select batch_id, batch_no, provider_id, platform_id, started_at, gross_fen, people_count, payable_count, succeeded_count, failed_count,
    succeeded_people, failed_people, succeeded_fen, failed_fen, succeeded_fee_fen, succeeded_tax_fen, payment_month, withholds_tax, ended_at,
    case when withholds_tax then tax_method else 'none' end as withheld_as
  from payout_batches where status = 'transferring';
create or replace view taxed_rows as
  select r.row_id, r.provider_id, r.id_hash, r.name, r.sealed, r.status, r.amount_fen, r.tax_fen, r.paid_at,
    b.batch_id, b.batch_no, b.payment_month, b.withholds_tax, b.tax_method, b.gap_restarts, b.started_at, b.gap_rule,
    b.tax_counting, case when b.withholds_tax then b.tax_method else 'none' end as withheld_as
  from payout_lines r join payout_batches b using (batch_id)
  where b.status = 'transferring' and not r.cancelled;

-- As before, with the payouts of each way of withholding apart.
create or replace function sum_new_entries() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.tax_person_months (tax_id, row_id, id_hash, payment_month, withheld_as, income_fen, tax_fen, entries, payments,
    declared_entries, declared_income_fen)
  select e.tax_id, max(e.row_id), e.id_hash, e.payment_month, b.withheld_as, sum(e.income_fen), sum(e.tax_fen), count(*),
    count(*) filter (where e.kind = 'paid'), count(*) filter (where b.withholds_tax),
    coalesce(sum(e.income_fen) filter (where b.withholds_tax), 0)
  -- Each payout looked up by itself, and then their batches together: the planner would read whole tables, once or for every row.
  from (select added.*, r.batch_id, r.id_hash from added
      cross join lateral (select t.batch_id, t.id_hash from public.payout_lines t where t.row_id = added.row_id offset 0) r offset 0) e
    join public.started_batches b on b.batch_id = e.batch_id
  group by e.tax_id, e.id_hash, e.payment_month, b.withheld_as;
  return null;
end $$;

-- A period at a time. The sums that stand belong to the way of their last payout; those of other ways are put beside them.
-- step: batches
with piece as (select tax_id from tax_periods where tax_id > $1 order by tax_id limit 1),
  sums as materialized (
    select e.tax_id, max(e.row_id) as row_id, r.id_hash, e.payment_month, r.withheld_as, sum(e.income_fen) as income_fen, sum(e.tax_fen) as tax_fen,
      count(*) as entries, count(*) filter (where e.kind = 'paid') as payments, count(*) filter (where r.withholds_tax) as declared_entries,
      coalesce(sum(e.income_fen) filter (where r.withholds_tax), 0) as declared_income_fen
    from piece p join tax_entries e using (tax_id) join taxed_rows r using (row_id) group by 1, 3, 4, 5),
  kept as (
    update tax_person_months m set withheld_as = s.withheld_as, income_fen = s.income_fen, tax_fen = s.tax_fen, entries = s.entries,
      payments = s.payments, declared_entries = s.declared_entries, declared_income_fen = s.declared_income_fen
    from sums s where m.tax_id = s.tax_id and m.row_id = s.row_id and m.withheld_as is null),
  added as (
    insert into tax_person_months (tax_id, row_id, id_hash, payment_month, withheld_as, income_fen, tax_fen, entries, payments, declared_entries,
      declared_income_fen)
    select tax_id, row_id, id_hash, payment_month, withheld_as, income_fen, tax_fen, entries, payments, declared_entries, declared_income_fen from sums s
    where not exists (select from tax_person_months m where m.tax_id = s.tax_id and m.row_id = s.row_id)
    on conflict do nothing)
select max(tax_id) as position from piece;
