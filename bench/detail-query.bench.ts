// The detail query at 10,000 and 1,000,000 payouts: pages and counts against bare SQL, and how they grow. DETAIL_ROWS sets another size.

import type { Scope } from '@paywages/domain/accounts/rights.ts'
import { DAY_MS, endOfDay, shanghaiDay, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { countDetails, type DetailFilter, listDetails } from '@paywages/server/payouts/detail-store.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { payoutRow } from './payout-rows.ts'
import { atMost, type Finding, printTable } from './print-table.ts'
import { signIn } from './product.ts'
import { PART, storePayouts } from './stored-payouts.ts'

const FEW = 10_000
const MANY = Number(process.env.DETAIL_ROWS ?? 1_000_000)

const today = shanghaiDay(new Date())
const to = endOfDay(today)
const from = startOfDay(shanghaiDay(new Date(Date.now() - 29 * DAY_MS)))
const lastMonth = `beginTime=${from.getTime()}&endTime=${to.getTime()}`

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
    reported('last page at both sizes', lastPages),
    reported('counts at both sizes', counts),
    reported('last page without HTTP at both sizes', lastAlone),
    reported('counts without HTTP at both sizes', countsAlone),
    reported('last month’s page in bare SQL and by the call', month),
    reported('last month’s counts in bare SQL and by the call', monthCounts),
    reported('a part of a name in bare SQL and by the call', byName),
    reported('the plain first page and an ID number by the call', byId),
    ...(await byScope(many)),
  ])
} finally {
  for (const size of [few, many]) await size.close()
}

type Call = (path: string) => Promise<{ count: number }>

type Size = {
  readonly bench: BenchServices
  readonly pool: BenchServices['services']['database']['pool']
  readonly company: number
  /** Its last page. */
  readonly end: number
  readonly call: Call
  close(): Promise<void>
}

async function openSize(rows: number): Promise<Size> {
  const bench = await openBenchServices()
  const app = await buildApp(bench.services)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await signIn(bench, bench.payer)
  const began = performance.now()
  await storePayouts(bench, rows)
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
    pool: bench.services.database.pool,
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
  return bench.services.database.read(async (tx) => {
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
  return size.bench.services.database.read((tx) => countDetails(tx, ownOf(size)))
}

async function bareCount({ pool, company }: Size): Promise<void> {
  await pool.query(
    `select count(*), count(*) filter (where status = 'succeeded'), count(*) filter (where status = 'failed')
    from payout_lines where provider_id = $1 and payout_at >= $2 and payout_at < $3`,
    [company, from, to],
  )
}

async function barePage(size: Size): Promise<void> {
  await size.pool.query(
    `select r.*, b.batch_no, p.name from payout_lines r join payout_batches b using (batch_id) join providers p on p.provider_id = r.provider_id
    where r.provider_id = $1 and r.payout_at >= $2 and r.payout_at < $3 order by r.payout_at desc, r.row_id desc limit 10`,
    [size.company, from, to],
  )
  await bareCount(size)
}

async function bareName({ pool, company }: Size): Promise<void> {
  const found = 'from payout_lines where provider_id = $1 and payout_at is not null and name like $2'
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
    findings.push(reported(`${what}: last month, first page, last page`, [month, first, last]))
  }
  return findings
}

function reported(what: string, times: readonly number[]): Finding {
  const measured = times.map((time) => time.toFixed(1)).join(' / ')
  return { what, measured: `${measured} ms`, goal: '', met: null }
}

function ratio([before, after]: readonly [number, number]): number {
  return after / before
}
