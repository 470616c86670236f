-- Warnings by level (ADR 52): how many rows to be paid hold which warnings together, and what an approver checked before the approval.

-- step: transaction
-- warning_masks: rows by the mask of their high risks and notices (domain/payouts/warning-mask.ts); null where an earlier release counted.
alter table payout_batches add column warning_masks jsonb;
-- checked_risks: what the approver ticked as checked, each with a word; null where nothing had to be.
alter table payout_approvals add column checked_risks jsonb;
