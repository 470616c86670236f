-- Recharges of a provider's balance, and their reversals (D25).

create table recharges (
  recharge_id bigint generated always as identity primary key,
  provider_id integer not null references providers,
  platform_id integer not null references platforms,
  creator_id integer not null references accounts,
  created_at timestamptz not null,
  payer_name text not null,
  -- The payer's account number sealed, and keyed for the question whether the same payer paid the same before.
  payer_hash text not null,
  sealed_payer text not null,
  receiver_name text not null,
  receiver_account text not null,
  receiver_bank text not null,
  amount_fen bigint not null check (amount_fen > 0),
  pay_day date not null,
  receipt_file_id uuid not null references files,
  receipt_sha256 text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  withdrawn boolean not null default false,
  decided_by integer references accounts,
  decided_at timestamptz,
  reason text not null default '',
  -- What was available right after the approval.
  available_after_fen bigint,
  reversed_fen bigint not null default 0,
  check ((status = 'pending') = (decided_at is null)),
  check (reversed_fen between 0 and amount_fen),
  -- The two-person rule stands here as well as in the code: only a withdrawal is one's own.
  constraint auditor_is_another check (decided_by is null or decided_by <> creator_id or withdrawn)
);
create index recharges_by_provider on recharges (provider_id, recharge_id desc);
create index recharges_pending on recharges (provider_id) where status = 'pending';
create index recharges_by_payment on recharges (provider_id, payer_hash, amount_fen, pay_day);
-- The same receipt while an earlier recharge is not rejected (D25), whoever else adds it at the same moment.
create unique index recharges_receipt_once on recharges (provider_id, receipt_sha256) where status <> 'rejected';

create table recharge_reversals (
  reversal_id bigint generated always as identity primary key,
  recharge_id bigint not null references recharges,
  provider_id integer not null references providers,
  -- 冲正 takes back a credit that should not have been; 退款 sends the money back.
  kind text not null check (kind in ('correction', 'refund')),
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'refused')),
  asked_by integer not null references accounts,
  asked_at timestamptz not null,
  decided_by integer references accounts,
  decided_at timestamptz,
  decision_reason text not null default '',
  check ((status = 'pending') = (decided_at is null)),
  constraint confirmer_is_another check (status <> 'confirmed' or decided_by <> asked_by)
);
create unique index recharge_reversals_one_open on recharge_reversals (recharge_id) where status = 'pending';
