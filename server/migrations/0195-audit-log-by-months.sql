-- The audit log in partitions by month, which can be archived one by one (ADR 152). Ids bear their month: 202611000000001 is the first entry
-- of November 2026. Whatever has a smaller id was written before and stays in one partition, which is attached and not copied.
-- partitions audit_entries: a release before this one goes on reading and writing it under its name; nothing refers to it.

-- step: transaction
alter table audit_entries add constraint audit_entries_first_range check (entry_id < 200001000000000) not valid;

-- step: transaction
-- Reads the table while everything goes on, so that attaching it need not.
alter table audit_entries validate constraint audit_entries_first_range;

-- step: transaction
create function pg_temp.take_over_rights() returns void language plpgsql as $$
declare
  held record;
begin
  -- A release that runs goes on writing the moment this is committed, not when `migrate` has ended.
  for held in
    select a.grantee::regrole as grantee, a.privilege_type as privilege, '' as columns
    from pg_class c cross join aclexplode(c.relacl) a where c.oid = 'audit_entries_first'::regclass and a.grantee not in (0, c.relowner)
    union all
    select a.grantee::regrole, a.privilege_type, format('(%I)', t.attname)
    from pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
    where c.oid = 'audit_entries_first'::regclass and a.grantee not in (0, c.relowner)
  loop
    execute format('grant %s %s on audit_entries to %s', held.privilege, held.columns, held.grantee);
    execute format('revoke %s %s on audit_entries_first from %s', held.privilege, held.columns, held.grantee);
  end loop;
end $$;

-- Statements that name a partition pass the triggers of the table by.
create function guard_audit_partition(partition regclass) returns void language plpgsql as $$
begin
  execute format('create trigger not_truncated before truncate on %s for each statement execute function public.refuse_change()', partition);
  execute format(
    'create trigger old_writers_refused before insert or update or delete or truncate on %s for each statement execute function public.refuse_old_writers()',
    partition);
end $$;

lock table audit_entries in access exclusive mode;
alter table audit_entries rename to audit_entries_first;
alter table audit_entries_first alter column entry_id drop identity;
alter table audit_entries_first rename constraint audit_entries_pkey to audit_entries_first_pkey;
alter index audit_entries_unsealed rename to audit_entries_first_unsealed;
alter index audit_entries_by_seal rename to audit_entries_first_by_seal;
alter index audit_entries_by_time rename to audit_entries_first_by_time;
alter index audit_entries_by_provider rename to audit_entries_first_by_provider;
alter index audit_entries_by_action rename to audit_entries_first_by_action;
alter index audit_entries_by_first rename to audit_entries_first_by_first;
alter index audit_entries_of_accounts rename to audit_entries_first_of_accounts;
-- The partitioned table brings its own to every partition; those of whole statements stay with each by itself.
drop trigger audit_entries_sealed_once on audit_entries_first;
drop trigger audit_entries_kept on audit_entries_first;

create table audit_entries (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id integer,
  account text not null,
  real_name text not null,
  provider_id integer,
  address text not null,
  request_id text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null default '',
  result text not null constraint audit_entries_result_check check (result in ('done', 'refused')),
  reason text not null default '',
  before jsonb,
  after jsonb,
  seal_id bigint constraint audit_entries_seal_id_fkey references audit_seals,
  repeats bigint
) partition by range (entry_id);
create index audit_entries_unsealed on audit_entries (entry_id) where seal_id is null;
create index audit_entries_by_seal on audit_entries (seal_id, entry_id);
create index audit_entries_by_time on audit_entries (at desc, entry_id desc);
create index audit_entries_by_provider on audit_entries (provider_id, at desc, entry_id desc);
create index audit_entries_by_action on audit_entries (action, at desc);
create index audit_entries_by_first on audit_entries (repeats) where repeats is not null;
create index audit_entries_of_accounts on audit_entries (object_id)
  where object_kind = 'account' and action in ('add-account', 'update-account', 'reset-password', 'reset-factor', 'enable-account');

alter table audit_entries attach partition audit_entries_first for values from (minvalue) to (200001000000000);
alter table audit_entries_first drop constraint audit_entries_first_range;
-- No call is ever refused because nobody made a month.
create table audit_entries_default partition of audit_entries default;

create trigger audit_entries_sealed_once before update on audit_entries for each row execute function only_seal_entry();
create trigger audit_entries_kept before delete on audit_entries for each row execute function refuse_change();
select guard_audit_partition('audit_entries_default');
create trigger audit_entries_not_truncated before truncate on audit_entries for each statement execute function refuse_change();

-- Months that lie in the file store: of their entries only those stay here that somebody still asks for (domain/audit-log/archived-part.ts).
create table audit_archives (
  part text primary key,
  file_key text not null,
  sha256 text not null,
  from_id bigint not null,
  beyond_id bigint not null,
  entries bigint not null,
  first_seal bigint not null,
  last_seal bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  archived_at timestamptz not null
);

-- An empty table of the same shape, not attached yet. What follows down to the next remark is the owner's alone.
create function make_audit_part(name text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('create table %I (like audit_entries including defaults including constraints including indexes)', name);
end $$;

-- Whatever the partitioned table does not bring to a partition, or would look for row by row with everybody waiting. Sealing writes both
-- tables in one transaction: it goes first.
create function ready_audit_part(name text, from_id bigint, beyond_id bigint) returns void language plpgsql
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  perform pg_advisory_xact_lock(7294002);
  perform guard_audit_partition(name::regclass);
  execute format('alter table %I add constraint audit_entries_seal_id_fkey foreign key (seal_id) references audit_seals', name);
  execute format('alter table %I add constraint audit_part_range check (entry_id >= %s and entry_id < %s)', name, from_id, beyond_id);
end $$;

-- The first part has no lower bound: its own is 0, as no entry has a smaller id.
create function attach_audit_part(name text, from_id bigint, beyond_id bigint) returns void language plpgsql
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  execute format('alter table audit_entries attach partition %I for values from (%s) to (%s)',
    name, case from_id when 0 then 'minvalue' else from_id::text end, beyond_id);
  execute format('alter table %I drop constraint audit_part_range', name);
end $$;

-- Puts another table in the place of a partition and drops what was there, in one transaction: nobody sees a moment without it.
create function exchange_audit_part(name text, incoming text, from_id bigint, beyond_id bigint) returns void language plpgsql
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
begin
  perform ready_audit_part(incoming, from_id, beyond_id);
  execute format('alter table audit_entries detach partition %I', name);
  execute format('drop table %I', name);
  execute format('alter table %I rename to %I', incoming, name);
  perform attach_audit_part(name, from_id, beyond_id);
end $$;

-- True when it was not there. What had come to lie in the default partition meanwhile is moved into its month.
create function make_audit_month(month integer) returns boolean language plpgsql
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare
  name constant text := 'audit_entries_' || month;
  from_id constant bigint := month * 1000000000::bigint;
  beyond_id constant bigint := (case when month % 100 = 12 then month + 89 else month + 1 end) * 1000000000::bigint;
begin
  if month not between 200001 and 999912 or month % 100 not between 1 and 12 then
    raise exception '% is no month', month;
  end if;
  perform pg_advisory_xact_lock(7294003);
  if to_regclass(name) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(7294002);
  perform make_audit_part(name);
  if exists (select from audit_entries_default d where d.entry_id >= from_id and d.entry_id < beyond_id) then
    alter table audit_entries_default disable trigger user;
    execute format('insert into %I select * from audit_entries_default d where d.entry_id >= %L and d.entry_id < %L', name, from_id, beyond_id);
    delete from audit_entries_default d where d.entry_id >= from_id and d.entry_id < beyond_id;
    alter table audit_entries_default enable trigger user;
  end if;
  perform ready_audit_part(name, from_id, beyond_id);
  perform attach_audit_part(name, from_id, beyond_id);
  return true;
end $$;

-- The one thing of these that the application may do: this month and the next are there, and ids go on in this month. By the clock of the
-- server, without any word of the caller's.
create function prepare_audit_months() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  today constant timestamp := now() at time zone 'Asia/Shanghai';
  this_month constant integer := to_char(today, 'YYYYMM')::integer;
begin
  perform make_audit_month(this_month);
  perform make_audit_month(to_char(today + interval '1 month', 'YYYYMM')::integer);
  perform pg_advisory_xact_lock(7294003);
  if (select last_value from audit_entries_entry_id_seq) < this_month * 1000000000::bigint then
    perform setval('audit_entries_entry_id_seq', this_month * 1000000000::bigint);
  end if;
end $$;

create function count_stray_audit_entries() returns bigint language sql stable security definer
  set search_path = public, pg_temp as $$
  select count(*) from audit_entries_default
$$;

revoke execute on function guard_audit_partition(regclass), make_audit_part(text), ready_audit_part(text, bigint, bigint),
  attach_audit_part(text, bigint, bigint), exchange_audit_part(text, text, bigint, bigint), make_audit_month(integer), prepare_audit_months(), count_stray_audit_entries() from public;

select pg_temp.take_over_rights();
select prepare_audit_months();
