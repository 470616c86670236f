// The fund summary at 10,000 batches: page, totals and days against bare SQL; and a page whose people must be counted, by rows and kept.

import { countEndedPeople } from '@paywages/server/payouts/count-people.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { inTurns } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'
import { signIn } from './product.ts'

const BATCHES = 10_000
const CROWDED = 10
const ROWS = 20_000

const bench = await openBenchServices()
const app = await buildApp(bench.services)
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await signIn(bench, bench.payer)
  const { pool } = bench.services.database
  const provider = bench.payer.person.providerId
  await fill(bench)
  const call = (path: string) => async () => {
    const reply = await fetch(`${address}/paywages/api${path}`, { headers: { cookie } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.json()
  }
  const sql = (text: string) => async () => void (await pool.query(text, [provider]))
  const started = "from payout_batches b where b.provider_id = $1 and b.status = 'transferring'"
  const page = await inTurns(call('/money/view?index=400'), async () => {
    await sql(
      `select b.*, p.name, f.name ${started.replace('where', 'join providers p using (provider_id) join platforms f on f.platform_id = b.platform_id where')}
      order by b.started_at desc, b.batch_id desc limit 10 offset 3990`,
    )()
    await sql(`select count(*) ${started}`)()
  })
  const totals = await inTurns(
    call('/provider/money'),
    sql(`select sum(succeeded_fen), sum(succeeded_fee_fen), sum(succeeded_tax_fen) ${started}`),
  )
  const days = await inTurns(
    call('/money/view/days'),
    sql(`select (started_at at time zone 'Asia/Shanghai')::date, sum(succeeded_fen) ${started} group by 1`),
  )
  const byRows = await inTurns(call('/money/view'), call('/money/view?index=2'))
  const counted = await countEndedPeople(bench.services)
  const kept = await inTurns(call('/money/view'), call('/money/view?index=2'))
  printTable([
    atMost('page 400 of 10,000 batches against bare SQL', ratio(page), 2),
    atMost('totals of 10,000 batches against bare SQL', ratio(totals), 2),
    atMost('days of 10,000 batches against bare SQL', ratio(days), 2),
    atMost(`page of ${counted} batches of ${ROWS} rows, people kept, against any page`, ratio(kept), 1.5),
    { what: 'the same while people are counted by rows', measured: ms(byRows[0]), goal: '', met: null },
    {
      what: 'page, totals, days on this machine',
      measured: [page, totals, days].map(([ours]) => ms(ours)).join(', '),
      goal: '',
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

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}

/** Half an hour apart; in the newest ones everyone has two rows, which ended in different ways. */
async function fill({ services, payer }: BenchServices): Promise<void> {
  const { pool } = services.database
  const { providerId, platformId, accountId } = payer.person
  await pool.query(
    `insert into payout_batches (batch_no, provider_id, platform_id, uploader_id, uploaded_at, file_name, file_size, file_sha256, status,
      service_rate, withholds_tax, tax_method, row_count, payable_count, gross_fen, fee_fen, people_count, unsigned_count, warned_count,
      warning_counts, registered_at, started_at, ended_at, succeeded_count, failed_count, succeeded_fen, succeeded_fee_fen, failed_fen)
    select 'bench-' || n, $1, $2, $3, now(), 'bench.xlsx', 1, n::text, 'transferring', 65000, false, 'cumulative', $5, $5, $5 * 100, $5 * 7,
      case when n <= $6 then $5 / 2 else $5 end, 0, 0, '{}', now(), now() - n * interval '30 minutes', now(), $5 / 2, $5 / 2, $5 * 50, $5 * 3, $5 * 50
    from generate_series(1, $4::int) n`,
    [providerId, platformId, accountId, BATCHES, ROWS, CROWDED],
  )
  await pool.query(
    `insert into payout_rows (row_id, batch_id, provider_id, row_number, name, id_hash, phone_hash, card_hash, sealed, bank, amount_fen, fee_fen,
      month, remark)
    select b.batch_id * 1048576 + n + 1, b.batch_id, b.provider_id, n + 1, 'name', md5((n / 2)::text)::uuid, md5('p')::uuid, md5('c')::uuid, repeat('s', 120), 'bank', 100, 7, '2026-11', ''
    from payout_batches b, generate_series(0, $1 - 1) n where b.people_count < b.payable_count`,
    [ROWS],
  )
  await pool.query(
    `insert into transfers (row_id, payout_at, batch_id, provider_id, state)
    select r.row_id, b.started_at, r.batch_id, r.provider_id, (case when r.row_number % 2 = 1 then 'succeeded' else 'failed' end)::transfer_state
    from payout_rows r join payout_batches b using (batch_id) order by r.row_id`,
  )
  await pool.query('vacuum analyze payout_rows, transfers, payout_batches')
}
