-- A person's year at a payer for the annual reconciliation, and the jobs that make them in the background (ADR 38).

-- One generation of a year, for the providers that whoever asked for it manages.
create table tax_year_jobs (
  job_id bigint generated always as identity primary key,
  year text not null check (year ~ '^\d{4}$'),
  -- Null: every provider there is.
  platform_id integer references platforms,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- People of all its payers; null until they are listed.
  total integer,
  done integer not null default 0,
  -- Statements that are new or a new version; the others stood already.
  made integer not null default 0,
  -- Pieces of work that failed one after the other.
  attempts integer not null default 0,
  reason text not null default '',
  requested_by integer not null references accounts,
  requested_at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('waiting', 'running')) = (ended_at is null)),
  check (total is null or done <= total)
);
create index tax_year_jobs_by_year on tax_year_jobs (year, job_id);
-- One at a time for a year and those who see the same providers.
create unique index tax_year_jobs_active on tax_year_jobs (year, coalesce(platform_id, 0)) where state in ('waiting', 'running');

-- The payers of a job, each up to the last month that was closed when it was asked for: a month closed meanwhile is left to the next.
create table tax_year_payers (
  job_id bigint not null references tax_year_jobs,
  provider_id integer not null references providers,
  last_period text not null,
  primary key (job_id, provider_id)
);

-- Whose statement is still to be made, by the last payout of the year; taken out in the transaction that makes it.
create table tax_year_queue (
  job_id bigint not null,
  place bigint generated always as identity,
  provider_id integer not null,
  row_id bigint not null,
  primary key (job_id, place)
);

-- A person's year at a payer as it was told; a later version supersedes it and leaves it as it was.
create table tax_year_statements (
  statement_id bigint generated always as identity primary key,
  year text not null check (year ~ '^\d{4}$'),
  provider_id integer not null references providers,
  -- The person's last payout of the year: whose statement it is stands there, sealed (D33).
  row_id bigint not null,
  name text not null,
  version integer not null,
  -- Each is followed by at most one.
  supersedes bigint unique references tax_year_statements,
  superseded_at timestamptz,
  -- The payer as it was called in its last closed month.
  payer_name text not null,
  taxpayer_id text not null,
  -- The last month of the year that was closed.
  through_month text not null,
  income_fen bigint not null,
  tax_fen bigint not null,
  -- The figures of each month in fen, and a digest that tells whether they changed.
  months jsonb not null,
  digest text not null,
  job_id bigint not null references tax_year_jobs,
  made_at timestamptz not null,
  -- Which published text its PDF has.
  text_version text not null,
  check ((version = 1) = (supersedes is null))
);
create index tax_year_statements_current on tax_year_statements (year, provider_id) where superseded_at is null;
create index tax_year_statements_by_row on tax_year_statements (row_id);
create trigger tax_year_statements_kept before delete on tax_year_statements
  for each row execute function refuse_change();
