-- What the checks of the invariants have proved, so that the next ones look at what moved since (ADR 90).

-- step: transaction
create table invariant_checkpoints (
  only_one boolean primary key default true check (only_one),
  whole_at timestamptz not null,
  -- What is dated before was committed when the checks looked.
  before timestamptz not null,
  approvals_to bigint not null,
  leases_to integer not null,
  events_to bigint not null
);

-- Sums of all postings dated before the checkpoint: of its own day, and of all days before it under -infinity.
create table checked_postings (
  provider_id integer not null,
  day date not null,
  phase text not null,
  source text not null,
  destination text not null,
  lines bigint not null,
  amount_fen bigint not null,
  primary key (provider_id, day, phase, source, destination)
);

-- What each batch adds to the tax and VAT that its provider owes; open: looked at the next time, whatever happens to it.
create table checked_batches (
  batch_id bigint primary key,
  provider_id integer not null,
  open boolean not null,
  tax_fen bigint not null,
  vat_fen bigint not null
);
create index checked_batches_open on checked_batches (batch_id) where open;

-- What each batch adds to the counts of each day (payout_days).
create table checked_batch_days (
  batch_id bigint not null,
  day date not null,
  provider_id integer not null,
  processing integer not null,
  succeeded integer not null,
  failed integer not null,
  succeeded_fen bigint not null,
  failed_fen bigint not null,
  succeeded_fee_fen bigint not null,
  primary key (batch_id, day)
);
create index checked_batch_days_by_day on checked_batch_days (provider_id, day);

-- The sums of checked_batches.
create table checked_providers (
  provider_id integer primary key,
  tax_fen bigint not null,
  vat_fen bigint not null
);
