// Batch list and check page at 1,000,000 rows against the least a list can be and against bare SQL; and the list's p99 while large sheets are uploaded.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Question } from './client.ts'
import { openClient } from './client.ts'
import { fillFrozenRows, makeFrozenTables } from './frozen-tables.ts'
import { openListFloor } from './open-list-floor.ts'
import { atMost, type Finding, printTable, shown, withTimes } from './print-table.ts'
import { openProduct, type Product, uploadSheet, writePayoutSheet } from './product.ts'
import { median, pairedRatio, quantile } from './quantiles.ts'
import { sized, told } from './size.ts'
import { storePayouts } from './stored-payouts.ts'

const ROWS = sized(1_000_000)
const BATCH = sized(10_000)
const LISTS_A_SECOND = 50
const MIN_SAMPLES = sized(2_000)

const product = await openProduct()
try {
  const { pool } = product.bench.services.database
  await makeFrozenTables(pool)
  const beside = await besideUploads(product)
  await storePayouts(product.bench, ROWS, { batchRows: BATCH })
  printTable([...(await listAgainstFloor(product)), ...(await checkPage(product)), ...beside])
} finally {
  await product.close()
}

async function listAgainstFloor({ bench, client, url, payer }: Product): Promise<Finding[]> {
  // The payer's company has half of what is stored.
  const floor = await openListFloor(bench, ROWS / BATCH / 2)
  const [least = [], ours = []] = await client.inTurns(
    [floor.question(3), { url: url('/excel/import?index=3'), cookie: payer }],
    600,
  )
  await floor.close()
  const what = `batch list at ${told(ROWS)} rows against Fastify + session + list + count`
  return [withTimes(atMost(what, pairedRatio(ours, least), 1.2), median(least), median(ours))]
}

/** At the first, the middle and the last page of a batch; the bare SQL reads tables that stay as they are. */
async function checkPage({ bench, client, url, payer }: Product): Promise<Finding[]> {
  const { services } = bench
  const { pool } = services.database
  await fillFrozenRows(pool, 20, BATCH)
  const { rows } = await pool.query<{ id: number }>(
    'select max(batch_id)::int as id from payout_batches where provider_id = $1 and row_count = $2',
    [bench.payer.person.providerId, BATCH],
  )
  const batchId = rows[0]?.id
  const last = BATCH / 10 - 1
  const findings: Finding[] = []
  for (const [what, page] of [
    ['first', 0],
    ['middle', Math.floor(last / 2)],
    ['last', last],
  ] as const) {
    const bare: Question = {
      database: services.settings.databaseUrl,
      statements: [
        {
          text: 'select * from frozen.payout_rows where batch_id = $1 order by row_number limit 10 offset $2',
          values: [10, page * 10],
        },
        { text: 'select count(*) from frozen.payout_rows where batch_id = $1', values: [10] },
      ],
    }
    const call: Question = { url: url(`/excel/detail?opId=${batchId}&index=${page}`), cookie: payer }
    const [sql = [], ours = []] = await client.inTurns([bare, call], 200)
    findings.push(
      withTimes(
        atMost(`${what} page of ${told(BATCH)} rows against bare SQL`, pairedRatio(ours, sql), 0.8),
        median(sql),
        median(ours),
      ),
    )
  }
  return findings
}

/** Idle and uploading in turns, at a fixed rate of lists from a client of its own, until both have samples enough for a p99. */
async function besideUploads(own: Product): Promise<Finding[]> {
  const { bench, url, payer } = own
  const { pool } = bench.services.database
  const sheet = await writePayoutSheet(join(bench.folder, 'large.xlsx'), sized(100_000))
  const visitor = await openClient()
  const list: Question = { url: url('/excel/import'), cookie: payer }
  await visitor.inTurns([list], 300)
  const idle: number[][] = []
  const busy: number[][] = []
  while (busy.flat().length < MIN_SAMPLES) {
    await visitor.keepAsking(list, LISTS_A_SECOND)
    const began = performance.now()
    await uploadSheet(own, sheet)
    const took = performance.now() - began
    busy.push(await visitor.stopAsking())
    // What an earlier upload left would make likely duplicates of all rows.
    await pool.query('truncate payout_rows cascade')
    await visitor.keepAsking(list, LISTS_A_SECOND)
    await wait(took)
    idle.push(await visitor.stopAsking())
  }
  await visitor.close()
  const p99 = (runs: number[][]) => quantile(runs.flat(), 0.99)
  const p99s = (runs: number[][]) => runs.map((times) => quantile(times, 0.99))
  return [
    atMost(
      `p99 of the list while ${told(sized(100_000))} rows are uploaded against idle, at ${LISTS_A_SECOND} a second`,
      p99(busy) / p99(idle),
      1.5,
    ),
    shown(
      '  upload by upload against the pause after it, median',
      `${pairedRatio(p99s(busy), p99s(idle)).toFixed(2)}×`,
    ),
    shown(
      '  p99 / median busy, p99 / median idle; samples',
      `${p99(busy).toFixed(1)} / ${median(busy.flat()).toFixed(1)} ms, ${p99(idle).toFixed(1)} / ${median(idle.flat()).toFixed(1)} ms; ${told(busy.flat().length)} and ${told(idle.flat().length)}`,
    ),
  ]
}
