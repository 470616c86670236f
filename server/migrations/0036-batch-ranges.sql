-- Where the rows of each batch lie in the primary key, also of earlier releases; ids are no longer drawn (ADR 41).
-- contract: least writer 0036
-- step: batches
with piece as (select batch_id from payout_batches where batch_id > $1 order by batch_id limit 20),
  lying as (
    select p.batch_id, min(r.row_id) as first, max(r.row_id) as last
    from piece p join payout_rows r on r.batch_id = p.batch_id group by 1),
  filled as (
    update payout_batches b set first_row_id = l.first, last_row_id = l.last
    from lying l where b.batch_id = l.batch_id and b.first_row_id is null)
select max(batch_id) as position from piece;

-- step: transaction
alter table payout_rows alter column row_id drop identity;
