-- Transfers: one for each row a started batch pays, with its life, its lease and its history (reliability.md).

alter table payout_batches
  add column started_at timestamptz,
  -- The Shanghai month of the start, the same for all rows; limit, tax and proofs use it (D16).
  add column payment_month text,
  -- The monthly limit that the start judged by (I11).
  add column limit_fen bigint,
  -- From this day on someone in the batch may be too old; the start opens the rows only then.
  add column age_good_until date,
  add column succeeded_fen bigint not null default 0 check (succeeded_fen >= 0),
  add column succeeded_fee_fen bigint not null default 0 check (succeeded_fee_fen >= 0),
  add column failed_fen bigint not null default 0 check (failed_fen >= 0),
  add column cancelled_fen bigint not null default 0 check (cancelled_fen >= 0),
  add column ended_at timestamptz,
  add constraint ends_within_payable check (succeeded_count >= 0 and failed_count >= 0 and succeeded_count + failed_count <= payable_count);
update payout_batches b set payment_month = r.month, started_at = r.paid
  from (select batch_id, min(payment_month) as month, min(paid_at) as paid from payout_rows where payment_month is not null group by 1) r
  where b.batch_id = r.batch_id;
alter table payout_rows drop column payment_month,
  -- The failed row that this one pays again (D40).
  add column copy_of bigint;
create index payout_rows_copies on payout_rows (copy_of) where copy_of is not null;
create index payout_batches_running on payout_batches (provider_id) where status = 'transferring' and ended_at is null;

create table transfers (
  transfer_id bigint generated always as identity primary key,
  -- No foreign keys: written by the hundred thousand in the transaction that starts their batch.
  row_id bigint not null unique,
  batch_id bigint not null,
  provider_id integer not null,
  -- What the bank knows it by, for ever.
  reference text not null unique,
  state text not null default 'reserved' check
    (state in ('reserved', 'sending', 'in-doubt', 'manual', 'succeeded', 'failed', 'returned')),
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null check (fee_fen >= 0),
  tax_fen bigint not null check (tax_fen >= 0),
  -- Counts the leases: whoever comes back after its lease finds another number and may not touch the transfer.
  fence integer not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  asks integer not null default 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  next_ask_at timestamptz,
  ended_at timestamptz,
  reason text not null default '',
  bank_serial text not null default '',
  check (amount_fen > tax_fen)
);
create index transfers_waiting on transfers (batch_id, transfer_id) where state = 'reserved';
create index transfers_leased on transfers (lease_until) where state = 'sending';
create index transfers_in_doubt on transfers (next_ask_at) where state in ('in-doubt', 'manual');
create index transfers_manual on transfers (provider_id) where state = 'manual';

-- How many transfers of a batch wait to be sent, and when it was last served: batches take turns.
create table transfer_queues (
  batch_id bigint primary key,
  waiting integer not null check (waiting >= 0),
  served_at timestamptz not null
);
create index transfer_queues_in_turn on transfer_queues (served_at) where waiting > 0;

create table transfer_events (
  event_id bigint generated always as identity primary key,
  transfer_id bigint not null,
  kind text not null check (kind in ('sent', 'answered', 'no-answer', 'asked', 'notified', 'listed', 'lease-lost', 'gave-up', 'proposed', 'resolved', 'proposal-refused')),
  from_state text not null,
  to_state text not null,
  attempt integer not null,
  -- The bank's own word, or a person's reason.
  detail text not null default '',
  -- Something that cannot be, or that someone must look at.
  alarm text,
  account_id integer,
  at timestamptz not null
);
create index transfer_events_by_transfer on transfer_events (transfer_id, event_id);
create index transfer_events_alarms on transfer_events (event_id) where alarm is not null;
create trigger transfer_events_kept before update or delete on transfer_events
  for each row execute function refuse_change();
create trigger transfer_events_not_truncated before truncate on transfer_events
  for each statement execute function refuse_change();

-- What two people decided about a transfer the bank gives no answer about (D41).
create table transfer_resolutions (
  resolution_id bigint generated always as identity primary key,
  transfer_id bigint not null references transfers,
  provider_id integer not null references providers,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  reason text not null,
  evidence_file_id uuid not null references files,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused', 'void')),
  proposed_by integer not null references accounts,
  proposed_at timestamptz not null,
  decided_by integer references accounts,
  decided_at timestamptz,
  decision_reason text not null default '',
  check ((status = 'pending') = (decided_at is null)),
  constraint resolver_is_another check (status <> 'confirmed' or decided_by <> proposed_by)
);
create unique index transfer_resolutions_one_open on transfer_resolutions (transfer_id) where status = 'pending';

-- Calls of the bank that were heard already; a replayed one is refused.
create table bank_nonces (
  nonce text primary key,
  heard_at timestamptz not null
);
create index bank_nonces_by_time on bank_nonces (heard_at);

-- The last proofs of the invariants, for /ready and the metrics.
create table verifications (
  verification_id bigint generated always as identity primary key,
  at timestamptz not null,
  broken jsonb not null
);
