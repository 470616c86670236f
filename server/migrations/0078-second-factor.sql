-- One-time codes and recovery codes of accounts, and which sessions have given a second factor (ADR 64).

-- step: transaction
create table account_totps (
  account_id integer primary key references accounts,
  -- Sealed with the account's number, so that it opens for no other account.
  sealed_secret text not null,
  -- The step of time of the last code that counted: none counts twice.
  last_step bigint not null default 0,
  made_at timestamptz not null,
  -- Null until the first code was typed: before that nobody is asked for one.
  confirmed_at timestamptz
);

create table recovery_codes (
  account_id integer not null references accounts,
  -- A keyed hash; the code itself was shown once.
  digest text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, digest)
);

create view account_factors as
  select account_id, 'totp' as kind from account_totps where confirmed_at is not null;

-- factor_at: when the second factor was last given in this session. session_id: how the page of sessions names one.
alter table sessions add column factor_at timestamptz, add column agent text not null default '',
  add column session_id bigint generated always as identity;
