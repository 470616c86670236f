-- Whoever submitted a file at the bank never confirms what came back for it, whatever wrote it.

create function submitter_never_confirms() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.bank_files f where f.bank_file_id = new.bank_file_id and f.submitted_by = new.decided_by) then
    raise exception 'submitter_never_confirms: result % of bank file %', new.result_id, new.bank_file_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger submitter_never_confirms before update on bank_file_results for each row
  when (new.state = 'confirmed' and old.state is distinct from new.state) execute function submitter_never_confirms();
