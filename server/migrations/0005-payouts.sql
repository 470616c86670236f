-- Payout batches and their rows, approvals, and how far an upload has come.

-- Numbers that start anew each day, such as 202611130007.
create table daily_numbers (
  kind text not null,
  day date not null,
  last integer not null,
  primary key (kind, day)
);

create table payout_batches (
  batch_id bigint generated always as identity primary key,
  batch_no text not null unique,
  provider_id integer not null references providers,
  platform_id integer not null references platforms,
  uploader_id integer not null references accounts,
  uploaded_at timestamptz not null,
  file_name text not null,
  file_size bigint not null,
  file_sha256 text not null,
  status text not null check (status in ('auditing', 'reviewing', 'audit-rejected', 'ready', 'review-rejected', 'transferring')),
  withdrawn boolean not null default false,
  -- Frozen at upload (D17).
  service_rate integer not null,
  withholds_tax boolean not null,
  tax_method text not null,
  row_count integer not null,
  -- Moved together with the rows, and recomputed by the verify command.
  payable_count integer not null check (payable_count >= 0),
  cancelled_count integer not null default 0 check (cancelled_count >= 0),
  gross_fen bigint not null check (gross_fen >= 0),
  fee_fen bigint not null check (fee_fen >= 0),
  -- Of the rows still to be paid; kept here so that lists and check pages never count rows.
  people_count integer not null,
  unsigned_count integer not null,
  warned_count integer not null,
  warning_counts jsonb not null,
  tax_fen bigint not null default 0 check (tax_fen >= 0),
  -- Null until the worker has registered the batch's people (D26).
  registered_at timestamptz,
  succeeded_count integer not null default 0,
  failed_count integer not null default 0,
  check (payable_count + cancelled_count = row_count)
);
create index payout_batches_by_provider on payout_batches (provider_id, uploaded_at desc);
create index payout_batches_by_time on payout_batches (uploaded_at desc);
create index payout_batches_by_content on payout_batches (provider_id, file_sha256);

create index payout_batches_unregistered on payout_batches (batch_id) where registered_at is null;

create table payout_rows (
  row_id bigint generated always as identity primary key,
  -- No foreign key: checking it row by row cost a third of storing a sheet. Rows are written in the transaction that
  -- writes their batch, by one store.
  batch_id bigint not null,
  provider_id integer not null,
  row_number integer not null,
  status text not null default 'processing' check (status in ('processing', 'succeeded', 'failed', 'cancelled')),
  name text not null,
  id_hash text not null,
  phone_hash text not null,
  card_hash text not null,
  -- ID number, phone and card number, sealed together (D33).
  sealed text not null,
  bank text not null,
  amount_fen bigint not null check (amount_fen > 0),
  fee_fen bigint not null check (fee_fen >= 0),
  tax_fen bigint not null default 0 check (tax_fen >= 0),
  month text not null,
  remark text not null,
  warnings jsonb,
  error text not null default '',
  -- The Shanghai month of its start, fixed then; limit, tax and proofs use it (D16).
  payment_month text,
  paid_at timestamptz
);
create index payout_rows_by_batch on payout_rows (batch_id, row_number);
create index payout_rows_by_person on payout_rows (provider_id, id_hash);

create table payout_approvals (
  approval_id bigint generated always as identity primary key,
  batch_id bigint not null references payout_batches,
  -- `reseal` is no step of anyone's: a rotation of keys vouches anew for what the approval before it saw.
  step text not null check (step in ('upload', 'audit', 'review', 'start', 'withdraw', 'reseal')),
  account_id integer not null references accounts,
  passed boolean not null,
  reason text not null default '',
  at timestamptz not null,
  -- Keyed hash of the payable rows with rate and tax method, under the key named key_id.
  content_hash text,
  key_id text
);
create index payout_approvals_by_batch on payout_approvals (batch_id, approval_id);

create trigger payout_approvals_kept before update or delete on payout_approvals
  for each row execute function refuse_change();
create trigger payout_approvals_not_truncated before truncate on payout_approvals
  for each statement execute function refuse_change();

-- Progress of uploads under way; worth nothing after a crash, hence unlogged.
create unlogged table upload_progress (
  upload_key text not null,
  account_id integer not null,
  stage text not null,
  done integer not null,
  total integer not null,
  bad integer not null,
  updated_at timestamptz not null,
  primary key (account_id, upload_key)
);
