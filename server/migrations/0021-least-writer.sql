-- The least release that may write, and a guard on every table that refuses writers below it or without a release.
-- contract: least writer 0021

create table schema_version (
  only_row boolean primary key default true check (only_row),
  -- Every writing transaction locks the table before any other, until it ends: a migration that raises it waits for them.
  least_writer int not null
);
insert into schema_version (least_writer) values (21);

create function refuse_old_writers() returns trigger language plpgsql as $$
declare
  writer constant int := coalesce(nullif(current_setting('paywages.release', true), ''), '0')::int;
begin
  if writer < (select least_writer from public.schema_version) then
    raise exception 'release % may not write to this schema', writer using errcode = 'PW001';
  end if;
  return null;
end $$;

-- Called after every migration, in its transaction: a new table is guarded from its first row.
create function guard_tables() returns void language plpgsql as $$
declare
  unguarded regclass;
begin
  for unguarded in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'schema\_%'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'old_writers_refused')
    order by c.relname
  loop
    execute format(
      'create trigger old_writers_refused before insert or update or delete or truncate on %s for each statement execute function public.refuse_old_writers()',
      unguarded);
  end loop;
end $$;

select guard_tables();
