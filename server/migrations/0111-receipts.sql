-- Receipts (电子回单): which of its page a statement's line is, where it can be cut out for its payout (ADR 94).

-- step: transaction
alter table statement_lines add column receipt_place smallint;

-- What was paid by it, linked by this line or known from another: the debit's own paper either way.
create view row_receipts as
  select l.row_id, l.line_id, l.statement_id, l.page, l.receipt_place, l.amount_fen, l.name
  from statement_lines l
  where l.receipt_place is not null and l.row_id is not null and l.kind = 'debit' and l.row_count = 1
    and l.result in ('linked', 'already-linked');

-- step: index
create index concurrently statement_lines_receipts on statement_lines (row_id) where receipt_place is not null;
