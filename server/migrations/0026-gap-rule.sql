-- What a month without income does, three ways, a provider's setting kept with each batch (D45). Releases before this one tax by another
-- rule than the batch would then name, so they stop.
-- contract: least writer 0026
-- step: transaction
alter table providers add column gap_rule text not null default 'everything',
  add constraint provider_gap_rule check (gap_rule in ('everything', 'months', 'nothing')) not valid;
-- gap_rule_named: false where it was approved before it could be named; the content hash says nothing of it then.
alter table payout_batches add column gap_rule text not null default 'everything',
  add column gap_rule_named boolean not null default true,
  add constraint batch_gap_rule check (gap_rule in ('everything', 'months', 'nothing')) not valid;

create or replace view provider_profiles as
  select provider_id, name, enabled, session_epoch, bank_account_name, taxpayer_id, service_rate, withholds_tax, tax_method, gap_restarts, gap_rule
  from providers;
create or replace view taxed_rows as
  select r.row_id, r.provider_id, r.id_hash, r.name, r.sealed, r.status, r.amount_fen, r.tax_fen, r.paid_at,
    b.batch_id, b.batch_no, b.payment_month, b.withholds_tax, b.tax_method, b.gap_restarts, b.started_at, b.gap_rule
  from payout_rows r join payout_batches b using (batch_id)
  where b.status = 'transferring' and r.status <> 'cancelled';

-- step: batches
-- A provider that had chosen that nothing restarts keeps its choice; all others follow the published example from now on.
with piece as (select provider_id from providers where provider_id > $1 order by provider_id limit 500),
  filled as (
    update providers p set gap_rule = 'nothing' from piece
    where p.provider_id = piece.provider_id and not p.gap_restarts)
select max(provider_id) as position from piece;

-- step: batches
-- What was started stays explained as it was taxed: only the months restarted. What waits is taxed by the new rule when it starts.
with piece as (select batch_id from payout_batches where batch_id > $1 order by batch_id limit 500),
  filled as (
    update payout_batches b set gap_rule = case when b.gap_restarts then 'months' else 'nothing' end, gap_rule_named = not b.gap_restarts
    from piece where b.batch_id = piece.batch_id and (b.payment_month is not null or not b.gap_restarts))
select max(batch_id) as position from piece;
