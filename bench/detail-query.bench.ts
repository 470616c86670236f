// The detail query at 10,000 and 1,000,000 payouts: pages and counts against bare SQL, and how they grow. DETAIL_ROWS sets another size.

import { randomBytes } from 'node:crypto'
import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { buildApp } from '@paywages/server/app.ts'
import { countDetails, type DetailFilter, listDetails } from '@paywages/server/payouts/detail-store.ts'
import { sealRow } from '@paywages/server/payouts/seal-row.ts'
import { hashToken } from '@paywages/server/session/identify.ts'
import { insertSession } from '@paywages/server/session/store.ts'
import { type BenchHouse, openBenchHouse } from './bench-house.ts'
import { payoutRow } from './payout-rows.ts'
import { atMost, type Finding, printTable } from './print-table.ts'

const FEW = 10_000
const MANY = Number(process.env.DETAIL_ROWS ?? 1_000_000)
const PEOPLE = 20_000
const BATCH = 5_000
const DAYS = 365
const PROVIDERS = 10

const today = shanghaiDay(new Date())
const to = endOfDay(today)
const from = startOfDay(shanghaiDay(new Date(Date.now() - 29 * DAY_MS)))
const lastMonth = `beginTime=${from.getTime()}&endTime=${to.getTime()}`
const SIGNS = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const PART = SIGNS.slice(-3).reverse().join('')

// Side by side and in turns: what else the machine does weighs on both alike.
const [few, many] = [await openSize(FEW), await openSize(MANY)]
try {
  const firstPages = await inTurns(
    () => few.call('/pay/detail'),
    () => many.call('/pay/detail'),
  )
  const lastPages = await inTurns(
    () => few.call(`/pay/detail?index=${few.end}`),
    () => many.call(`/pay/detail?index=${many.end}`),
  )
  const counts = await inTurns(
    () => few.call('/pay/detail/count'),
    () => many.call('/pay/detail/count'),
  )
  const lastAlone = await inTurns(
    () => lastPageAlone(few),
    () => lastPageAlone(many),
  )
  const countsAlone = await inTurns(
    () => countsOnly(few),
    () => countsOnly(many),
  )
  const company = `providerId=${many.company}&${lastMonth}`
  const month = await inTurns(
    () => barePage(many),
    () => many.call(`/pay/detail?${company}`),
  )
  const monthCounts = await inTurns(
    () => bareCount(many),
    () => many.call(`/pay/detail/count?${company}`),
  )
  const byName = await inTurns(
    () => bareName(many),
    () => many.call(`/pay/detail?uname=${encodeURIComponent(PART)}`),
    10,
  )
  const byId = await inTurns(
    () => many.call('/pay/detail'),
    () => many.call(`/pay/detail?cardid=${payoutRow(4_711)[1]}`),
  )
  const growth = `${FEW.toLocaleString('en-US')} → ${MANY.toLocaleString('en-US')} rows`
  printTable([
    atMost('first page of a company’s last month against bare SQL', ratio(month), 2),
    atMost('counts of a company’s last month against bare SQL', ratio(monthCounts), 2),
    atMost(`last page, ${growth}`, ratio(lastPages), 1.2),
    atMost(`counts, ${growth}`, ratio(counts), 1.2),
    atMost(`first page, ${growth}`, ratio(firstPages), 1.2),
    atMost('search by a part of a name against bare SQL', ratio(byName), 2),
    atMost('search by ID number against the plain first page', ratio(byId), 2),
    told('last page at both sizes', lastPages),
    told('counts at both sizes', counts),
    told('last page without HTTP at both sizes', lastAlone),
    told('counts without HTTP at both sizes', countsAlone),
    told('last month’s page in bare SQL and by the call', month),
    told('last month’s counts in bare SQL and by the call', monthCounts),
    told('a part of a name in bare SQL and by the call', byName),
    told('the plain first page and an ID number by the call', byId),
    ...(await byScope(many)),
  ])
} finally {
  for (const size of [few, many]) await size.close()
}

type Call = (path: string) => Promise<{ count: number }>

type Size = {
  readonly bench: BenchHouse
  readonly pool: BenchHouse['house']['database']['pool']
  readonly company: number
  /** Its last page. */
  readonly end: number
  readonly call: Call
  close(): Promise<void>
}

async function openSize(rows: number): Promise<Size> {
  const bench = await openBenchHouse()
  const app = await buildApp(bench.house)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await signIn(bench)
  const began = performance.now()
  await addPeopleAndProviders(bench)
  await fill(bench, rows)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${rows.toLocaleString('en-US')} rows stored in ${seconds} s`)
  const call: Call = async (path) => {
    const reply = await fetch(`${address}/paywages/api${path}`, { headers: { cookie } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return (await reply.json()) as { count: number }
  }
  const { count } = await call('/pay/detail')
  return {
    bench,
    pool: bench.house.database.pool,
    company: bench.payer.person.providerId,
    end: Math.ceil(count / 10) - 1,
    call,
    close: async () => {
      await app.close()
      await bench.close()
    },
  }
}

function pageOf({ bench }: Size, filter: DetailFilter, index: (total: number) => number) {
  return bench.house.database.read(async (tx) => {
    const { total } = await countDetails(tx, filter)
    return listDetails(tx, filter, { index: index(total), size: 10 }, total)
  })
}

function lastOf(total: number): number {
  return Math.max(0, Math.ceil(total / 10) - 1)
}

function ownOf({ company }: Size): DetailFilter {
  return { scope: { of: 'provider', providerId: company } }
}

function lastPageAlone(size: Size) {
  return pageOf(size, ownOf(size), lastOf)
}

function countsOnly(size: Size) {
  return size.bench.house.database.read((tx) => countDetails(tx, ownOf(size)))
}

async function bareCount({ pool, company }: Size): Promise<void> {
  await pool.query(
    `select count(*), count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed')
    from payout_rows where provider_id = $1 and payout_at >= $2 and payout_at < $3`,
    [company, from, to],
  )
}

async function barePage(size: Size): Promise<void> {
  await size.pool.query(
    `select r.*, b.batch_no, p.name from payout_rows r join payout_batches b using (batch_id) join providers p on p.provider_id = r.provider_id
    where r.provider_id = $1 and r.payout_at >= $2 and r.payout_at < $3 order by r.payout_at desc, r.row_id desc limit 10`,
    [size.company, from, to],
  )
  await bareCount(size)
}

async function bareName({ pool, company }: Size): Promise<void> {
  const found = 'from payout_rows where provider_id = $1 and payout_at is not null and name like $2'
  const values = [company, `%${PART}%`]
  await pool.query(`select * ${found} order by payout_at desc, row_id desc limit 10`, values)
  await pool.query(`select count(*) ${found}`, values)
}

/** Those who see more than one company, without the way over HTTP; the rarest state has to be found among all rows. */
async function byScope(size: Size): Promise<Finding[]> {
  const { platformId } = size.bench.payer.person
  const scopes: [string, Scope, DetailFilter['status']][] = [
    ['a platform', { of: 'platform', platformId }, undefined],
    ['a platform, failed ones', { of: 'platform', platformId }, 'failed'],
    ['everything', { of: 'everything' }, undefined],
    ['everything, those under way', { of: 'everything' }, 'processing'],
  ]
  const findings: Finding[] = []
  for (const [what, scope, status] of scopes) {
    const filter = { scope, status }
    const [month] = await inTurns(
      () => pageOf(size, { ...filter, from, to }, () => 0),
      async () => undefined,
      15,
    )
    const [first, last] = await inTurns(
      () => pageOf(size, filter, () => 0),
      () => pageOf(size, filter, lastOf),
      15,
    )
    findings.push(told(`${what}: last month, first page, last page`, [month, first, last]))
  }
  return findings
}

function told(what: string, times: readonly number[]): Finding {
  const measured = times.map((time) => time.toFixed(1)).join(' / ')
  return { what, measured: `${measured} ms`, target: '', met: null }
}

async function signIn({ house, payer }: BenchHouse): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { accountId } = payer.person
  await house.database.transact(async (tx) => {
    const { session_epoch: epoch } = await tx
      .selectFrom('account_identities')
      .where('account_id', '=', accountId)
      .select('session_epoch')
      .executeTakeFirstOrThrow()
    const session = { tokenHash: hashToken(token), accountId, epoch, brand: 1, address: '127.0.0.1' } as const
    await insertSession(tx, { ...session, at: new Date() })
  })
  return `paywages_session=${token}`
}

/** Seals are made once for each person; the rows are then made in the database. Half the companies are on the payer's platform. */
async function addPeopleAndProviders({ house, payer }: BenchHouse): Promise<void> {
  const { pool } = house.database
  const company = payer.person.providerId
  const people = Array.from({ length: PEOPLE }, (_, n) => {
    const [, idCardNo = '', phone = '', , cardNo = ''] = payoutRow(n)
    const name = `${SIGNS[n % 20]}${SIGNS[Math.floor(n / 20) % 20]}${SIGNS[Math.floor(n / 400) % 20]}`
    return { n, name, ...sealRow(house.cipher, { idCardNo, phone, cardNo }) }
  })
  await pool.query(
    'create table bench_people (person integer primary key, name text, id_hash text, sealed text)',
  )
  await pool.query(
    'insert into bench_people select * from unnest($1::int[], $2::text[], $3::text[], $4::text[])',
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

/** The payer's company has half of the rows; a year of days, one row in fifty failed, and a few under way. */
async function fill({ house, payer }: BenchHouse, rows: number): Promise<void> {
  const { pool } = house.database
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
    [1, Math.ceil(rows / BATCH), platformId, accountId, BATCH, new Date(), DAYS, PROVIDERS],
  )
  await pool.query(
    `insert into payout_rows (batch_id, provider_id, row_number, status, name, id_hash, phone_hash, card_hash, sealed, bank, amount_fen, fee_fen,
      month, remark, error, paid_at, payout_at)
    select b.batch_id, b.provider_id, n % $3 + 2, case when n % 50 = 0 then 'failed' when n > $2 - 20 then 'processing' else 'succeeded' end,
      w.name, w.id_hash, '', '', w.sealed, '中国工商银行', 100000 + n % 500, 6500, '2026-11', '', '', null, b.started_at + n % $3 * interval '11 ms'
    from generate_series($1::int, $2::int) n
      join payout_batches b on b.batch_no = 'bench-' || ((n - 1) / $3 + 1) join bench_people w on w.person = (n::bigint * 7919) % $4`,
    [1, rows, BATCH, PEOPLE],
  )
  await pool.query(
    `insert into payout_days (provider_id, day, processing, succeeded, failed)
    select provider_id, (payout_at at time zone 'Asia/Shanghai')::date, count(*) filter (where status = 'processing'),
      count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed') from payout_rows group by 1, 2`,
  )
  await pool.query(
    'insert into payee_names select distinct provider_id, name, id_hash from payout_rows on conflict do nothing',
  )
  await pool.query('vacuum analyze')
}

/** The medians of two pieces of work done in turns. */
async function inTurns(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  count = 80,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let run = -12; run < count; run += 1) {
    for (const [index, work] of [one, other].entries()) {
      const start = performance.now()
      await work()
      if (run >= 0) times[index]?.push(performance.now() - start)
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  return [median(times[0]), median(times[1])]
}

function ratio([before, after]: readonly [number, number]): number {
  return after / before
}
