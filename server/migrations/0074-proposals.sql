-- Changes of power over money are proposed by one manager and confirmed by another (D47, ADR 62).

-- step: transaction
create table proposals (
  proposal_id integer generated always as identity primary key,
  proposal_no text not null unique,
  kind text not null check (length(kind) <= 40),
  -- What it is about, so that only one of a kind waits for it at a time.
  subject text not null check (length(subject) <= 120),
  provider_id integer not null references providers,
  -- Names as they were then.
  provider_name text not null,
  -- Whose account it is about; one that is proposed is not there yet.
  account_id integer,
  object_name text not null,
  -- What people are shown: never a password.
  facts_before jsonb not null,
  facts_after jsonb not null,
  -- What is carried out: a password only as its argon2 hash; gone when the proposal has ended.
  change jsonb,
  reason text not null default '',
  state text not null default 'open'
    check (state in ('open', 'cooling', 'done', 'refused', 'withdrawn', 'expired', 'void')),
  proposed_by integer not null references accounts,
  proposer_account text not null,
  proposer_name text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a cooling one takes effect.
  effective_at timestamptz,
  decided_by integer references accounts,
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  constraint cooling_has_an_end check (state <> 'cooling' or effective_at is not null),
  constraint change_until_the_end check ((change is not null) = (state in ('open', 'cooling'))),
  -- The second person stands here as well as in the code.
  constraint proposer_never_confirms check (state <> 'done' or decided_by is distinct from proposed_by)
);
create unique index proposals_open_once on proposals (kind, subject) where state in ('open', 'cooling');
create index proposals_by_account on proposals (account_id, proposal_id) where account_id is not null;
create index proposals_by_provider on proposals (provider_id, proposal_id);

-- What owners are told of their accounts, until they have read it.
create table account_notices (
  notice_id integer generated always as identity primary key,
  account_id integer not null references accounts,
  kind text not null check (length(kind) <= 40),
  -- Whom or what it is about, in the words of people.
  about text not null default '',
  by_name text not null default '',
  proposal_id integer references proposals,
  at timestamptz not null,
  read_at timestamptz
);
create index account_notices_unread on account_notices (account_id, notice_id) where read_at is null;

-- decides_from: before this moment the account decides nothing; null where it need not wait, as for all accounts of earlier releases.
alter table accounts add column decides_from timestamptz;

create or replace view account_identities as
  select a.account_id, a.account, a.real_name, a.provider_id, p.name as provider_name, a.platform_id,
    f.name as platform_name, a.pay_right, a.check_right, a.app_login_right, a.manager, a.super_manager,
    a.must_change_password, a.session_epoch + p.session_epoch as session_epoch, a.enabled and p.enabled as enabled,
    a.decides_from
  from accounts a join provider_profiles p using (provider_id) join platform_names f on f.platform_id = a.platform_id;

-- Which provider each enabled account decides for, and which it manages: who may confirm a proposal, and who is told of it.
create view account_reach as
  select i.account_id, p.provider_id, i.provider_id = p.provider_id and (i.pay_right or i.check_right) as decides,
    i.super_manager or (i.manager and exists (
      select from platform_providers f where f.provider_id = p.provider_id and f.platform_id = i.platform_id)) as manages
  from account_identities i cross join provider_names p where i.enabled;
