-- Room for rows in half the bytes (ADR 41): hashes as uuid, seals bound to their row, and each batch's data key and range of rows.

-- step: transaction
-- data_key: of the batch's seals, wrapped under the secret named data_key_id; null while its rows are in the old form.
-- first_row_id, last_row_id: where its rows lie in the primary key; rows of other batches may lie between those of earlier releases.
alter table payout_batches add column data_key bytea, add column data_key_id text,
  add column first_row_id bigint, add column last_row_id bigint,
  add constraint batch_data_key check ((data_key is null) = (data_key_id is null)) not valid;
alter table payout_rows add column seal bytea, add column id_hash_16 uuid, add column phone_hash_16 uuid, add column card_hash_16 uuid;

-- The first 16 bytes of a hash that was kept as 22 characters.
create function hash_as_uuid(kept text) returns uuid language sql immutable strict parallel safe
  return encode(decode(translate(left(kept, 22), '-_', '+/') || '==', 'base64'), 'hex')::uuid;

-- A release that knows nothing of the new columns leaves rows as the backfill would.
create function fill_hashes() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.id_hash_16 := public.hash_as_uuid(new.id_hash);
  new.phone_hash_16 := public.hash_as_uuid(new.phone_hash);
  new.card_hash_16 := public.hash_as_uuid(new.card_hash);
  return new;
end $$;
create trigger hashes_filled before insert or update of id_hash, phone_hash, card_hash on payout_rows
  for each row execute function fill_hashes();

-- step: batches
with piece as (select row_id, id_hash, phone_hash, card_hash from payout_rows where row_id > $1 order by row_id limit 5000),
  filled as (
    update payout_rows r set id_hash_16 = hash_as_uuid(p.id_hash), phone_hash_16 = hash_as_uuid(p.phone_hash),
      card_hash_16 = hash_as_uuid(p.card_hash)
    from piece p where r.row_id = p.row_id)
select max(row_id) as position from piece;

-- Those that the worker still has to seal anew.
-- step: index
create index concurrently payout_batches_in_old_form on payout_batches (batch_id) where data_key is null;

-- step: index
create index concurrently payout_rows_by_person_16 on payout_rows (id_hash_16, provider_id);

-- step: index
create index concurrently payout_rows_bearing_vat_16 on payout_rows (provider_id, id_hash_16) where vat_fen > 0;
