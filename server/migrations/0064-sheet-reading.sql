-- How a payout sheet was read (ADR 57): which rows and columns were left out, for the check page.

-- step: transaction
-- sheet_reading: what was skipped and which headings were unused (domain/payouts/other-rows.ts); null where there is nothing to tell.
alter table payout_batches add column sheet_reading jsonb;
