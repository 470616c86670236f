-- How many reviewers a batch needs by its amount, and ceilings for batches and days (ADR 69).

-- step: transaction
create table approval_policies (
  policy_id integer generated always as identity primary key,
  -- Of a provider, or of a platform as the floor under all of its providers.
  provider_id integer references providers,
  platform_id integer references platforms,
  policy jsonb not null,
  changed_at timestamptz not null,
  constraint policy_of_one check ((provider_id is null) <> (platform_id is null))
);
create unique index approval_policies_provider on approval_policies (provider_id) where provider_id is not null;
create unique index approval_policies_platform on approval_policies (platform_id) where platform_id is not null;

-- Frozen at the upload; the defaults are the two steps of batches from before, and of an older release beside this one.
alter table payout_batches
  add column reviewers_needed integer not null default 1,
  add column manager_reviews boolean not null default false,
  add column batch_ceiling_fen bigint,
  add column day_ceiling_fen bigint,
  add column approval_tier jsonb;

-- Whether whoever took the step was a manager then.
alter table payout_approvals add column as_manager boolean not null default false;
