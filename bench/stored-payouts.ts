// A year of payouts of several companies, made in the database, for benchmarks of what people look up.

import { ROW_SEAL } from '@paywages/server/adapters/personal-data/contexts.ts'
import { hashRow } from '@paywages/server/payouts/seal-row.ts'
import type { BenchServices } from './bench-services.ts'
import { payoutRow } from './payout-rows.ts'

const PEOPLE = 20_000
const BATCH = 5_000
const DAYS = 365
const PROVIDERS = 10
const CHARACTERS = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
/** A part that a few of the names hold. */
export const PART = CHARACTERS.slice(-3).reverse().join('')

/** So many payouts; the payer's company has half of them. */
export async function storePayouts(
  bench: BenchServices,
  rows: number,
  { batchRows = BATCH }: { batchRows?: number } = {},
): Promise<void> {
  await addPeopleAndProviders(bench)
  await fill(bench, rows, batchRows)
}

/** Seals are made once for each person; the rows are then made in the database. Half the companies are on the payer's platform. */
async function addPeopleAndProviders({ services, payer }: BenchServices): Promise<void> {
  const { pool } = services.database
  const company = payer.person.providerId
  const people = Array.from({ length: PEOPLE }, (_, n) => {
    const [, idCardNo = '', phone = '', , cardNo = ''] = payoutRow(n)
    const name = `${CHARACTERS[n % 20]}${CHARACTERS[Math.floor(n / 20) % 20]}${CHARACTERS[Math.floor(n / 400) % 20]}`
    const plain = { idCardNo, phone, cardNo }
    // In the form of earlier releases, which is bound to no row.
    const sealed = services.cipher.sealFields(plain, ROW_SEAL)
    return { n, name, sealed, ...hashRow(services.cipher, plain) }
  })
  await pool.query(
    'create table bench_people (person integer primary key, name text, id_hash uuid, sealed text)',
  )
  await pool.query(
    'insert into bench_people select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[])',
    [
      people.map((p) => p.n),
      people.map((p) => p.name),
      people.map((p) => p.idHash),
      people.map((p) => p.sealed),
    ],
  )
  const { platformId } = payer.person
  await pool.query("insert into platforms (name, created_at) values ('another', now())")
  const { rows: columns } = await pool.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
    where table_name = 'providers' and column_name not in ('provider_id', 'name') and is_generated = 'NEVER'`,
  )
  const list = columns[0]?.list ?? ''
  for (let n = 2; n <= PROVIDERS; n += 1)
    await pool.query(
      `with made as (insert into providers (name, ${list}) select $1, ${list} from providers where provider_id = $2 returning provider_id)
      insert into provider_platforms (provider_id, platform_id)
      select provider_id, (select platform_id from platforms where (platform_id = $3) = $4 limit 1) from made`,
      [`Provider ${n}`, company, platformId, n % 2 === 0],
    )
}

/** A year of days, one row in fifty failed, and a few under way. */
async function fill({ services, payer }: BenchServices, rows: number, batchRows: number): Promise<void> {
  const { pool } = services.database
  const { platformId, accountId } = payer.person
  await pool.query(
    `insert into payout_batches (batch_no, provider_id, platform_id, uploader_id, uploaded_at, file_name, file_size, file_sha256, status,
      service_rate, withholds_tax, tax_method, row_count, payable_count, gross_fen, fee_fen, people_count, unsigned_count, warned_count,
      warning_counts, registered_at, started_at)
    select 'bench-' || n, p.provider_id, $3, $4, now(), 'bench.xlsx', 1, n::text, 'transferring', 65000, false, 'cumulative', $5, $5, 1, 1,
      $5, 0, 0, '{}', now(), $6::timestamptz - random() * $7 * interval '1 day'
    from generate_series($1::int, $2::int) n
      join (select provider_id, row_number() over (order by provider_id) - 1 as rank from providers) p
        on p.rank = case when n % 2 = 0 then 0 else (n / 2) % $8 end`,
    [1, Math.ceil(rows / batchRows), platformId, accountId, batchRows, new Date(), DAYS, PROVIDERS],
  )
  await pool.query(
    `insert into payout_rows (row_id, batch_id, provider_id, row_number, name, id_hash, phone_hash, card_hash, sealed, bank, amount_fen, fee_fen,
      month, remark)
    select b.batch_id * 1048576 + n % $3 + 2, b.batch_id, b.provider_id, n % $3 + 2, w.name, w.id_hash, w.id_hash, w.id_hash, w.sealed, '中国工商银行', 100000 + n % 500, 6500, '2026-11', ''
    from generate_series($1::int, $2::int) n
      join payout_batches b on b.batch_no = 'bench-' || ((n - 1) / $3 + 1) join bench_people w on w.person = (n::bigint * 7919) % $4`,
    [1, rows, batchRows, PEOPLE],
  )
  await pool.query(
    `insert into transfers (row_id, payout_at, batch_id, provider_id, state)
    select r.row_id, b.started_at + r.row_number * interval '11 ms', r.batch_id, r.provider_id,
      (case when r.n % 50 = 0 then 'failed' when r.n > $1 - 20 then 'reserved' else 'succeeded' end)::transfer_state
    from (select *, row_number() over (order by row_id) as n from payout_rows) r join payout_batches b using (batch_id) order by r.row_id`,
    [rows],
  )
  await pool.query(
    `insert into payout_days (provider_id, day, processing, succeeded, failed)
    select provider_id, (payout_at at time zone 'Asia/Shanghai')::date, count(*) filter (where status = 'processing'),
      count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed') from payout_lines group by 1, 2`,
  )
  await pool.query(
    'insert into payee_names select distinct provider_id, name, id_hash from payout_lines on conflict do nothing',
  )
  await pool.query(
    `update payout_batches b set first_row_id = w.first, last_row_id = w.last, ended_at = case when w.open = 0 then b.started_at end
    from (select batch_id, min(row_id) as first, max(row_id) as last, count(*) filter (where state = 'reserved') as open
      from transfers group by 1) w where w.batch_id = b.batch_id`,
  )
  await pool.query('vacuum analyze')
}
