// Upload → stored for 10,000 and 100,000 rows by the call, against parsing with the fastest library and a raw COPY in the same run: time, processor time and memory.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openForkedWork } from './forked-work.ts'
import { makeFrozenTables } from './frozen-tables.ts'
import { atMost, printTable, shown } from './print-table.ts'
import { peakDuring, residentBytes, type Used, usedBy } from './process-usage.ts'
import { openProduct, type Product, uploadSheet, writePayoutSheet } from './product.ts'
import { median, pairedRatio } from './quantiles.ts'
import { sized, told } from './size.ts'

const FEW = sized(10_000)
const MANY = sized(100_000)
const RUNS = 5
/** Processes that each take one large sheet: single readings differ by twenty megabytes. */
const FRESH = 5
const IDLE_LOOKS = 20
const MEGABYTE = 1_048_576

const product = await openProduct()
try {
  await makeFrozenTables(product.bench.services.database.pool)
  const memory = await memoryOfUploads(product)
  const small = await measure(product, FEW)
  const large = await measure(product, MANY)
  const ratio = (what: keyof Used, { ours, baseline }: typeof large) =>
    pairedRatio(
      ours.map((used) => used[what]),
      baseline.map((used) => used[what]),
    )
  const seconds = (what: keyof Used, runs: readonly Used[]) =>
    (median(runs.map((used) => used[what])) / 1_000).toFixed(2)
  const rowTime = (rows: number, { ours }: typeof large) => median(ours.map(({ wall }) => wall)) / rows
  printTable([
    atMost(`upload of ${told(MANY)} rows against parse + COPY: wall`, ratio('wall', large), 1.2),
    atMost('the same: processor time', ratio('processor', large), 1.8),
    atMost(`upload of ${told(FEW)} rows against parse + COPY: wall`, ratio('wall', small), 1.5),
    shown('the same: processor time', `${ratio('processor', small).toFixed(2)}×`),
    atMost(
      `time a row, ${told(MANY)} against ${told(FEW)} rows`,
      rowTime(MANY, large) / rowTime(FEW, small),
      1.15,
    ),
    atMost(
      `memory over idle, ${told(MANY)} rows, the middle of ${FRESH}`,
      median(memory) / MEGABYTE,
      80,
      ' MB',
    ),
    shown(
      'the same: least and most',
      `${(Math.min(...memory) / MEGABYTE).toFixed(0)} and ${(Math.max(...memory) / MEGABYTE).toFixed(0)} MB`,
    ),
    shown(
      'the larger on this machine: wall of ours / baseline; processor time',
      `${seconds('wall', large.ours)} / ${seconds('wall', large.baseline)} s; ${seconds('processor', large.ours)} / ${seconds('processor', large.baseline)} s`,
    ),
  ])
} finally {
  await product.close()
}

/** Each run stores into empty tables: what an earlier run left would make likely duplicates of all rows. */
async function measure(own: Product, rows: number): Promise<{ ours: Used[]; baseline: Used[] }> {
  const { bench, processes } = own
  const { pool } = bench.services.database
  const path = await writePayoutSheet(join(bench.folder, `${rows}.xlsx`), rows)
  const raw = await openForkedWork('parse-and-copy.ts', [path, bench.services.settings.databaseUrl])
  const ours: Used[] = []
  const baseline: Used[] = []
  for (let run = -1; run < RUNS; run += 1) {
    await pool.query('truncate frozen.sheet_cells, payout_rows cascade')
    const bare = await usedBy([raw.pid, bench.postgresPid], () => raw.run())
    const used = await usedBy(processes, () => uploadSheet(own, path))
    if (run < 0) continue
    baseline.push(bare)
    ours.push(used)
  }
  await raw.close()
  return { ours, baseline }
}

/** Of one process each: what an upload leaves free and does not give back would make the next one seem small. */
async function memoryOfUploads({ bench }: Product): Promise<number[]> {
  const few = await writePayoutSheet(join(bench.folder, 'few.xlsx'), 10)
  const many = await writePayoutSheet(join(bench.folder, 'many.xlsx'), MANY)
  const taken: number[] = []
  for (let run = 0; run < FRESH; run += 1) {
    await bench.services.database.pool.query('truncate payout_rows cascade')
    const fresh = await openProduct({ ...bench, close: async () => undefined })
    try {
      taken.push(await memoryOfUpload(fresh, few, many))
    } finally {
      await fresh.close()
    }
  }
  return taken
}

/** Idle is a server that has answered calls and taken a small sheet, so that its code is loaded; the least it holds for a while after that. */
async function memoryOfUpload(fresh: Product, few: string, many: string): Promise<number> {
  const { client, url, payer, pid } = fresh
  await uploadSheet(fresh, few)
  await client.inTurns([{ url: url('/excel/import'), cookie: payer }], 200)
  const idle: number[] = []
  for (let look = 0; look < IDLE_LOOKS; look += 1) {
    await wait(100)
    idle.push(await residentBytes(pid))
  }
  return (await peakDuring(pid, () => uploadSheet(fresh, many))) - Math.min(...idle)
}
