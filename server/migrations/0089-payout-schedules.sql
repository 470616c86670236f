-- Starts that were set for a later time; the worker makes them (ADR 70).

-- step: transaction
create table payout_schedules (
  schedule_id bigint generated always as identity primary key,
  batch_id bigint not null references payout_batches,
  provider_id integer not null references providers,
  -- Who starts it, as of record.
  account_id integer not null references accounts,
  set_at timestamptz not null,
  due_at timestamptz not null,
  -- What a passkey signed when it was set.
  signature_id bigint references passkey_signatures,
  state text not null default 'waiting' check (length(state) <= 20),
  ended_at timestamptz,
  -- Null where the worker ended it.
  ended_by integer references accounts,
  -- Why it was not started, by its code and in words.
  failure text not null default '',
  failure_words text not null default '',
  constraint ended_or_waiting check ((state = 'waiting') = (ended_at is null))
);
create unique index payout_schedules_waiting_once on payout_schedules (batch_id) where state = 'waiting';
create index payout_schedules_due on payout_schedules (due_at) where state = 'waiting';
create index payout_schedules_by_batch on payout_schedules (batch_id, schedule_id);
create index payout_schedules_failed on payout_schedules (provider_id, schedule_id) where state = 'failed';
