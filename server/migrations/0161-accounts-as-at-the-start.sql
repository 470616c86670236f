-- The paying account as it was when a batch was started: a change of the account changes no file of a started batch. Null where an earlier release started it.

-- step: transaction
alter table bank_file_batches
  add column holder_name text,
  add column bank_name text,
  add column sealed_account text,
  add column account_tail text;
