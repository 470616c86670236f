-- What statements say beside their lines: rows that were not understood, their own totals, lines whose direction is unclear,
-- and one debit that pays a whole batch (D32, D49).

alter table statements add column unread_count integer not null default 0,
  -- Each total that the statement prints, with what its lines come to.
  add column totals jsonb not null default '[]';

alter table statement_lines add column direction_unclear boolean not null default false,
  -- How many payouts the line pays; the first of them is its row.
  add column row_count integer not null default 1;

-- The other payouts of a debit that pays a whole batch.
create table statement_batch_rows (
  row_id bigint primary key,
  line_id bigint not null references statement_lines
);
create index statement_batch_rows_by_line on statement_batch_rows (line_id);

-- Rows of a statement's table that are no lines, so that nothing vanishes: without card and ID numbers.
create table statement_unread_rows (
  statement_id bigint not null references statements,
  position integer not null,
  page integer not null,
  place integer not null,
  why text not null check (why in ('amount', 'day', 'payee')),
  content text not null,
  primary key (statement_id, position)
);

-- A workbook has no page to open: null.
create or replace view row_statement_pages as
  select l.row_id, s.file_id, case when lower(s.file_name) like '%.pdf' then l.page end as page
  from statement_lines l join statements s using (statement_id)
  where l.result = 'linked' and l.kind = 'debit'
  union all
  select r.row_id, s.file_id, case when lower(s.file_name) like '%.pdf' then l.page end as page
  from statement_batch_rows r join statement_lines l using (line_id) join statements s using (statement_id);
