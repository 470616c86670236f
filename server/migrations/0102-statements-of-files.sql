-- Statements of paying accounts on the file channel: they bring results, and bear out or contradict what results said (ADR 85).

-- step: transaction
-- Which of our references a line names, whether or not it was linked; and how often the links of its statement changed.
alter table statement_lines add column own_reference text not null default '';
alter table statements add column changes integer not null default 0;

alter table bank_file_results drop constraint bank_file_results_kind_check,
  add constraint bank_file_results_kind_check check (kind in ('sheet', 'pain.002', 'camt.053', 'statement')) not valid;

-- The statement that bears out how the row ended.
alter table bank_file_rows add column listed_in bigint;

create table bank_file_contradictions (
  contradiction_id integer generated always as identity primary key,
  bank_file_id integer not null references bank_files,
  position integer not null,
  what text not null check (what in ('not-debited', 'came-back', 'failed-debited', 'debited-twice', 'other-amount')),
  statement_id bigint not null references statements,
  found_at timestamptz not null,
  -- It no longer holds: another result, another link.
  ended_at timestamptz,
  looked_by integer references accounts,
  looked_at timestamptz,
  word text not null default '',
  constraint bank_file_contradictions_once unique (bank_file_id, position, what),
  constraint looked_by_somebody check ((looked_at is null) = (looked_by is null))
);
create index bank_file_contradictions_open on bank_file_contradictions (bank_file_id) where ended_at is null and looked_at is null;

-- Files that the worker holds against statements again: one file, or all that a statement may speak of.
create table bank_file_comparisons (
  comparison_id bigint generated always as identity primary key,
  bank_file_id integer references bank_files,
  statement_id bigint references statements,
  constraint one_of_both check ((bank_file_id is null) <> (statement_id is null))
);
create function ask_comparison() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.bank_file_batches b where b.provider_id = new.provider_id) then
    insert into public.bank_file_comparisons (statement_id) values (new.statement_id);
  end if;
  return new;
end $$;
create trigger statements_are_compared after insert or update of changes on statements for each row execute function ask_comparison();

-- For those who hold files against statements.
create view statement_spans as
  select statement_id, provider_id, file_id, file_name, file_sha256, first_day, last_day, uploaded_at from statements;
create view listed_payments as
  select line_id, statement_id, provider_id, line_number, day, kind,
    -- Kept as 22 characters, where payouts keep the same bytes as a uuid.
    case when card_hash <> '' then encode(decode(translate(card_hash, '-_', '+/') || '==', 'base64'), 'hex')::uuid end as card_hash,
    amount_fen, result, row_id, row_count, direction_unclear, own_reference
  from statement_lines;
create view listed_batch_rows as select row_id, line_id from statement_batch_rows;

create or replace view row_bank_files as
  select r.row_id, f.bank_file_id, f.name, r.position, f.state, f.sha256, f.bank_batch_no, r.live,
    coalesce((select s.file_name from statement_spans s where s.statement_id = r.listed_in), '') as listed_in,
    coalesce((select array_agg(c.what order by c.contradiction_id) from bank_file_contradictions c
      where c.bank_file_id = r.bank_file_id and c.position = r.position and c.ended_at is null), '{}') as contradictions
  from bank_file_rows r join bank_files f using (bank_file_id);

-- A statement may bring more once a person has linked more of its lines.
-- step: index
create unique index concurrently bank_file_results_content_once on bank_file_results (bank_file_id, sha256)
  where state <> 'refused' and kind <> 'statement';

-- step: transaction
drop index bank_file_results_once;
