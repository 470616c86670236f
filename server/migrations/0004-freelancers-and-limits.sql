-- Freelancers, known by ID number, and people restricted from transfers (D26, D33).

create table freelancers (
  freelancer_id bigint generated always as identity primary key,
  -- Keyed hash of the ID number for equality, and the number itself sealed.
  id_hash text not null unique,
  sealed_id text not null
);

-- What one provider knows of a person: name, phone and card are kept per provider.
create table provider_freelancers (
  provider_id integer not null references providers,
  freelancer_id bigint not null references freelancers,
  name text not null,
  -- True after a succeeded transfer or a signing: from then on the name binds (D26).
  name_bound boolean not null default false,
  phone_hash text not null,
  card_hash text not null,
  bank text not null,
  sealed_contact text not null,
  signed_at timestamptz,
  registered_at timestamptz not null,
  refreshed_at timestamptz not null,
  primary key (provider_id, freelancer_id)
);
create index provider_freelancers_by_person on provider_freelancers (freelancer_id);

create table limit_users (
  limit_id integer generated always as identity primary key,
  -- Null: restricted at every provider.
  provider_id integer references providers,
  name text not null,
  id_hash text not null,
  sealed_id text not null,
  added_by integer not null references accounts,
  added_at timestamptz not null,
  removed_by integer references accounts,
  removed_at timestamptz,
  removal_reason text,
  check ((removed_at is null) = (removed_by is null))
);
-- The same person twice at one provider is refused, whoever else adds at the same time.
create unique index limit_users_once on limit_users (coalesce(provider_id, 0), id_hash) where removed_at is null;
create index limit_users_by_person on limit_users (id_hash) where removed_at is null;
