// A month closed for tax behind a short and a ten times longer history, and what is read from it: filings, proofs and a declaration.

import { buildApp } from '@paywages/server/processes/app.ts'
import { inTurns, median, timed } from './in-turns.ts'
import { atMost, type Finding, printTable } from './print-table.ts'
import { usedBy } from './process-usage.ts'
import { signIn } from './product.ts'
import { closedInTurns, closeUpTo, LAST_MONTH, openTaxedPayouts, type TaxedPayouts } from './taxed-payouts.ts'

/** Batches of five thousand in all; the company has three of the eight before its last month, and thirty of the fifty-eight. */
const SHORT = 8
const LONG = 58
const RUNS = 9

const BARE_SUMS = `select count(distinct r.id_hash), sum(e.income_fen), sum(e.tax_fen), sum(l.tax_fen)
  from tax_periods p join tax_entries e using (tax_id) join payout_lines r using (row_id) left join row_transfers t using (row_id)
    left join ledger_settlements l on l.transfer_id = t.transfer_id
  where p.provider_id = $1 and p.month = $2`
const BARE_PROOFS =
  'select * from tax_periods where provider_id = $1 and month <= $2 order by month desc limit 10'
const BARE_YEAR = `select r.id_hash, e.payment_month, sum(e.income_fen), sum(e.tax_fen) from tax_entries e join tax_periods p using (tax_id)
    join payout_lines r using (row_id) where p.provider_id = $1 and p.month <= $2 group by 1, 2`

const short = await openTaxedPayouts(SHORT)
const long = await openTaxedPayouts(LONG)
const app = await buildApp(long.services)
try {
  const closing = await closedInTurns([short, long], 9_000, RUNS)
  const copied = median([
    await timed(copyRows(long)),
    await timed(copyRows(long)),
    await timed(copyRows(long)),
  ])
  for (const bench of [short, long]) await closeUpTo(bench, LAST_MONTH)
  const { pool } = long.services.database
  await pool.query('vacuum analyze')

  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: await signIn(long, long.payer) }
  const call = (path: string) => async () => {
    const reply = await fetch(`${address}/paywages/api${path}`, { headers })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const ask = (statement: string) => () => pool.query(statement, [long.providerId, LAST_MONTH])
  const filings = await inTurns(call(`/tax/filing/list?month=${LAST_MONTH}`), ask(BARE_SUMS), RUNS)
  const proofs = await inTurns(call('/tax/list'), ask(BARE_PROOFS), RUNS)
  const path = `/tax/filing/declaration?providerId=${long.providerId}&month=${LAST_MONTH}`
  const declaration = await inTurns(call(path), ask(BARE_YEAR), RUNS)
  const processor = await processorInTurns(long, call(path), ask(BARE_YEAR))
  const { rows } = await pool.query<{ people: number }>(
    'select people_count as people from tax_periods where provider_id = $1 and month = $2',
    [long.providerId, LAST_MONTH],
  )
  const people = (rows[0]?.people ?? 0).toLocaleString('en-US')
  printTable([
    atMost(
      `a month closed behind ${long.history} batches, against the same month behind ${short.history}`,
      closing[1] / closing[0],
      1.5,
    ),
    shown('a month closed, against a bare copy of its rows', closing[1] / copied),
    atMost('filings of a month against bare SQL of the same sums', ratio(filings), 2),
    shown('list of proofs against bare SQL', ratio(proofs)),
    atMost(`declaration of ${people} people against the bare query of their year`, ratio(declaration), 2),
    atMost('the same: processor time', ratio(processor), 2),
    {
      what: 'closed behind the short and the long history, filings, proofs, declaration, bare year on this machine',
      measured: [...closing, filings[0], proofs[0], ...declaration]
        .map((ms) => `${Math.round(ms)} ms`)
        .join(', '),
      goal: '',
      met: null,
    },
  ])
} finally {
  await app.close()
  await short.close()
  await long.close()
}

function ratio([ours, bare]: readonly [number, number]): number {
  return ours / bare
}

/** Of this process with its threads and of PostgreSQL, in turns. */
async function processorInTurns(
  { postgresPid }: TaxedPayouts,
  ...works: readonly [() => Promise<unknown>, () => Promise<unknown>]
): Promise<[number, number]> {
  const sums: [number, number] = [0, 0]
  for (let run = 0; run < RUNS; run += 1)
    for (const index of [0, 1] as const) {
      const { processor } = await usedBy([process.pid, postgresPid], works[index])
      sums[index] += processor
    }
  return sums
}

function shown(what: string, measured: number): Finding {
  return { what, measured: `${measured.toFixed(2)}×`, goal: '', met: null }
}

function copyRows({ services, providerId }: TaxedPayouts): () => Promise<void> {
  return async () => {
    const { pool } = services.database
    await pool.query('create table bench_entries (like tax_entries including all)')
    await pool.query(
      `insert into bench_entries select r.row_id, 'paid', 1, b.payment_month, r.amount_fen, r.tax_fen
      from payout_lines r join payout_batches b using (batch_id) where r.provider_id = $1 and r.status = 'succeeded' and b.payment_month = $2`,
      [providerId, LAST_MONTH],
    )
    await pool.query('drop table bench_entries')
  }
}
