-- The guard of 0174 asked for a state that no result ever has, so that lines of a confirmed result could be changed afterwards (ADR 134).

create or replace function confirmed_lines_stay() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.bank_file_results r where r.result_id = old.result_id and r.state = 'confirmed') then
    raise exception 'confirmed_lines_stay: line % of result %', old.line, old.result_id using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
