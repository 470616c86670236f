-- What was entered for months before a person's first income of the year counts with it (ADR 130); starts say so from now on.
-- step: transaction
alter table payout_batches drop constraint batch_tax_counting,
  add constraint batch_tax_counting check (tax_counting in ('all', 'method', 'first-income')) not valid;
