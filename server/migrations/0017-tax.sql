-- Tax proven and reported: closed periods, what is declared in each, proofs, personal statements (D16, D28, D30, D31).

-- Whether a month without income restarts the run of months; a batch keeps what held when it was uploaded, as its tax method.
alter table providers add column gap_restarts boolean not null default true;
alter table payout_batches add column gap_restarts boolean not null default true;

-- Withheld of the rows that succeeded, moved with their fee and their gross.
alter table payout_batches add column succeeded_tax_fen bigint not null default 0 check (succeeded_tax_fen >= 0);
update payout_batches b set succeeded_tax_fen = s.fen
  from (select batch_id, sum(tax_fen) as fen from payout_rows where status = 'succeeded' and tax_fen > 0 group by 1) s
  where s.batch_id = b.batch_id;

-- A month of a provider that is closed for tax; where it withholds, the month's proof.
create table tax_periods (
  tax_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Who withheld, as it was called then: declarations and papers of the month stay as they were.
  payer_name text not null,
  taxpayer_id text not null,
  -- Sums of its entries.
  income_fen bigint not null,
  tax_fen bigint not null,
  people_count integer not null,
  -- Still at the bank when the month was closed: they are declared in the period in which they succeed.
  open_count integer not null,
  open_fen bigint not null,
  -- Whether any payout of it withheld tax, or the provider does: such a month needs a proof.
  withholds boolean not null,
  status text not null default 'pending' check (status in ('pending', 'uploaded', 'rejected', 'updated')),
  closed_at timestamptz not null,
  closed_by integer references accounts,
  -- When the personal statements of the month were made: all at once.
  statements_at timestamptz,
  file_id uuid references files,
  uploaded_at timestamptz,
  unique (provider_id, month),
  check ((file_id is null) = (uploaded_at is null)),
  check ((status = 'pending') = (file_id is null))
);
create index tax_periods_by_month on tax_periods (month, provider_id);

-- In which period a payout is declared, and in which it is taken back: each once.
create table tax_entries (
  row_id bigint not null,
  kind text not null check (kind in ('paid', 'reversed')),
  -- No foreign key: written by the hundred thousand in the transaction that closes their period.
  tax_id integer not null,
  -- The month of the payout itself; an entry of another period than its month is a correction.
  payment_month text not null,
  income_fen bigint not null,
  tax_fen bigint not null,
  primary key (row_id, kind),
  check ((kind = 'paid') = (income_fen > 0))
);
create index tax_entries_by_period on tax_entries (tax_id);

create table tax_proof_events (
  event_id bigint generated always as identity primary key,
  tax_id integer not null references tax_periods,
  kind text not null check (kind in ('closed', 'uploaded', 'rejected')),
  account_id integer references accounts,
  at timestamptz not null,
  reason text not null default '',
  file_id uuid references files
);
create index tax_proof_events_by_proof on tax_proof_events (tax_id, event_id);
create trigger tax_proof_events_kept before update or delete on tax_proof_events
  for each row execute function refuse_change();

-- A person's month at a provider: the income-and-tax statement; its paper is set from the entries when it is asked for.
create table tax_statements (
  statement_id bigint generated always as identity primary key,
  tax_id integer not null references tax_periods,
  -- The person's last payout of the period: whose statement it is stands there, sealed (D33).
  row_id bigint not null,
  name text not null,
  income_fen bigint not null,
  tax_fen bigint not null,
  generated_at timestamptz not null,
  -- Which published text its paper has.
  text_version text not null,
  unique (tax_id, row_id)
);
create index tax_statements_by_row on tax_statements (row_id);

-- What the payouts publish for tax: every row that a start took, with how its tax was worked out.
create view taxed_rows as
  select r.row_id, r.provider_id, r.id_hash, r.name, r.sealed, r.status, r.amount_fen, r.tax_fen, r.paid_at,
    b.batch_id, b.batch_no, b.payment_month, b.withholds_tax, b.tax_method, b.gap_restarts, b.started_at
  from payout_rows r join payout_batches b using (batch_id)
  where b.status = 'transferring' and r.status <> 'cancelled';

create view started_months as
  select distinct provider_id, payment_month from payout_batches where payment_month is not null;
-- Taken out before the start: never sent, and never income.
create view cancelled_sums as
  select r.provider_id, b.payment_month, count(*)::int as rows, sum(r.amount_fen)::bigint as amount_fen
  from payout_rows r join payout_batches b using (batch_id)
  where b.status = 'transferring' and r.status = 'cancelled' group by 1, 2;
-- What the ledger and the transfers publish for tax: the postings of tax by the payout they belong to.
create view tax_postings as
  select t.row_id, l.provider_id, l.phase, l.amount_fen, l.at from ledger_postings l join transfers t on t.transfer_id = l.subject_id
  where l.subject = 'transfer' and l.phase in ('settle-tax', 'late-tax', 'return-tax');

-- What tax publishes for those who show a payout or a month.
create view row_tax_proofs as
  select e.row_id, p.month, p.status from tax_entries e join tax_periods p using (tax_id) where e.kind = 'paid';
create view tax_paid_sums as
  select provider_id, coalesce(sum(tax_fen) filter (where status in ('uploaded', 'updated')), 0)::bigint as paid_fen
  from tax_periods group by provider_id;
