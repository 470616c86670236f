// Start and settlement of 100,000 transfers, against bare SQL on frozen tables and against one transaction a payment; and the bytes that a payout leaves in the database.

import { join } from 'node:path'
import { fillFrozenRows, makeFrozenTables, payOneByOne, startFrozenRows } from './frozen-tables.ts'
import { atLeast, atMost, printTable, shown } from './print-table.ts'
import { type Used, usedBy } from './process-usage.ts'
import { approvedBatch, decide, openProduct, writePayoutSheet } from './product.ts'
import { median } from './quantiles.ts'
import { openSettler, type Settler } from './settle.ts'
import { sized, told } from './size.ts'

const ROWS = sized(100_000)
const RUNS = 3
const HOT_PAYMENTS = sized(5_000)

const product = await openProduct()
const { bench, processes, payer } = product
const { pool } = bench.services.database
try {
  const settler = await openSettler(bench)
  const runs: Run[] = []
  let bytes = 0
  for (let run = 0; run < RUNS; run += 1) {
    const sheet = await writePayoutSheet(join(bench.folder, `${run}.xlsx`), ROWS, run * ROWS)
    const before = await storedBytes()
    runs.push(await startAndSettle(sheet, settler))
    // Only the first has nothing to write over: later ones would reuse what it left dead.
    if (run === 0) bytes = ((await storedBytes()) - before) / ROWS
  }
  const ratios = (of: (run: Run) => number) => median(runs.map(of))
  printTable([
    atLeast(
      `start of ${told(ROWS)} rows by the call: raw insert and update / ours, wall`,
      ratios(({ raw, start }) => raw.wall / start.wall),
      1.5,
    ),
    shown(
      '  the same, processor time',
      `${ratios(({ raw, start }) => raw.processor / start.processor).toFixed(2)}×`,
    ),
    atLeast(
      'settled a second / one-statement hot-account payments a second',
      ratios(({ hot, settle }) => hot.wall / HOT_PAYMENTS / (settle.wall / ROWS)),
      8,
    ),
    shown(
      '  the same, payments a second of processor time',
      `${ratios(({ hot, settle }) => hot.processor / HOT_PAYMENTS / (settle.processor / ROWS)).toFixed(2)}×`,
    ),
    atMost('bytes a payout, started and settled, tables and indexes before vacuum', bytes, 800, ' B'),
    shown(
      'raw / start; settled / hot payments a second, on this machine',
      `${seconds(runs.map(({ raw }) => raw))} / ${seconds(runs.map(({ start }) => start))} s; ${told(Math.round(ratios(({ settle }) => (ROWS / settle.wall) * 1_000)))} / ${told(Math.round(ratios(({ hot }) => (HOT_PAYMENTS / hot.wall) * 1_000)))}`,
    ),
  ])
} finally {
  await product.close()
}

type Run = { readonly raw: Used; readonly start: Used; readonly hot: Used; readonly settle: Used }

async function startAndSettle(sheet: string, settler: Settler): Promise<Run> {
  const batchId = await approvedBatch(product, sheet)
  await pool.query('vacuum analyze payout_rows')
  await makeFrozenTables(pool)
  await fillFrozenRows(pool, 1, ROWS)
  const here = [process.pid, bench.postgresPid]
  const raw = await usedBy([bench.postgresPid], () => startFrozenRows(pool))
  const start = await usedBy(processes, () => decide(product, payer, batchId, 'transferring'))
  const hot = await usedBy(here, () => payOneByOne(pool, HOT_PAYMENTS))
  const settle = await usedBy(here, () => settler.settleAll())
  const { rows } = await pool.query<{ settled: number }>(
    'select succeeded_count as settled from payout_batches where batch_id = $1',
    [batchId],
  )
  if (rows[0]?.settled !== ROWS) throw new Error(`${rows[0]?.settled} of ${ROWS} were settled`)
  return { raw, start, hot, settle }
}

/** Of all tables of ours with their indexes; the frozen ones lie elsewhere. */
async function storedBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'`,
  )
  return rows[0]?.bytes ?? 0
}

function seconds(used: readonly Used[]): string {
  return (median(used.map(({ wall }) => wall)) / 1_000).toFixed(1)
}
