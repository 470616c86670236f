-- Passkeys of accounts, what each of them signed, and which approval it stands behind (ADR 65).

-- step: transaction
create table passkeys (
  passkey_id integer generated always as identity primary key,
  account_id integer not null references accounts,
  credential_id text not null unique,
  -- As COSE; kept after a removal, so that what it signed can still be checked.
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  -- When a counter ran back: somebody may have copied the key.
  clone_seen_at timestamptz,
  removed_at timestamptz
);
create index passkeys_by_account on passkeys (account_id);

create or replace view account_factors as
  select account_id, 'totp' as kind from account_totps where confirmed_at is not null
  union all
  select account_id, 'passkey' from passkeys where removed_at is null;

-- What a session was asked to sign; the newest question is the one that counts.
create table passkey_challenges (
  token_hash bytea primary key references sessions on delete cascade,
  kind text not null check (kind in ('add', 'give')),
  challenge text not null,
  -- What is decided, with everything that its digest was made of.
  about jsonb,
  made_at timestamptz not null
);

create table passkey_signatures (
  signature_id bigint generated always as identity primary key,
  passkey_id integer not null references passkeys,
  token_hash bytea not null,
  about jsonb not null,
  challenge text not null,
  client_data bytea not null,
  authenticator_data bytea not null,
  signature bytea not null,
  signed_at timestamptz not null
);
create index passkey_signatures_by_session on passkey_signatures (token_hash);
create trigger passkey_signatures_kept before update or delete on passkey_signatures
  for each row execute function refuse_change();

create table approval_signatures (
  approval_id bigint primary key references payout_approvals,
  signature_id bigint not null unique references passkey_signatures
);
create trigger approval_signatures_kept before update or delete on approval_signatures
  for each row execute function refuse_change();
