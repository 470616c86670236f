-- What keeps a restore from paying again (ADR 27): references fixed when a batch is stored, a gate before sending, debits that the books do not know.

-- Part of every reference of the batch, so that any backup that holds the batch holds its references. Null for batches that were
-- started before: their transfers hold theirs.
alter table payout_batches add column reference_mark text;
alter table payout_batches
  alter column reference_mark set default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);

create view batch_references as
  select batch_id, batch_no, provider_id, status, reference_mark from payout_batches;

-- A start that was lost and is known from the bank's record alone has no person.
alter table payout_approvals
  alter column account_id drop not null,
  add constraint approval_has_person check (account_id is not null or step = 'start') not valid;

alter table transfer_events drop constraint transfer_events_kind_check,
  add constraint transfer_events_kind_check check (kind in ('sent', 'answered', 'no-answer', 'asked', 'notified', 'listed', 'lease-lost',
    'gave-up', 'proposed', 'resolved', 'proposal-refused', 'adopted')) not valid;

-- One row: whether orders may be sent to the bank, and which server's state was last held against the bank's record.
create table sending_gate (
  gate_id integer primary key default 1 check (gate_id = 1),
  state text not null default 'open' check (state in ('open', 'halted')),
  reason text not null default '',
  halted_at timestamptz,
  system_identifier bigint not null,
  timeline integer not null,
  -- Commits may be lost only where the server was started anew.
  server_started_at timestamptz not null,
  -- Up to here our books and the bank's record were seen to agree.
  common_day date,
  bank_serial text not null default '',
  compared_at timestamptz,
  check ((state = 'halted') = (halted_at is not null))
);
insert into sending_gate (system_identifier, timeline, server_started_at)
  select system_identifier, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int, pg_postmaster_start_time()
  from pg_control_system();

-- Debits of the bank's record that our books do not know, until they are adopted, matched or explained by two people.
create table unknown_debits (
  debit_id bigint generated always as identity primary key,
  reference text not null unique,
  bank_serial text not null,
  amount_fen bigint not null,
  executed_at timestamptz not null,
  returned boolean not null default false,
  name text not null default '',
  card_tail text not null default '' check (length(card_tail) <= 4),
  -- Whose it is, where its reference is that of a batch we hold.
  batch_id bigint,
  provider_id integer references providers,
  -- Why it could not be adopted yet.
  cause text not null,
  found_at timestamptz not null,
  -- The row it turned out to have paid.
  row_id bigint,
  outcome text check (outcome in ('adopted', 'matched', 'paid', 'foreign')),
  ended_at timestamptz,
  proposed_outcome text check (proposed_outcome in ('paid', 'foreign')),
  proposed_reason text not null default '',
  proposed_by integer references accounts,
  proposed_at timestamptz,
  decided_by integer references accounts,
  decision_reason text not null default '',
  check ((outcome is null) = (ended_at is null)),
  check ((proposed_outcome is null) = (proposed_by is null) and (proposed_by is null) = (proposed_at is null)),
  constraint debit_decider_is_another check (decided_by is null or decided_by <> proposed_by)
);
create index unknown_debits_open on unknown_debits (executed_at) where outcome is null;
create index unknown_debits_unmatched on unknown_debits (name) where row_id is null and (outcome is null or outcome = 'paid');

-- step: batches
with piece as (select batch_id from payout_batches where batch_id > $1 order by batch_id limit 500),
  marked as (
    update payout_batches b set reference_mark = substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) from piece
    where b.batch_id = piece.batch_id and b.status <> 'transferring' and b.reference_mark is null)
select max(batch_id) as position from piece;

-- step: transaction
alter table payout_batches
  add constraint unstarted_has_mark check (status = 'transferring' or reference_mark is not null) not valid;
