-- Where on its page a statement lists a payout, so that people find the line among the others: read for one payout at a time.
create view row_statement_lines as
  select linked.row_id, l.line_number,
    (select count(*)::int from statement_lines o
      where o.statement_id = l.statement_id and o.page = l.page and o.line_number <= l.line_number) as place,
    (select count(*)::int from statement_lines o where o.statement_id = l.statement_id and o.page = l.page) as page_lines
  from (
    select row_id, line_id from statement_lines where result = 'linked' and kind = 'debit'
    union all
    select row_id, line_id from statement_batch_rows
  ) linked join statement_lines l using (line_id);
