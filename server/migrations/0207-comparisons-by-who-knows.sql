-- That a server was held against the bank's record is said of a promoted or restored one, and of one that had a standby and was started anew,
-- only by a release that asks the file store which server sends: an earlier one, started on an old primary before a newer one has noticed
-- that it was replaced, would find nothing against sending, and pay beside the promoted one (ADR 187).

-- Whether a standby was ever seen to follow this server, or the one that this one is a copy of; looked for at each comparison.
alter table sending_gate add column standby_seen boolean not null default false;

-- By what everybody may read: who follows, and is neither a base backup nor the log that goes with it; or has a slot that waits for it.
create function has_standby() returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from pg_replication_slots where slot_type = 'physical' and not temporary)
    or exists (
      select from pg_stat_replication r
      where not exists (select from pg_stat_progress_basebackup b where b.pid = r.pid)
        and not exists (select from pg_replication_slots s where s.active_pid = r.pid))
$$;

create function compared_by_who_knows() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  writer constant int := coalesce(nullif(current_setting('paywages.release', true), ''), '0')::int;
begin
  new.standby_seen := old.standby_seen or new.standby_seen or public.has_standby();
  if writer < 205 and (
    (new.system_identifier, new.timeline) is distinct from (old.system_identifier, old.timeline)
    or new.standby_seen and new.server_started_at is distinct from old.server_started_at
  ) then
    raise exception 'release % may not say that this server was compared: it does not know which server sends', writer using errcode = 'PW001';
  end if;
  return new;
end $$;

create trigger compared_by_who_knows before update on sending_gate for each row execute function compared_by_who_knows();
