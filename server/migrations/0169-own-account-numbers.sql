-- Numbers of every account that a company pays from, or paid from before its number was changed, sealed: whose a bank's message is.

-- step: transaction
create view own_account_seals as
  select provider_id, sealed_account from paying_accounts
  union select provider_id, sealed_account from bank_file_batches where sealed_account is not null;
