-- How corrections of closed months were filed, and whose identity the quarter's report told of (docs/rules/tax.md).

-- Corrections of an old month, booked by a period: within its declaration, or on the old month's filed again. Chosen once.
create table tax_correction_filings (
  tax_id integer not null references tax_periods,
  -- The month whose declaration they correct.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  way text not null check (way in ('current', 'amended')),
  -- Null where it was filed before there was a choice.
  chosen_by integer references accounts,
  chosen_at timestamptz not null,
  primary key (tax_id, month)
);
create trigger tax_correction_filings_kept before update or delete on tax_correction_filings
  for each row execute function refuse_change();

-- Who stood in a quarter's report, by the payout whose name and phone it gave: the identity itself is only there, sealed (D33).
create table tax_reported_people (
  provider_id integer not null references providers,
  quarter text not null check (quarter ~ '^\d{4}-Q[1-4]$'),
  row_id bigint not null,
  reported_at timestamptz not null,
  primary key (provider_id, quarter, row_id)
);
create trigger tax_reported_people_kept before update or delete on tax_reported_people
  for each row execute function refuse_change();

-- What the payouts publish of a payee's identity, to tell whether it changed: hashes under the key of the day.
create view row_identities as
  select row_id, name, id_hash, phone_hash from payout_rows;

-- Corrections of a period are its entries of earlier months: found without reading the others.
-- step: index
create index concurrently tax_entries_by_payment_month on tax_entries (tax_id, payment_month);

-- What was paid, or lies before what was paid, had one way to be filed.
-- step: batches
with piece as (
    select p.tax_id, p.month, coalesce(p.uploaded_at, p.closed_at) as filed_at, exists (
      select 1 from tax_periods q where q.provider_id = p.provider_id and q.month >= p.month and q.file_id is not null) as filed
    from tax_periods p where p.tax_id > $1 order by p.tax_id limit 50),
  found as (
    select distinct p.tax_id, p.filed_at, case when e.kind = 'reversed' then first.month else e.payment_month end as month
    from piece p join tax_entries e on e.tax_id = p.tax_id and e.payment_month < p.month
      join payout_rows r on r.row_id = e.row_id join payout_batches b on b.batch_id = r.batch_id
      left join tax_entries paid on e.kind = 'reversed' and paid.row_id = e.row_id and paid.kind = 'paid'
      left join tax_periods first on first.tax_id = paid.tax_id
    where p.filed and b.withholds_tax),
  filled as (
    insert into tax_correction_filings (tax_id, month, way, chosen_by, chosen_at)
    select tax_id, month, 'current', null, filed_at from found on conflict do nothing)
select max(tax_id) as position from piece;
