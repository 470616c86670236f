-- How strong the evidence of a signing is (ADR 68): whether its link was shown in the console, and what its photographs look like.

-- step: transaction
alter table signing_links add column front_print text, add column back_print text, add column shown_at timestamptz;
-- Null: signed before it was recorded.
alter table personal_contracts add column evidence text check (evidence in ('code', 'link', 'shown-link'));
create table signing_photo_prints (
  contract_id bigint not null references personal_contracts,
  side text not null check (side in ('front', 'back')),
  freelancer_id bigint not null references freelancers,
  print text not null,
  parts text[] not null,
  primary key (contract_id, side)
);
create index signing_photo_prints_alike on signing_photo_prints using gin (parts);
create or replace view signing_standings as
  select pf.provider_id, pf.freelancer_id,
    l.link_id, l.created_at as link_created_at, l.expires_at, l.opened_at, l.failed_tries,
    c.contract_id, c.contract_no, c.text_version, c.signed_at, c.pdf_file_id, c.front_file_id, c.back_file_id,
    c.signature_file_id, c.images_deleted_at, c.evidence
  from provider_people pf
    left join signing_links l on l.provider_id = pf.provider_id and l.freelancer_id = pf.freelancer_id
      and l.used_at is null and l.revoked_at is null and l.replaced_at is null
    left join personal_contracts c on c.provider_id = pf.provider_id and c.freelancer_id = pf.freelancer_id
      and c.terminated_at is null;
