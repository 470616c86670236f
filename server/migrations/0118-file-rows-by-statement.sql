-- Whether its file exists was looked up for each of a hundred thousand rows; one look at the statement's files says the same (ADR 79).
alter table bank_file_rows drop constraint bank_file_rows_bank_file_id_fkey,
  add constraint bank_file_rows_bank_file_id_fkey check (bank_file_id > 0) not valid;

create function refuse_rows_without_file() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct bank_file_id from added) a
    where not exists (select from bank_files f where f.bank_file_id = a.bank_file_id)
  ) then
    raise exception 'a row stands in a file that there is none of' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger bank_file_rows_have_files after insert on bank_file_rows
  referencing new table as added for each statement execute function refuse_rows_without_file();

create function refuse_files_without_end() returns trigger language plpgsql as $$
begin
  if exists (select from bank_file_rows r where r.bank_file_id = old.bank_file_id) then
    raise exception 'a file with rows is never taken away' using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;
create trigger bank_files_keep_their_rows before delete on bank_files
  for each row execute function refuse_files_without_end();
