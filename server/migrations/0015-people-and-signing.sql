-- Freelancers as the console shows them, signing links, and the personal contracts they yield (D26–D28, D33).

-- Files that come over a signing link have no account behind them; loose ones are nobody's to read.
alter table files alter column uploader_id drop not null;

-- Pinyin for the search; emptied wherever the name changes, and spelled by the worker.
alter table provider_freelancers add column pinyin text;
create index provider_freelancers_unspelled on provider_freelancers (freelancer_id) where pinyin is null;
create index provider_freelancers_newest on provider_freelancers (provider_id, freelancer_id desc);

-- Every change of a known person's phone or card: from what, to what, by whom, with which sheet.
create table contact_changes (
  change_id bigint generated always as identity primary key,
  provider_id integer not null references providers,
  freelancer_id bigint not null references freelancers,
  changed_at timestamptz not null,
  source text not null check (source in ('sheet', 'console')),
  batch_id bigint references payout_batches,
  account_id integer references accounts,
  phone_changed boolean not null,
  card_changed boolean not null,
  sealed_before text not null,
  bank_before text not null,
  sealed_after text not null,
  bank_after text not null,
  check (phone_changed or card_changed),
  check ((source = 'sheet') = (batch_id is not null))
);
create index contact_changes_by_person on contact_changes (freelancer_id, provider_id, change_id desc);

-- One invitation: a link of one use. The token itself is sealed, so that the console can show the link again.
create table signing_links (
  link_id bigint generated always as identity primary key,
  provider_id integer not null references providers,
  freelancer_id bigint not null references freelancers,
  token_hash text not null unique,
  sealed_token text not null,
  -- The sheet it was sent out with, where it was.
  batch_id bigint references payout_batches,
  created_by integer not null references accounts,
  -- The page wears the brand under which the invitation was made, also where both brands share one address (D12).
  brand smallint check (brand in (1, 2)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  failed_tries integer not null default 0 check (failed_tries between 0 and 5),
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by integer references accounts,
  revoke_reason text,
  replaced_at timestamptz,
  -- A signing under way: one at a time, begun by the last identity check.
  session_hash text unique,
  session_until timestamptz,
  front_file_id uuid references files on delete set null,
  back_file_id uuid references files on delete set null,
  -- The code by text message, where a gateway is configured.
  code_hash text,
  code_until timestamptz,
  code_sent_at timestamptz,
  code_tries integer not null default 0,
  -- The invitation by text message.
  notice text not null default 'none' check (notice in ('none', 'waiting', 'sent', 'failed')),
  notice_tries integer not null default 0,
  notice_at timestamptz,
  check ((revoked_at is null) = (revoked_by is null)),
  check ((session_hash is null) = (session_until is null))
);
-- One open link for a person at a provider, whoever else invites at the same time.
create unique index signing_links_open on signing_links (provider_id, freelancer_id)
  where used_at is null and revoked_at is null and replaced_at is null;
create index signing_links_by_person on signing_links (freelancer_id, provider_id, link_id desc);
create index signing_links_newest on signing_links (provider_id, link_id desc) where replaced_at is null;
create index signing_links_by_batch on signing_links (batch_id) where batch_id is not null;
create index signing_links_to_notify on signing_links (notice_at) where notice = 'waiting';

-- What was signed: with which text, by whom, from where; the paper is the PDF.
create table personal_contracts (
  contract_id bigint generated always as identity primary key,
  contract_no text not null unique,
  link_id bigint not null unique references signing_links,
  provider_id integer not null references providers,
  freelancer_id bigint not null references freelancers,
  name text not null,
  sealed_person text not null,
  text_version text not null,
  text_digest text not null,
  signed_at timestamptz not null,
  -- Over everything that was signed; printed on the paper.
  digest text not null,
  address text not null,
  device_hash text not null,
  device text not null,
  flags text[] not null default '{}',
  checked_at timestamptz,
  checked_by integer references accounts,
  check_note text,
  pdf_file_id uuid not null references files,
  front_file_id uuid references files,
  back_file_id uuid references files,
  signature_file_id uuid references files,
  images_deleted_at timestamptz,
  images_deleted_by integer references accounts,
  images_deletion_reason text,
  terminated_at timestamptz,
  terminated_by integer references accounts,
  termination_reason text,
  check ((terminated_at is null) = (terminated_by is null)),
  check ((checked_at is null) = (checked_by is null)),
  check ((images_deleted_at is null) = (images_deleted_by is null)),
  check (images_deleted_at is null or (front_file_id is null and back_file_id is null and signature_file_id is null))
);
-- One contract in force for a person at a provider.
create unique index personal_contracts_in_force on personal_contracts (provider_id, freelancer_id) where terminated_at is null;
create index personal_contracts_by_person on personal_contracts (freelancer_id, provider_id, contract_id desc);
create index personal_contracts_by_device on personal_contracts (provider_id, device_hash);
create index personal_contracts_flagged on personal_contracts (provider_id) where checked_at is null and flags <> '{}';

-- What the slices of payouts, restricted people and signing publish for those who show a person.
create view person_payouts as
  select r.row_id, r.provider_id, r.id_hash, r.status, r.amount_fen, r.tax_fen, r.month, r.paid_at,
    b.batch_id, b.batch_no, b.status as batch_status, b.payment_month
  from payout_rows r join payout_batches b using (batch_id);

create view batch_origins as
  select batch_id, batch_no, file_name, uploader_id, uploaded_at from payout_batches;

create view restrictions as
  select provider_id, id_hash, added_by, added_at from limit_users where removed_at is null;

-- Where a person stands with a provider: the link that may still be signed, and the contract in force.
create view signing_standings as
  select pf.provider_id, pf.freelancer_id,
    l.link_id, l.created_at as link_created_at, l.expires_at, l.opened_at, l.failed_tries,
    c.contract_id, c.contract_no, c.text_version, c.signed_at, c.pdf_file_id, c.front_file_id, c.back_file_id,
    c.signature_file_id, c.images_deleted_at
  from provider_freelancers pf
    left join signing_links l on l.provider_id = pf.provider_id and l.freelancer_id = pf.freelancer_id
      and l.used_at is null and l.revoked_at is null and l.replaced_at is null
    left join personal_contracts c on c.provider_id = pf.provider_id and c.freelancer_id = pf.freelancer_id
      and c.terminated_at is null;
