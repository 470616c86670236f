-- What closing a month and declaring a year read instead of all payouts: those that moved since the last closing, and sums by person.

-- Payouts that moved into or out of success since a closing last looked at them. One line a move, and never changed: a move that is not
-- committed when a month is closed stays for the next closing, without any lock.
create table tax_undeclared_rows (
  move_id bigint generated always as identity,
  provider_id integer not null,
  payment_month text not null,
  row_id bigint not null,
  -- In the order in which a closing takes them.
  primary key (provider_id, payment_month, move_id)
);

-- The entries of a period summed by person and payment month.
create table tax_person_months (
  tax_id integer not null,
  -- The last payout of them: who it is stands there, sealed.
  row_id bigint not null,
  id_hash text not null,
  payment_month text not null,
  income_fen bigint not null,
  tax_fen bigint not null,
  entries integer not null,
  payments integer not null,
  -- Of payouts that withheld.
  declared_entries integer not null,
  declared_income_fen bigint not null,
  primary key (row_id, tax_id)
);
create index tax_person_months_by_period on tax_person_months (tax_id);

create or replace view started_batches as
  select batch_id, batch_no, provider_id, platform_id, started_at, gross_fen, people_count, payable_count, succeeded_count, failed_count,
    succeeded_people, failed_people, succeeded_fen, failed_fen, succeeded_fee_fen, succeeded_tax_fen, payment_month, withholds_tax, ended_at
  from payout_batches where status = 'transferring';

-- Both in the database, because a release that knows nothing of them settles payouts and closes months, too; as the owner, because that
-- release's user has no right to a table that is newer than it. Once a statement: for every row, the guard of the tables above would cost
-- more than the move itself.
create function note_moved_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rehashed_rows bigint[];
begin
  with changed as (
    select moved.row_id, moved.batch_id, moved.id_hash <> stood.id_hash as rehashed,
      (moved.status = 'succeeded') <> (stood.status = 'succeeded') as settled
    from moved join stood on stood.row_id = moved.row_id
    where moved.id_hash <> stood.id_hash or (moved.status = 'succeeded') <> (stood.status = 'succeeded')
  ), noted as (
    insert into public.tax_undeclared_rows (provider_id, payment_month, row_id)
    select b.provider_id, b.payment_month, c.row_id from changed c join public.started_batches b on b.batch_id = c.batch_id
    where c.settled and b.payment_month is not null)
  select array_agg(row_id) into rehashed_rows from changed where rehashed;
  if rehashed_rows is not null then
    update public.tax_person_months m set id_hash = moved.id_hash from moved
    where m.row_id = any(rehashed_rows) and moved.row_id = m.row_id;
  end if;
  return null;
end $$;
create trigger moved_rows_noted after update on payout_rows referencing old table as stood new table as moved
  for each statement execute function note_moved_rows();

create function sum_new_entries() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.tax_person_months (tax_id, row_id, id_hash, payment_month, income_fen, tax_fen, entries, payments, declared_entries,
    declared_income_fen)
  select e.tax_id, max(e.row_id), e.id_hash, e.payment_month, sum(e.income_fen), sum(e.tax_fen), count(*),
    count(*) filter (where e.kind = 'paid'), count(*) filter (where b.withholds_tax),
    coalesce(sum(e.income_fen) filter (where b.withholds_tax), 0)
  -- Each payout looked up by itself, and then their batches together: the planner would read whole tables, once or for every row.
  from (select added.*, r.batch_id, r.id_hash from added
      cross join lateral (select t.batch_id, t.id_hash from public.payout_lines t where t.row_id = added.row_id offset 0) r offset 0) e
    join public.started_batches b on b.batch_id = e.batch_id
  group by e.tax_id, e.id_hash, e.payment_month;
  return null;
end $$;
create trigger new_entries_summed after insert on tax_entries referencing new table as added
  for each statement execute function sum_new_entries();

-- step: index
create index concurrently payout_batches_by_month on payout_batches (provider_id, payment_month) where payment_month is not null;

-- What succeeded or came back before, and stands in no period yet; what moves meanwhile the trigger notes.
-- step: batches
with piece as (select row_id, batch_id, provider_id, status from payout_rows where row_id > $1 order by row_id limit 5000),
  noted as (
    insert into tax_undeclared_rows (provider_id, payment_month, row_id)
    select p.provider_id, b.payment_month, p.row_id from piece p join payout_batches b using (batch_id)
      left join tax_entries paid on paid.row_id = p.row_id and paid.kind = 'paid'
      left join tax_entries back on back.row_id = p.row_id and back.kind = 'reversed'
    where b.status = 'transferring' and b.payment_month is not null
      and case when p.status = 'succeeded' then paid.row_id is null else paid.row_id is not null and back.row_id is null end)
select max(row_id) as position from piece;

-- A period at a time, as it was closed; one that is closed meanwhile has its sums.
-- step: batches
with piece as (select tax_id from tax_periods where tax_id > $1 order by tax_id limit 1),
  summed as (
    insert into tax_person_months (tax_id, row_id, id_hash, payment_month, income_fen, tax_fen, entries, payments, declared_entries,
      declared_income_fen)
    select e.tax_id, max(e.row_id), r.id_hash, e.payment_month, sum(e.income_fen), sum(e.tax_fen), count(*),
      count(*) filter (where e.kind = 'paid'), count(*) filter (where r.withholds_tax),
      coalesce(sum(e.income_fen) filter (where r.withholds_tax), 0)
    from piece p join tax_entries e using (tax_id) join taxed_rows r using (row_id) group by 1, 3, 4
    on conflict do nothing)
select max(tax_id) as position from piece;
