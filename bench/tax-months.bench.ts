// A year of payouts closed for tax, and what is read from it: the month's filings and a declaration, against bare SQL and a raw read.

import { addMonths, shanghaiMonth, startOfDay } from '@paywages/domain/calendar/shanghai.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { closeMonths } from '@paywages/server/tax/periods/close-months.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { inTurns, timed } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'
import { signIn, storePayouts } from './stored-payouts.ts'

const ROWS = Number(process.env.TAX_ROWS ?? 200_000)
const RUNS = 15

const bench = await openBenchServices()
const app = await buildApp(bench.services)
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: await signIn(bench) }
  await storePayouts(bench, ROWS)
  await taxThem(bench)
  const { pool } = bench.services.database
  const providerId = bench.payer.person.providerId

  const scope = { of: 'provider', providerId } as const
  const lastMonth = addMonths(shanghaiMonth(new Date()), -1)
  const close = (at: Date) => timed(() => closeMonths(bench.services, { ...bench.payer, at }, scope))
  const year = await close(startOfDay(`${lastMonth}-15`))
  const month = await close(new Date())
  const copied = await timed(async () => {
    await pool.query('create table bench_entries (like tax_entries including all)')
    await pool.query(
      `insert into bench_entries select r.row_id, 'paid', 1, b.payment_month, r.amount_fen, r.tax_fen
      from payout_rows r join payout_batches b using (batch_id) where r.provider_id = $1 and r.status = 'succeeded' and b.payment_month = $2`,
      [providerId, lastMonth],
    )
  })
  await pool.query('vacuum analyze')
  const { rows: counted } = await pool.query<{ people: number; entries: number }>(
    `select p.people_count as people, count(*)::int as entries from tax_periods p join tax_entries e using (tax_id)
    where p.provider_id = $1 and p.month = $2 group by p.tax_id`,
    [providerId, lastMonth],
  )
  const { people = 0, entries = 0 } = counted[0] ?? {}
  const call = (path: string) => async () => {
    const reply = await fetch(`${address}/paywages/api${path}`, { headers })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const bareSums = () =>
    pool.query(
      `select count(distinct r.id_hash), sum(e.income_fen), sum(e.tax_fen), sum(l.amount_fen)
      from tax_periods p join tax_entries e using (tax_id) join payout_rows r using (row_id) left join transfers t using (row_id)
        left join ledger_postings l on l.subject_id = t.transfer_id and l.subject = 'transfer' and l.phase = 'settle-tax'
      where p.provider_id = $1 and p.month = $2`,
      [providerId, lastMonth],
    )
  const filings = await inTurns(call(`/tax/filing/list?month=${lastMonth}`), bareSums, RUNS)
  const proofs = await inTurns(
    call('/tax/list'),
    () =>
      pool.query('select * from tax_periods where provider_id = $1 order by month desc limit 10', [
        providerId,
      ]),
    RUNS,
  )
  const bareYear = () =>
    pool.query(
      `select r.id_hash, e.payment_month, sum(e.income_fen), sum(e.tax_fen) from tax_entries e join tax_periods p using (tax_id)
        join payout_rows r using (row_id) where p.provider_id = $1 and p.month <= $2 group by 1, 2`,
      [providerId, lastMonth],
    )
  const declaration = await inTurns(
    call(`/tax/filing/declaration?providerId=${providerId}&month=${lastMonth}`),
    bareYear,
    3,
  )
  printTable([
    {
      what: `a month of ${entries.toLocaleString('en-US')} payouts closed, a year behind it, against a bare copy of its rows`,
      measured: `${(month / copied).toFixed(2)}×`,
      target: '',
      met: null,
    },
    atMost('filings of a month against bare SQL of the same sums', ratio(filings), 2),
    {
      what: 'list of proofs against bare SQL',
      measured: `${(ratio(proofs)).toFixed(2)}×`,
      target: '',
      met: null,
    },
    {
      what: `declaration of ${people.toLocaleString('en-US')} people against the bare query of their year`,
      measured: `${(ratio(declaration)).toFixed(2)}×`,
      target: '',
      met: null,
    },
    {
      what: 'a year closed at once, a month, filings, proofs, declaration on this machine',
      measured: [year, month, filings[0], proofs[0], declaration[0]]
        .map((time) => `${Math.round(time)} ms`)
        .join(', '),
      target: '',
      met: null,
    },
  ])
} finally {
  await app.close()
  await bench.close()
}

function ratio([ours, bare]: readonly [number, number]): number {
  return ours / bare
}

/** Each payout bears three per cent, which the ledger owes. */
async function taxThem({ services }: BenchServices): Promise<void> {
  const { pool } = services.database
  await pool.query('update providers set withholds_tax = true')
  await pool.query(
    `update payout_batches set withholds_tax = true, payment_month = to_char(started_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  )
  await pool.query('update payout_rows set tax_fen = amount_fen * 3 / 100')
  await pool.query(
    `insert into transfers (row_id, batch_id, provider_id, reference, state, amount_fen, fee_fen, tax_fen)
    select row_id, batch_id, provider_id, 'bench-' || row_id, 'succeeded', amount_fen, fee_fen, tax_fen from payout_rows where status = 'succeeded'`,
  )
  await pool.query(
    `insert into ledger_postings (provider_id, phase, source, destination, amount_fen, subject, subject_id, at)
    select provider_id, 'settle-tax', 'held', 'tax-payable', tax_fen, 'transfer', transfer_id, now() from transfers`,
  )
  await pool.query('vacuum analyze')
}
