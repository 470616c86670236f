-- Devices and networks that accounts are used from, and accounts behind a batch that may be one person's (D44, ADR 63).

-- step: transaction
create table account_places (
  account_id integer not null references accounts,
  kind text not null check (kind in ('device', 'network')),
  -- A digest: neither a cookie nor an address can be read from it.
  place text not null check (length(place) <= 64),
  last_used_on date not null,
  primary key (account_id, kind, place)
);
create index account_places_by_place on account_places (place, kind);
create view places_of_accounts as select account_id, kind, place, last_used_on from account_places;

-- Found when one of the two decides; managers look into it.
create table account_pairs (
  pair_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  account_a integer not null references accounts,
  account_b integer not null references accounts,
  traits text[] not null check (cardinality(traits) > 0),
  -- The newest batch that both have a hand in.
  batch_id bigint not null references payout_batches,
  found_at timestamptz not null,
  -- Null while a manager is asked.
  cleared_at timestamptz,
  cleared_by integer references accounts,
  cleared_word text not null default '',
  constraint smaller_number_first check (account_a < account_b),
  constraint never_cleared_by_themselves check (cleared_by is null or cleared_by not in (account_a, account_b)),
  unique (provider_id, account_a, account_b)
);
create index account_pairs_asked on account_pairs (provider_id, pair_id) where cleared_at is null;
create index account_pairs_of_batch on account_pairs (batch_id);
