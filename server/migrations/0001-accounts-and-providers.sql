-- Platforms, providers, accounts and sessions: who works here and for whom.

create table platforms (
  platform_id integer generated always as identity primary key,
  name text not null unique check (name <> ''),
  created_at timestamptz not null
);

create table providers (
  provider_id integer generated always as identity primary key,
  name text not null unique check (name <> ''),
  -- Hundredths of the wire's "fee per 10,000": 65000 is 6.5 %.
  service_rate integer not null check (service_rate between 0 and 1000000),
  monthly_limit_fen bigint not null check (monthly_limit_fen > 0),
  bank_account_name text not null default '',
  taxpayer_id text not null default '',
  contact_user text not null default '',
  address text not null default '',
  -- Bank account and phone, sealed together (D33).
  sealed_particulars text not null,
  withholds_tax boolean not null default false,
  tax_method text not null default 'cumulative' check (tax_method in ('cumulative', 'per-payment')),
  unsigned_blocks boolean not null default false,
  enabled boolean not null default true,
  -- Raised by disabling: enabling the provider again must not bring old sessions back (D9).
  session_epoch integer not null default 0,
  created_at timestamptz not null
);

create table provider_platforms (
  provider_id integer not null references providers,
  platform_id integer not null references platforms,
  primary key (provider_id, platform_id)
);
create index provider_platforms_by_platform on provider_platforms (platform_id);

create table accounts (
  account_id integer generated always as identity primary key,
  account text not null,
  real_name text not null,
  password_hash text not null,
  provider_id integer not null references providers,
  platform_id integer not null references platforms,
  service_name text not null default '',
  pay_right boolean not null default false,
  check_right boolean not null default false,
  app_login_right boolean not null default false,
  manager boolean not null default false,
  super_manager boolean not null default false,
  enabled boolean not null default true,
  must_change_password boolean not null default true,
  created_at timestamptz not null,
  last_login_at timestamptz,
  -- Raised when password, rights or standing change: sessions of an older epoch are over on every device (D9).
  session_epoch integer not null default 1,
  -- The two-person rule stands here as well as in the code (D10).
  constraint pay_and_check_exclude check (not (pay_right and check_right)),
  -- An account's platform is always one of its provider's.
  constraint platform_of_provider foreign key (provider_id, platform_id) references provider_platforms
);
create unique index accounts_by_name on accounts (lower(account));
create index accounts_by_provider on accounts (provider_id);

-- Who an account is, published for the slices that show or check it. Its sessions belong to its own epoch and its
-- provider's together; both only rise.
create view account_identities as
  select a.account_id, a.account, a.real_name, a.provider_id, p.name as provider_name, a.platform_id,
    f.name as platform_name, a.pay_right, a.check_right, a.app_login_right, a.manager, a.super_manager,
    a.must_change_password, a.session_epoch + p.session_epoch as session_epoch, a.enabled and p.enabled as enabled
  from accounts a join providers p using (provider_id) join platforms f on f.platform_id = a.platform_id;

create table sessions (
  token_hash bytea primary key,
  account_id integer not null references accounts,
  session_epoch integer not null,
  brand smallint not null check (brand in (1, 2)),
  address text not null,
  started_at timestamptz not null,
  last_active_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_start on sessions (started_at);

-- Failed logins by a keyed hash of the name or address tried, known or not, so that mistyped passwords are never kept.
create table login_failures (
  failure_id bigint generated always as identity primary key,
  subject text not null,
  failed_at timestamptz not null
);
create index login_failures_by_subject on login_failures (subject, failed_at);
create index login_failures_by_time on login_failures (failed_at);
