-- VAT seen before it falls due: which rows bring a person's month above the threshold, who bears it, and what is withheld where the person does (ADR 39).

-- step: transaction
alter table providers add column vat_bearer text not null default 'report',
  add constraint provider_vat_bearer check (vat_bearer in ('report', 'provider', 'person')) not valid;
create view provider_vat_terms as
  select provider_id, vat_bearer from providers;

-- A batch keeps what held when it was uploaded. vat_fen: of the rows still to be paid, fixed at the start.
alter table payout_batches add column vat_bearer text not null default 'report', add column vat_fen bigint not null default 0,
  add constraint batch_vat_bearer check (vat_bearer in ('report', 'provider', 'person')) not valid;

-- platform_paid_fen: where a row brings the month over the platform's companies above the threshold, what they had paid already. Beside the
-- warnings, as it changes with what others pay.
alter table payout_rows add column platform_paid_fen bigint, add column vat_fen bigint not null default 0,
  add constraint row_vat_not_negative check (vat_fen >= 0) not valid;
alter table transfers add column vat_fen bigint not null default 0,
  add constraint transfer_net_above_zero check (vat_fen >= 0 and amount_fen > tax_fen + vat_fen) not valid;

-- The ledger owes it apart from the income tax.
alter table ledger_balances add column vat_payable_fen bigint not null default 0;
alter table ledger_balances drop constraint accounts_sum_to_zero,
  add constraint accounts_sum_to_zero check
    (available_fen + held_fen + bank_clearing_fen + fee_income_fen + tax_payable_fen + vat_payable_fen + suspense_fen = 0) not valid;
alter table ledger_postings drop constraint known_phase,
  -- domain/ledger/postings.ts has the same table.
  add constraint known_phase check ((phase, source, destination) in (
    ('recharge', 'bank-clearing', 'available'), ('recharge-reversal', 'available', 'bank-clearing'),
    ('reserve', 'available', 'held'), ('reserve-fee', 'available', 'held'),
    ('settle-net', 'held', 'bank-clearing'), ('settle-fee', 'held', 'fee-income'), ('settle-tax', 'held', 'tax-payable'),
    ('settle-vat', 'held', 'vat-payable'),
    ('release', 'held', 'available'), ('release-fee', 'held', 'available'),
    ('late-net', 'available', 'bank-clearing'), ('late-fee', 'available', 'fee-income'), ('late-tax', 'available', 'tax-payable'),
    ('late-vat', 'available', 'vat-payable'),
    ('return-net', 'bank-clearing', 'available'), ('return-fee', 'fee-income', 'available'), ('return-tax', 'tax-payable', 'available'),
    ('return-vat', 'vat-payable', 'available'),
    ('shortfall', 'suspense', 'available'), ('cover', 'available', 'suspense'))) not valid;

create or replace view payout_lines as
  select row_id, batch_id, provider_id, row_number, status, name, id_hash, card_hash, sealed, bank, amount_fen, fee_fen, tax_fen,
    remark, error, paid_at, payout_at, vat_fen
  from payout_rows;
create or replace view row_transfers as
  select transfer_id, row_id, batch_id, provider_id, reference, state, amount_fen, tax_fen, bank_serial, ended_at, vat_fen from transfers;

-- What the payouts publish for tax: what people bore.
create view vat_rows as
  select r.row_id, r.provider_id, r.id_hash, r.status, r.vat_fen, b.payment_month
  from payout_rows r join payout_batches b using (batch_id) where r.vat_fen > 0 and b.status = 'transferring';

-- step: index
create index concurrently payout_rows_bearing_vat on payout_rows (provider_id, id_hash) where vat_fen > 0;

-- step: index
create index concurrently payout_rows_above_vat on payout_rows (batch_id) where platform_paid_fen is not null;
