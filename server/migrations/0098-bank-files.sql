-- Paying accounts with a channel, and batches that are paid by files which people carry to the bank (ADR 81, ADR 82).

-- step: transaction
-- Rows of a file channel never wait for the sender: releases from before it find nothing to claim.
alter table transfer_queues add column channel text not null default 'direct',
  add constraint files_never_wait check (channel = 'direct' or (channel = 'file' and waiting = 0)) not valid;

alter table transfer_events drop constraint transfer_events_kind_check,
  add constraint transfer_events_kind_check check (kind in ('sent', 'answered', 'no-answer', 'asked', 'notified', 'listed', 'lease-lost',
    'gave-up', 'proposed', 'resolved', 'proposal-refused', 'adopted', 'handed-over', 'file-result', 'file-withdrawn')) not valid;

create table paying_accounts (
  paying_account_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  holder_name text not null,
  bank_name text not null,
  -- The whole number sealed, and its last four digits for people.
  sealed_account text not null,
  account_tail text not null check (length(account_tail) = 4),
  channel text not null check (channel in ('direct', 'file')),
  -- Of the file channel: a key of the shipped formats.
  format_key text not null default '',
  is_default boolean not null,
  enabled boolean not null default true,
  changed_at timestamptz not null,
  constraint files_have_a_format check ((channel = 'file') = (format_key <> '')),
  constraint disabled_is_no_default check (enabled or not is_default)
);
create unique index paying_accounts_one_default on paying_accounts (provider_id) where is_default;
create index paying_accounts_by_provider on paying_accounts (provider_id);

-- A batch that was started on the file channel, with the account and format of that moment.
create table bank_file_batches (
  batch_id bigint primary key,
  provider_id integer not null references providers,
  paying_account_id integer not null references paying_accounts,
  format_key text not null,
  format_version integer not null,
  started_at timestamptz not null,
  made_at timestamptz
);
create index bank_file_batches_to_make on bank_file_batches (started_at) where made_at is null;

create table bank_files (
  bank_file_id integer generated always as identity primary key,
  batch_id bigint not null references bank_file_batches,
  provider_id integer not null references providers,
  file_group text not null check (file_group in ('all', 'own', 'other')),
  part integer not null check (part > 0),
  name text not null,
  -- What a pain.001 calls itself; at most 35 characters.
  message_id text not null unique check (length(message_id) <= 35),
  store_file_id uuid not null references files,
  sha256 text not null,
  row_count integer not null check (row_count > 0),
  sum_fen bigint not null check (sum_fen > 0),
  state text not null default 'made' check (state in ('made', 'downloaded', 'submitted', 'imported', 'confirmed', 'settled', 'withdrawn')),
  made_at timestamptz not null,
  download_count integer not null default 0,
  downloaded_by integer references accounts,
  downloaded_at timestamptz,
  submitted_by integer references accounts,
  submitted_at timestamptz,
  bank_batch_no text not null default '',
  -- A withdrawal that one has asked for; another confirms it.
  withdrawal_asked_by integer references accounts,
  withdrawal_asked_at timestamptz,
  withdrawal_reason text not null default '',
  withdrawn_by integer references accounts,
  withdrawn_at timestamptz,
  settled_at timestamptz,
  constraint bank_files_part_once unique (batch_id, file_group, part),
  constraint submitted_by_somebody check (state in ('made', 'downloaded', 'withdrawn') or submitted_by is not null),
  constraint downloaded_before_submitted check (state in ('made', 'withdrawn') or download_count > 0),
  -- The second person stands here as well as in the code.
  constraint two_people_withdraw check (state <> 'withdrawn' or withdrawn_by <> withdrawal_asked_by)
);
create index bank_files_by_batch on bank_files (batch_id);

create table bank_file_rows (
  bank_file_id integer not null references bank_files,
  position integer not null check (position > 0),
  row_id bigint not null,
  net_fen bigint not null check (net_fen > 0),
  -- False once its file is withdrawn.
  live boolean not null default true,
  primary key (bank_file_id, position)
);
-- A transfer stands in one file at most that may still pay.
create unique index bank_file_rows_live_once on bank_file_rows (row_id) where live;

create table bank_file_results (
  result_id integer generated always as identity primary key,
  bank_file_id integer not null references bank_files,
  store_file_id uuid not null references files,
  name text not null,
  sha256 text not null,
  kind text not null check (kind in ('sheet', 'pain.002', 'camt.053')),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused')),
  by_reference integer not null,
  ambiguous integer not null,
  indefinite integer not null,
  imported_by integer not null references accounts,
  imported_at timestamptz not null,
  decided_by integer references accounts,
  decided_at timestamptz,
  reason text not null default '',
  -- Up to this position its rows went into the books.
  applied_to integer not null default 0,
  constraint importer_never_confirms check (state <> 'confirmed' or decided_by <> imported_by)
);
create unique index bank_file_results_once on bank_file_results (bank_file_id, sha256) where state <> 'refused';
create unique index bank_file_results_one_waits on bank_file_results (bank_file_id) where state = 'waiting';

create table bank_file_result_rows (
  result_id integer not null references bank_file_results,
  position integer not null,
  status text not null check (status in ('succeeded', 'rejected', 'returned')),
  reason text not null,
  serial text not null,
  primary key (result_id, position)
);
create trigger bank_file_result_rows_kept before update or delete on bank_file_result_rows for each row execute function refuse_change();

-- In which file a transfer stands, for its history.
create view row_bank_files as
  select r.row_id, f.bank_file_id, f.name, r.position, f.state, f.sha256, f.bank_batch_no, r.live
  from bank_file_rows r join bank_files f using (bank_file_id);
-- Which channel a batch goes by.
create view batch_channels as select batch_id, channel, paused_at is not null as paused from transfer_queues;
