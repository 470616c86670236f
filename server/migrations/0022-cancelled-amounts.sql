-- The cancelled amount of batches that had cancelled rows before 0009 began to keep it (I6).
-- step: batches
with piece as (select batch_id, cancelled_count from payout_batches where batch_id > $1 order by batch_id limit 500),
  counted as (
    select r.batch_id, sum(r.amount_fen) as fen from payout_rows r join piece using (batch_id)
    where piece.cancelled_count > 0 and r.status = 'cancelled' group by 1),
  filled as (
    update payout_batches b set cancelled_fen = counted.fen from counted
    where b.batch_id = counted.batch_id and b.cancelled_fen = 0)
select max(batch_id) as position from piece;
