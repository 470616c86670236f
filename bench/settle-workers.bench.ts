// One batch of one provider settled by two workers against one, in turns, through a bank that takes its time; with what they wait for in the database and the processor time of a transfer.

import { join } from 'node:path'
import { recharge } from '@paywages/domain/ledger/postings.ts'
import { credit } from '@paywages/server/ledger/post-entries.ts'
import { openForkedWork } from './forked-work.ts'
import { atLeast, atMost, printTable, shown } from './print-table.ts'
import { type Used, usedBy } from './process-usage.ts'
import { approvedBatch, decide, environmentOf, openProduct, writePayoutSheet } from './product.ts'
import { median } from './quantiles.ts'
import { sized, told } from './size.ts'

const ROWS = Number(process.env.SETTLE_ROWS ?? sized(40_000))
const RUNS = Number(process.env.SETTLE_RUNS ?? 3)
/** A call to a bank over the internet; on a machine with cores to spare SETTLE_BANK_MS=0 shows what the database allows. */
const BANK_MS = Number(process.env.SETTLE_BANK_MS ?? 400)
const SAMPLE_MS = 10

const product = await openProduct()
const { bench, payer } = product
const { services } = bench
const { pool } = services.database
Object.assign(process.env, environmentOf(services))
const workers = [
  await openForkedWork('settle-worker.ts', [String(BANK_MS)]),
  await openForkedWork('settle-worker.ts', [String(BANK_MS)]),
]
try {
  const entry = { subject: 'recharge', subjectId: 1n, postings: recharge(1_000_000_000_00n) } as const
  await services.database.transact((tx) =>
    credit(tx, bench.payer.person.providerId, entry, services.clock.now()),
  )
  const runs: { one: Settled; two: Settled }[] = []
  for (let run = -1; run < RUNS; run += 1) {
    const one = await settledBy(1, 2 * (run + 1))
    const two = await settledBy(2, 2 * (run + 1) + 1)
    if (run >= 0) runs.push({ one, two })
  }
  const of = (figure: (run: { one: Settled; two: Settled }) => number) => median(runs.map(figure))
  printTable([
    shown('transfers in one batch; the bank takes', `${told(ROWS)}; ${BANK_MS} ms`),
    atLeast(
      'settle 2 workers ÷ 1, transfers a second of one provider',
      of(({ one, two }) => one.used.wall / two.used.wall),
      1.7,
    ),
    atMost(
      'share of the time in the database that two workers wait for locks',
      of(({ two }) => two.lockShare),
      0.1,
      '',
    ),
    shown('the same of one worker', of(({ one }) => one.lockShare).toFixed(2)),
    shown(
      'processor time of a transfer, two workers ÷ one',
      `${of(({ one, two }) => two.used.processor / one.used.processor).toFixed(2)}× (${of(({ one }) => (one.used.processor / ROWS) * 1_000).toFixed(0)} µs by one)`,
    ),
    shown(
      'settled a second by one / two, on this machine',
      `${told(Math.round(of(({ one }) => (ROWS / one.used.wall) * 1_000)))} / ${told(Math.round(of(({ two }) => (ROWS / two.used.wall) * 1_000)))}`,
    ),
  ])
} finally {
  for (const worker of workers) await worker.close()
  await product.close()
}

type Settled = { readonly used: Used; readonly lockShare: number }

async function settledBy(count: number, run: number): Promise<Settled> {
  const sheet = await writePayoutSheet(join(bench.folder, `${run}.xlsx`), ROWS, run * ROWS)
  const batchId = await approvedBatch(product, sheet)
  await decide(product, payer, batchId, 'transferring')
  await pool.query('vacuum analyze transfers, payout_rows')
  const working = workers.slice(0, count)
  const waits = sampleWaits()
  const used = await usedBy([bench.postgresPid, ...working.map(({ pid }) => pid)], () =>
    Promise.all(working.map((worker) => worker.run())),
  )
  const lockShare = await waits.end()
  const { rows } = await pool.query<{ settled: number }>(
    'select succeeded_count as settled from payout_batches where batch_id = $1',
    [batchId],
  )
  if (rows[0]?.settled !== ROWS) throw new Error(`${rows[0]?.settled} of ${ROWS} were settled`)
  return { used, lockShare }
}

/** Looks at what the workers' sessions do, again and again: the share of those at work that wait for a lock of another. */
function sampleWaits(): { end(): Promise<number> } {
  let [working, waiting] = [0, 0]
  let going = true
  const look = async () => {
    while (going) {
      const { rows } = await pool.query<{ working: number; waiting: number }>(
        `select count(*)::int as working, count(*) filter (where wait_event_type = 'Lock')::int as waiting
         from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      working += rows[0]?.working ?? 0
      waiting += rows[0]?.waiting ?? 0
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  }
  const looking = look()
  return {
    end: async () => {
      going = false
      await looking
      return working === 0 ? 0 : waiting / working
    },
  }
}
