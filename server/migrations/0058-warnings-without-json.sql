-- Rows keep the mask of their warnings, and JSON only where one says more than its kind (ADR 54).
-- contract: least writer 0058

-- step: transaction
drop trigger warning_mask_filled on payout_rows;
drop function fill_warning_mask();
drop function mask_of_warnings(jsonb);
drop function abouts_of_warnings(jsonb);

-- Numbers are cast by themselves: joined to text as numbers they make an expression that is not immutable, as the function says it is, and
-- then it is called for every row instead of being a part of the query.
create or replace function sealed_value(batch_id bigint, row_number integer, sealed text, seal bytea, data_key bytea, data_key_id text)
  returns text language sql immutable parallel safe
  return case when data_key is null then sealed
    else '=' || batch_id::text || '.' || row_number::text || '.' || data_key_id || '.' || encode(data_key, 'hex') || '.'
      || coalesce(encode(seal, 'hex'), '') end;

alter view payout_lines rename column warnings to warning_abouts;
create or replace view payout_lines as
  select r.row_id, r.batch_id, r.provider_id, r.row_number, r.cancelled, r.name, r.id_hash, r.phone_hash, r.card_hash,
    sealed_value(r.batch_id, r.row_number, r.sealed, r.seal, b.data_key, b.data_key_id) as sealed, r.bank, r.amount_fen, r.fee_fen, r.tax_fen,
    r.vat_fen, r.platform_paid_fen, r.month, r.remark, r.warning_abouts, r.copy_of,
    case when r.cancelled then 'cancelled' else coalesce(o.status, 'processing') end as status, coalesce(o.reason, '') as error,
    o.paid_at, o.payout_at, o.provider_id as payout_provider_id, r.warning_mask
  from payout_rows r left join payout_batches b on b.batch_id = r.batch_id left join row_outcomes o on o.row_id = r.row_id;
alter table payout_rows drop column warnings;
