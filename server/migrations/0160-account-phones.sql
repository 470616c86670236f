-- Mobile numbers of accounts, where they were given: two accounts of one number may be one person's (ADR 63). And where accounts stand now,
-- for proposals, which ask who managed a company until lately (ADR 62).

-- step: transaction
create table account_phones (
  account_id integer primary key references accounts,
  sealed_phone text not null check (length(sealed_phone) <= 400),
  -- The same digest for the same number, so that accounts are compared by it.
  phone_hash text not null check (length(phone_hash) <= 64),
  changed_at timestamptz not null
);
create view phones_of_accounts as select account_id, phone_hash from account_phones;

create or replace view account_scopes as
  select i.account_id, i.provider_id as home_provider_id, i.manager, f.provider_id, i.platform_id, i.enabled
  from account_identities i join platform_providers f on f.platform_id = i.platform_id;
