-- The kinds of a row's warnings as one number (ADR 54): room for it beside the JSON, and in step with that until 0058 drops it.

-- step: transaction
-- warning_mask: a bit for each kind (domain/payouts/warning-mask.ts). warning_abouts: what warnings say beyond their kind, by kind.
alter table payout_rows add column warning_mask smallint not null default 0, add column warning_abouts jsonb;

create function mask_of_warnings(warnings jsonb) returns smallint language sql immutable parallel safe
  return (select coalesce(bit_or(case w.value->>'kind' when 'likely-duplicate' then 1 when 'card-changed' then 2 when 'card-shared' then 4
      when 'amount-unusual' then 8 when 'first-payment' then 16 when 'bank-differs' then 32 when 'card-luhn' then 64 when 'unsigned' then 128
      when 'hidden-row' then 256 end), 0)::smallint from jsonb_array_elements(coalesce(warnings, '[]')) w);
create function abouts_of_warnings(warnings jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(w.value->>'kind', w.value->>'about') from jsonb_array_elements(coalesce(warnings, '[]')) w where w.value ? 'about');

-- A release that knows only the JSON leaves rows as the backfill would.
create function fill_warning_mask() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.warning_mask := public.mask_of_warnings(new.warnings);
  new.warning_abouts := public.abouts_of_warnings(new.warnings);
  return new;
end $$;
create trigger warning_mask_filled before insert or update of warnings on payout_rows
  for each row when (new.warnings is not null or new.warning_mask <> 0) execute function fill_warning_mask();

-- step: batches
with piece as (select row_id, warnings from payout_rows where row_id > $1 order by row_id limit 5000),
  filled as (
    update payout_rows r set warning_mask = mask_of_warnings(r.warnings), warning_abouts = abouts_of_warnings(r.warnings)
    from piece p where r.row_id = p.row_id and p.warnings is not null)
select max(row_id) as position from piece;
