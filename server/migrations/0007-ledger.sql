-- The ledger: append-only postings between a provider's accounts, and balances that cannot disagree with themselves.

-- One row a provider. Its constraints hold at every moment, whatever the code does: the accounts sum to zero (I1), nothing
-- available or held is negative (I2), and income − outcome − cost = available − shortfall (I7, D23).
create table ledger_balances (
  provider_id integer primary key references providers,
  available_fen bigint not null default 0 constraint available_not_negative check (available_fen >= 0),
  held_fen bigint not null default 0 constraint held_not_negative check (held_fen >= 0),
  bank_clearing_fen bigint not null default 0,
  fee_income_fen bigint not null default 0,
  tax_payable_fen bigint not null default 0,
  -- What the bank paid out beyond the balance: never more than nothing.
  suspense_fen bigint not null default 0 constraint suspense_is_a_shortfall check (suspense_fen <= 0),
  income_fen bigint not null default 0,
  outcome_fen bigint not null default 0,
  cost_fen bigint not null default 0,
  constraint accounts_sum_to_zero check
    (available_fen + held_fen + bank_clearing_fen + fee_income_fen + tax_payable_fen + suspense_fen = 0),
  constraint balance_ties check (income_fen - outcome_fen - cost_fen = available_fen + suspense_fen)
);
insert into ledger_balances (provider_id) select provider_id from providers;

create function open_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (provider_id) values (new.provider_id);
  return new;
end $$;
create trigger providers_have_a_ledger after insert on providers for each row execute function open_ledger();

create table ledger_postings (
  posting_id bigint generated always as identity primary key,
  -- No foreign keys: postings come by the thousand, in the transaction that moves the balance of the same provider.
  provider_id integer not null,
  phase text not null,
  source text not null,
  destination text not null,
  amount_fen bigint not null check (amount_fen > 0),
  -- What the money moved for.
  subject text not null check (subject in ('recharge', 'reversal', 'batch', 'transfer')),
  subject_id bigint not null,
  at timestamptz not null,
  -- domain/ledger/postings.ts has the same table.
  constraint known_phase check ((phase, source, destination) in (
    ('recharge', 'bank-clearing', 'available'), ('recharge-reversal', 'available', 'bank-clearing'),
    ('reserve', 'available', 'held'), ('reserve-fee', 'available', 'held'),
    ('settle-net', 'held', 'bank-clearing'), ('settle-fee', 'held', 'fee-income'), ('settle-tax', 'held', 'tax-payable'),
    ('release', 'held', 'available'), ('release-fee', 'held', 'available'),
    ('late-net', 'available', 'bank-clearing'), ('late-fee', 'available', 'fee-income'), ('late-tax', 'available', 'tax-payable'),
    ('return-net', 'bank-clearing', 'available'), ('return-fee', 'fee-income', 'available'), ('return-tax', 'tax-payable', 'available'),
    ('shortfall', 'suspense', 'available'), ('cover', 'available', 'suspense')))
);
-- Each phase of a transfer happens once, whoever tries it again.
create unique index ledger_postings_once on ledger_postings (subject_id, subject, phase);
create index ledger_postings_by_provider on ledger_postings (provider_id, posting_id);

create trigger ledger_postings_kept before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_postings_not_truncated before truncate on ledger_postings
  for each statement execute function refuse_change();
