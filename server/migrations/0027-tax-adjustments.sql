-- Exempt income, other lawful deductions and tax relief of a person's month: entered by one person, confirmed by another (ADR 35).

create table tax_adjustments (
  adjustment_id integer generated always as identity primary key,
  provider_id integer not null references providers,
  freelancer_id bigint not null references freelancers,
  -- The month it was entered for.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  item text not null check (item in ('exempt-income', 'health-insurance', 'deferred-pension', 'donation', 'other-deduction', 'tax-relief')),
  -- Below zero it undoes what was confirmed before.
  amount_fen bigint not null check (amount_fen <> 0),
  reason text not null,
  by_sheet boolean not null,
  status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected', 'withdrawn')),
  -- Another month where its own was closed when it was confirmed.
  counted_month text check (counted_month ~ '^\d{4}-\d{2}$' and counted_month >= month),
  -- The last start that had been let in by then: it counts for the ones after it.
  counted_after bigint,
  proposed_by integer not null references accounts,
  proposed_at timestamptz not null,
  decided_by integer references accounts,
  decided_at timestamptz,
  decision_reason text not null default '',
  check ((status = 'proposed') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((status = 'confirmed') = (counted_month is not null)),
  check ((counted_month is null) = (counted_after is null)),
  -- The second person, whatever an operation may forget.
  check (status not in ('confirmed', 'rejected') or decided_by <> proposed_by)
);
create index tax_adjustments_counted on tax_adjustments (provider_id, counted_month) where status = 'confirmed';
create index tax_adjustments_waiting on tax_adjustments (provider_id, proposed_at) where status = 'proposed';
create index tax_adjustments_of_person on tax_adjustments (freelancer_id, provider_id);

-- What was entered stays as it was entered, and what was decided stays decided.
create function only_decide_adjustment() returns trigger language plpgsql as $$
begin
  if old.status <> 'proposed' or (new.adjustment_id, new.provider_id, new.freelancer_id, new.month, new.item, new.amount_fen, new.reason,
      new.by_sheet, new.proposed_by, new.proposed_at) is distinct from (old.adjustment_id, old.provider_id, old.freelancer_id, old.month,
      old.item, old.amount_fen, old.reason, old.by_sheet, old.proposed_by, old.proposed_at) then
    raise exception 'a decided adjustment never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger tax_adjustments_decided_once before update on tax_adjustments
  for each row execute function only_decide_adjustment();
create trigger tax_adjustments_kept before delete on tax_adjustments
  for each row execute function refuse_change();

-- In which period a confirmed adjustment is declared: at most one, once.
create table tax_adjustment_entries (
  adjustment_id integer primary key references tax_adjustments,
  tax_id integer not null references tax_periods,
  -- As they were when the period was closed.
  freelancer_id bigint not null,
  month text not null,
  item text not null,
  amount_fen bigint not null
);
create index tax_adjustment_entries_by_period on tax_adjustment_entries (tax_id);
create trigger tax_adjustment_entries_kept before update or delete on tax_adjustment_entries
  for each row execute function refuse_change();

-- What tax publishes for those who reckon a payout: what counts for a person, and from which start on.
create view counted_adjustments as
  select a.provider_id, f.id_hash, a.counted_month as month, a.item, a.amount_fen, a.counted_after
  from tax_adjustments a join person_ids f using (freelancer_id) where a.status = 'confirmed';
