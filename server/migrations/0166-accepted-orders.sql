-- Orders that the bank has accepted and not executed yet (ADR 128). Kept among unknown debits under a word of their own, which an older
-- release passes over: it would take them for executed.
alter table unknown_debits
  drop constraint unknown_debits_outcome_check,
  add constraint unknown_debits_outcome_check check (outcome in ('adopted', 'matched', 'paid', 'foreign', 'accepted')) not valid,
  drop constraint unknown_debits_check,
  add constraint unknown_debits_check check ((outcome is null or outcome = 'accepted') = (ended_at is null)) not valid;

-- The restore after which the bank told its accepted orders, or people compared them in online banking.
alter table sending_gate add column accepted_asked_for timestamptz;
