-- Who proposed and who confirmed an account or its last change, for those who decide on its batches (D47).

-- step: transaction
create view account_makers as
  select distinct on (account_id) account_id, kind, proposed_by, proposer_name, decided_by, decider_name, decided_at
  from proposals where state = 'done' and account_id is not null
  order by account_id, proposal_id desc;
