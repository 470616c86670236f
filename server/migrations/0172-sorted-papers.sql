-- Carries the orders in which accounts, contracts and tax proofs are sorted: a sorted page costs what the usual one does (ADR 132).

-- step: index
create index concurrently accounts_by_real_name on accounts (real_name, account_id);

-- step: index
create index concurrently accounts_by_enabled on accounts (enabled, account_id);

-- step: index
create index concurrently enterprise_contracts_by_begin on enterprise_contracts (begin_day, contract_id);

-- step: index
create index concurrently enterprise_contracts_by_end on enterprise_contracts (end_day, contract_id);

-- step: index
create index concurrently enterprise_contracts_by_stage
  on enterprise_contracts (array_position(array['pending', 'effective', 'expired', 'terminated'], status), contract_id);

-- step: index
create index concurrently tax_periods_by_tax on tax_periods (tax_fen, tax_id);

-- step: index
create index concurrently tax_periods_by_upload on tax_periods (uploaded_at, tax_id);

-- step: index
create index concurrently tax_periods_by_stage
  on tax_periods (array_position(array['pending', 'uploaded', 'rejected', 'updated'], status), tax_id);
