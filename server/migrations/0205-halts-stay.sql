-- A halt of sending ends only by a release that knows its reason: an earlier one, started again by a rollback, would take it for one that
-- any comparison ends, and pay beside the server that another one replaced (ADR 182).

-- A new reason needs a migration that adds it here, as the release that brings it is told by nothing else.
create function least_release_to_end(reason text) returns int language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when reason in ('other-cluster', 'other-timeline', 'unknown-debits') then 19
    when reason = 'accepted-unasked' then 166
    when reason in ('record-cut', 'superseded') then 205
    else 9999
  end
$$;

create function halts_stay() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  writer constant int := coalesce(nullif(current_setting('paywages.release', true), ''), '0')::int;
begin
  if writer < public.least_release_to_end(old.reason) then
    raise exception 'release % may not end a halt for the reason %', writer, old.reason using errcode = 'PW001';
  end if;
  return new;
end $$;

create trigger halts_stay before update on sending_gate for each row
  when (old.state = 'halted' and (new.state, new.reason) is distinct from (old.state, old.reason))
  execute function halts_stay();
