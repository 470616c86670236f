-- Statements of the operator's receiving accounts and the credits they list: what recharges are matched with (D50, ADR 67).

-- step: transaction
create table receiver_statements (
  receiver_statement_id integer generated always as identity primary key,
  -- One of the receiving accounts of the brands' configuration.
  receiver_account text not null,
  file_id uuid not null references files,
  file_name text not null,
  file_sha256 text not null,
  uploader_id integer not null references accounts,
  uploaded_at timestamptz not null,
  line_count integer not null,
  constraint receiver_statements_content_once unique (receiver_account, file_sha256)
);

create table receiver_credits (
  credit_id bigint generated always as identity primary key,
  receiver_statement_id integer not null references receiver_statements,
  receiver_account text not null,
  -- What tells a line from all others of the account, so that statements whose days overlap bring it once.
  line_key text not null,
  page integer not null,
  line_number integer not null,
  day date,
  payer_name text not null,
  -- The payer's account sealed, as the statement prints it; empty where it prints none.
  sealed_payer text not null,
  amount_fen bigint not null check (amount_fen > 0),
  balance_fen bigint,
  remark text not null,
  -- The recharge whose money this is; matched_by is null where the rules decided.
  recharge_id bigint references recharges,
  matched_by integer references accounts,
  matched_at timestamptz,
  check ((recharge_id is null) = (matched_at is null)),
  constraint receiver_credits_line_once unique (receiver_account, line_key)
);
-- A credit names one recharge, and a recharge is the money of one credit.
create unique index receiver_credits_recharge_once on receiver_credits (recharge_id) where recharge_id is not null;
create index receiver_credits_open on receiver_credits (receiver_account, amount_fen) where recharge_id is null;
create index receiver_credits_by_statement on receiver_credits (receiver_statement_id);

-- step: index
create index concurrently recharges_by_receiver on recharges (receiver_account, amount_fen) where status <> 'rejected';
