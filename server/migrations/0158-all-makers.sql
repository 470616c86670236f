-- Everybody who proposed or confirmed an account or a change of it, not the last ones alone: whoever made an account is not hidden by a later reset (D47).

-- step: transaction
-- The newest first, as a release before this one takes the first row of an account.
create or replace view account_makers as
  select account_id, kind, proposed_by, proposer_name, decided_by, decider_name, decided_at
  from proposals where state = 'done' and account_id is not null
  order by account_id, proposal_id desc;

-- step: index
-- What one person did at once, as to an account before it had rights, stands in the audit log alone.
create index concurrently audit_entries_of_accounts on audit_entries (object_id)
  where object_kind = 'account' and action in ('add-account', 'update-account', 'reset-password', 'reset-factor', 'enable-account');
