-- The audit log: append-only entries, sealed in batches into a chain (D34).

create table audit_seals (
  seal_id bigint generated always as identity primary key,
  sealed_at timestamptz not null,
  entry_count integer not null check (entry_count > 0),
  -- HMAC over the previous digest and this batch, under the key named key_id.
  key_id text not null,
  digest text not null
);

create table audit_entries (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id integer,
  account text not null,
  real_name text not null,
  -- Whose record was touched; it decides which managers see the entry.
  provider_id integer,
  address text not null,
  request_id text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null default '',
  result text not null check (result in ('done', 'refused')),
  reason text not null default '',
  before jsonb,
  after jsonb,
  seal_id bigint references audit_seals
);
create index audit_entries_unsealed on audit_entries (entry_id) where seal_id is null;
create index audit_entries_by_seal on audit_entries (seal_id, entry_id);
create index audit_entries_by_time on audit_entries (at desc, entry_id desc);
create index audit_entries_by_provider on audit_entries (provider_id, at desc, entry_id desc);
create index audit_entries_by_action on audit_entries (action, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The one change an entry may see is being sealed, once.
create function only_seal_entry() returns trigger language plpgsql as $$
declare
  unsealed audit_entries := new;
begin
  unsealed.seal_id := null;
  if old.seal_id is not null or new.seal_id is null or unsealed is distinct from old then
    raise exception 'audit_entries is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger audit_entries_sealed_once before update on audit_entries
  for each row execute function only_seal_entry();
create trigger audit_entries_kept before delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_seals_kept before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_not_truncated before truncate on audit_seals
  for each statement execute function refuse_change();
