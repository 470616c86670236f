-- Bank statements that people upload as PDF, and what each of their lines was linked to (D32). Nothing here moves money.

create table statements (
  statement_id bigint generated always as identity primary key,
  provider_id integer not null references providers,
  file_id uuid not null references files,
  file_name text not null,
  file_sha256 text not null,
  uploader_id integer not null references accounts,
  uploaded_at timestamptz not null,
  page_count integer not null check (page_count > 0),
  line_count integer not null check (line_count > 0),
  -- Of its lines; null where the statement has no days.
  first_day date,
  last_day date,
  check ((first_day is null) = (last_day is null))
);
create index statements_by_provider on statements (provider_id, statement_id desc);
-- The same content twice would list every payment twice, whoever else uploads it at the same moment.
create unique index statements_content_once on statements (provider_id, file_sha256);

create table statement_lines (
  line_id bigint generated always as identity primary key,
  statement_id bigint not null references statements,
  provider_id integer not null references providers,
  line_number integer not null,
  page integer not null,
  day date,
  kind text not null check (kind in ('debit', 'return')),
  name text not null,
  -- The payee's account sealed, and keyed for equality where the bank prints it in full; both empty where there is none (D33).
  sealed_card text not null,
  card_hash text not null,
  amount_fen bigint not null check (amount_fen > 0),
  reference text not null,
  remark text not null,
  result text not null check (result in ('linked', 'already-linked', 'ambiguous', 'not-found')),
  -- No foreign key, as of transfers. Of an already linked line it is the row that an earlier line has.
  row_id bigint,
  by_hand boolean not null default false,
  linked_by integer references accounts,
  linked_at timestamptz,
  unique (statement_id, line_number),
  check ((result = 'linked') = (linked_at is not null)),
  check ((linked_at is null) = (linked_by is null)),
  check (result <> 'linked' or row_id is not null),
  check (result in ('linked', 'already-linked') or row_id is null),
  check (not by_hand or result = 'linked')
);
create index statement_lines_by_result on statement_lines (statement_id, result, line_number);
-- A payment leaves the account once and comes back once: these decide between two people who link at the same moment.
create unique index statement_lines_one_debit on statement_lines (row_id) where result = 'linked' and kind = 'debit';
create unique index statement_lines_one_return on statement_lines (row_id) where result = 'linked' and kind = 'return';

-- Statements name payments by the bank's own number as well.
create index transfers_by_serial on transfers (provider_id, bank_serial) where bank_serial <> '';
