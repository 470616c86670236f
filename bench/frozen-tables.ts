// Baselines that stay as they are: payout rows and transfers with the columns and indexes of November 2026, as text, so that no change of our schema shrinks what we are held against.

import type { BenchServices } from './bench-services.ts'

type Pool = BenchServices['services']['database']['pool']

const ROWS_TABLE = `create table frozen.payout_rows (
  row_id bigint generated always as identity primary key,
  batch_id bigint not null,
  provider_id integer not null,
  row_number integer not null,
  status text not null default 'processing',
  name text not null,
  id_hash text not null,
  phone_hash text not null,
  card_hash text not null,
  sealed text not null,
  bank text not null,
  amount_fen bigint not null,
  fee_fen bigint not null,
  tax_fen bigint not null default 0,
  month text not null,
  remark text not null,
  warnings jsonb,
  error text not null default '',
  paid_at timestamptz,
  copy_of bigint,
  payout_at timestamptz,
  platform_paid_fen bigint,
  vat_fen bigint not null default 0
);
create index on frozen.payout_rows (batch_id, row_number);
create index on frozen.payout_rows (copy_of) where copy_of is not null;
create index on frozen.payout_rows (provider_id, payout_at desc, row_id desc) where payout_at is not null;
create index on frozen.payout_rows (payout_at desc, row_id desc) where payout_at is not null;
create index on frozen.payout_rows (id_hash, provider_id);
create index on frozen.payout_rows (batch_id) where status = 'failed';
create index on frozen.payout_rows (provider_id, id_hash) where vat_fen > 0;
create index on frozen.payout_rows (batch_id) where platform_paid_fen is not null`

const TRANSFERS_TABLE = `create table frozen.transfers (
  transfer_id bigint generated always as identity primary key,
  row_id bigint not null unique,
  batch_id bigint not null,
  provider_id integer not null,
  reference text not null unique,
  state text not null default 'reserved',
  amount_fen bigint not null,
  fee_fen bigint not null,
  tax_fen bigint not null,
  fence integer not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  asks integer not null default 0,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  next_ask_at timestamptz,
  ended_at timestamptz,
  reason text not null default '',
  bank_serial text not null default '',
  vat_fen bigint not null default 0
);
create index on frozen.transfers (batch_id, transfer_id) where state = 'reserved';
create index on frozen.transfers (lease_until) where state = 'sending';
create index on frozen.transfers (next_ask_at) where state in ('in-doubt', 'manual');
create index on frozen.transfers (provider_id) where state = 'manual';
create index on frozen.transfers (provider_id, bank_serial) where bank_serial <> '';
create index on frozen.transfers (provider_id, first_sent_at) where state = 'in-doubt'`

/** What a parsed sheet is copied into, and one statement's payments with their one hot balance. */
const PLAIN_TABLES = `
create table frozen.sheet_cells (a text, b text, c text, d text, e text, f text, g text, h text);
create table frozen.hot_balance (id int primary key, fen bigint not null);
create table frozen.hot_postings (id bigint primary key, fen bigint not null)`

/** Empty tables in a schema of their own, however often it is asked. */
export async function makeFrozenTables(pool: Pool): Promise<void> {
  await pool.query('drop schema if exists frozen cascade')
  await pool.query(`create schema frozen; ${ROWS_TABLE}; ${TRANSFERS_TABLE}; ${PLAIN_TABLES}`)
}

/** So many batches of so many rows, with hashes and seals as long as they were. */
export async function fillFrozenRows(pool: Pool, batches: number, rows: number): Promise<void> {
  await pool.query(
    `insert into frozen.payout_rows (batch_id, provider_id, row_number, name, id_hash, phone_hash, card_hash, sealed, bank, amount_fen, fee_fen, month, remark)
    select b, 1, n + 1, '王小禾', left(encode(sha256(int8send(b * 1000000 + n)), 'base64'), 22), left(encode(sha256(int8send(-n)), 'base64'), 22),
      left(encode(sha256(int8send(n * 7)), 'base64'), 22), encode(sha512(int8send(n * 3)) || sha256(int8send(n)), 'base64'), '中国工商银行',
      100000 + n % 500, 6500, '2026-11', ''
    from generate_series(1::bigint, $1::bigint) b, generate_series(1::bigint, $2::bigint) n`,
    [batches, rows],
  )
  await pool.query('vacuum analyze frozen.payout_rows')
}

/** One transaction that inserts a transfer and updates a row for each payment: what a start was at its barest. */
export async function startFrozenRows(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into frozen.transfers (row_id, batch_id, provider_id, reference, amount_fen, fee_fen, tax_fen)
      select row_id, batch_id, provider_id, 'raw' || row_id, amount_fen, fee_fen, tax_fen from frozen.payout_rows`)
    await client.query(`update frozen.payout_rows set status = 'succeeded', paid_at = now()`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** So many payments, a transaction each, eight at a time, all moving the same balance: settling row by row at its very best. */
export async function payOneByOne(pool: Pool, payments: number): Promise<void> {
  await pool.query('truncate frozen.hot_balance, frozen.hot_postings')
  await pool.query('insert into frozen.hot_balance values (1, 1000000000)')
  let next = 0
  const lane = async () => {
    for (let id = next++; id < payments; id = next++)
      await pool.query(
        'with moved as (update frozen.hot_balance set fen = fen - 1 where id = 1 and fen >= 1 returning 1) insert into frozen.hot_postings select $1, 1 from moved',
        [id],
      )
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}
