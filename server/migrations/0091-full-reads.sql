-- How often each account read personal data in full within the last hours, and when its managers were told (D33, ADR 73).

-- step: transaction
create table full_reads (
  account_id integer not null references accounts,
  kind text not null check (length(kind) <= 20),
  at timestamptz not null
);
create index full_reads_by_account on full_reads (account_id, kind, at);

create table full_read_alarms (
  alarm_id integer generated always as identity primary key,
  account_id integer not null references accounts,
  provider_id integer not null references providers,
  kind text not null check (length(kind) <= 20),
  -- How many there were within the hour when it was raised, and whether one was refused since.
  reads integer not null,
  refused boolean not null,
  at timestamptz not null
);
create index full_read_alarms_by_time on full_read_alarms (at);
create index full_read_alarms_by_account on full_read_alarms (account_id, kind, at);
