-- Lines of a bank's result that could speak of several transfers: kept with what they say until a person has assigned each (ADR 134).

-- step: transaction
-- Counts the assignments: whoever assigns or confirms says which they saw.
alter table bank_file_results add column revision integer not null default 0;

-- Lines alike share their candidates: the rows of the file, by position, that nothing else in the result names.
create table bank_file_line_candidates (
  result_id integer not null references bank_file_results,
  group_no integer not null check (group_no > 0),
  position integer not null check (position > 0),
  primary key (result_id, group_no, position)
);

create table bank_file_ambiguous_lines (
  result_id integer not null references bank_file_results,
  -- Where it stands in the imported file.
  line integer not null,
  group_no integer not null,
  status text not null check (status in ('succeeded', 'rejected', 'returned')),
  reason text not null,
  serial text not null,
  day date,
  -- Null until somebody has decided; the position stays null where it is none of them.
  assigned_by integer references accounts,
  assigned_at timestamptz,
  position integer,
  primary key (result_id, line),
  constraint assigned_to_a_candidate foreign key (result_id, group_no, position) references bank_file_line_candidates,
  constraint assigned_by_somebody check ((assigned_by is null) = (assigned_at is null) and (position is null or assigned_by is not null))
);
create unique index bank_file_lines_taken_once on bank_file_ambiguous_lines (result_id, position) where position is not null;

-- What was confirmed stays as it was seen.
create function confirmed_lines_stay() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.bank_file_results r where r.result_id = old.result_id and r.state = 'no-such') then
    raise exception 'confirmed_lines_stay: line % of result %', old.line, old.result_id using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger confirmed_lines_stay before update or delete on bank_file_ambiguous_lines for each row execute function confirmed_lines_stay();

-- Nothing is confirmed while a line is undecided, nor by whoever decided one, whatever wrote it.
create function lines_assigned_by_another() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.bank_file_ambiguous_lines l where l.result_id = new.result_id
      and (l.assigned_by is null or l.assigned_by = new.decided_by)) then
    raise exception 'lines_assigned_by_another: result %', new.result_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger lines_assigned_by_another before update on bank_file_results for each row
  when (new.state = 'confirmed' and old.state is distinct from new.state) execute function lines_assigned_by_another();

create or replace view row_bank_files as
  select r.row_id, f.bank_file_id, f.name, r.position, f.state, f.sha256, f.bank_batch_no, r.live,
    coalesce((select s.file_name from statement_spans s where s.statement_id = r.listed_in), '') as listed_in,
    coalesce((select array_agg(c.what order by c.contradiction_id) from bank_file_contradictions c
      where c.bank_file_id = r.bank_file_id and c.position = r.position and c.ended_at is null), '{}') as contradictions,
    -- The lines that a person assigned to it, of confirmed results.
    coalesce((select jsonb_agg(jsonb_build_object('result', s.name, 'line', l.line, 'assigner', coalesce(a.real_name, ''), 'assignedAt', l.assigned_at,
        'confirmer', coalesce(d.real_name, '')) order by s.result_id)
      from bank_file_results s join bank_file_ambiguous_lines l on l.result_id = s.result_id and l.position = r.position
        left join account_names a on a.account_id = l.assigned_by left join account_names d on d.account_id = s.decided_by
      where s.bank_file_id = r.bank_file_id and s.state = 'confirmed'), '[]') as assigned_lines
  from bank_file_rows r join bank_files f using (bank_file_id);
