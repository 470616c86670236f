-- Which secret keys the database was written with, which are retired, and what is kept of them; under which key each file is sealed (ADR 87).

-- step: transaction
create table secret_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  -- In the order in which they were first written with.
  generation integer generated always as identity unique,
  first_used_at timestamptz not null default now(),
  retired_at timestamptz,
  -- The one that lookup hashes are made with, for good: rows of all tables are joined by them.
  hashes boolean not null default false
);
create unique index secret_keys_hashes on secret_keys (hashes) where hashes;

-- Keys of purposes that outlive their secret, wrapped under another: what was hashed and signed once is held against them.
create table kept_keys (
  key_id text not null references secret_keys,
  purpose text not null,
  wrapped bytea not null,
  wrapped_under text not null,
  primary key (key_id, purpose)
);

-- Who lately sealed under which key.
create table key_writers (
  process text primary key,
  key_id text not null,
  seen_at timestamptz not null
);

-- Hashes of earlier releases were renewed together with the seals: the first provider's seal names their key.
insert into secret_keys (key_id, hashes)
select left(sealed_particulars, 8), true from providers where sealed_particulars ~ '^[0-9a-f]{8}:' order by provider_id limit 1;

-- Null: not looked at since files are counted by key.
alter table files add column sealed_under text;
