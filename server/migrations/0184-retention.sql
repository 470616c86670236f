-- How long personal data is kept, what keeps it longer, and what was erased because its time had come (ADR 146).

-- step: transaction
-- What a company decided, one line a decision: the newest that has begun holds.
create table retention_periods (
  period_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  kind text not null check (length(kind) <= 40),
  years integer not null check (years between 1 and 100),
  from_day text not null check (from_day ~ '^\d{4}-\d{2}-\d{2}$'),
  decided_at timestamptz not null
);
create index retention_periods_by_provider on retention_periods (provider_id, period_id);
create trigger retention_periods_stay before update or delete on retention_periods
  for each row execute function refuse_change();

-- Of one person at a provider, or of everything of a provider where nobody is named.
create table retention_holds (
  hold_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  freelancer_id bigint references freelancers,
  reason text not null,
  placed_by integer not null references accounts,
  placed_at timestamptz not null,
  lifted_by integer references accounts,
  lifted_at timestamptz,
  lift_reason text not null default '',
  constraint lifted_once check ((lifted_at is null) = (lifted_by is null)),
  -- The second person stands here as well as in the code.
  constraint placer_never_lifts check (lifted_by is distinct from placed_by)
);
create unique index retention_holds_once on retention_holds (provider_id, coalesce(freelancer_id, 0)) where lifted_at is null;
create index retention_holds_newest on retention_holds (provider_id, hold_id desc);

-- One a day, whatever the number of workers; one whose worker died is taken over when it was not seen for some minutes.
create table retention_runs (
  day text primary key,
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  erased integer not null default 0,
  blocked integer not null default 0
);

-- Erased by rule: nobody's deed.
alter table personal_contracts drop constraint personal_contracts_check2,
  add constraint personal_contracts_check2 check (images_deleted_by is null or images_deleted_at is not null) not valid;
alter table personal_contracts add column erased_at timestamptz;
-- The row of an erased file stays with its digest: whoever shows the paper can still prove that it is the one.
alter table files drop constraint files_state_check,
  add constraint files_state_check check (state in ('arriving', 'stored', 'erased')) not valid;

-- Tax: months that are closed, for those who ask whether something may still be declared.
create view closed_tax_months as select provider_id, month from tax_periods;
-- Transfers: batches whose orders were fixed by a formula that covers the data key.
create view earlier_orders as select distinct batch_id from order_digests where formula < 3;
