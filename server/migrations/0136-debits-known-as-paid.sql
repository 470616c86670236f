-- What two people know as paid may be proposed anew until its row is uploaded again (ADR 103): nothing is proposed about it now.
-- step: batches
with piece as (select debit_id from unknown_debits where debit_id > $1 order by debit_id limit 2000),
  settled as (
    update unknown_debits d set proposed_outcome = null, proposed_reason = '', proposed_by = null, proposed_at = null from piece
    where d.debit_id = piece.debit_id and d.outcome = 'paid' and d.proposed_by is not null)
select max(debit_id) as position from piece;
