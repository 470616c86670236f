-- Which payouts stand in which live bank file: a bank debits a file, or several of them, at once (ADR 143).

-- step: transaction
create view file_payouts as
  select r.row_id, f.batch_id, f.bank_file_id from bank_file_rows r join bank_files f using (bank_file_id) where r.live;
