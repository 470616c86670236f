// An export of 110,000 payouts by the call, against the fastest raw writer over rows that are in memory already: time, processor time, memory, and the list beside it.

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient, type Question } from './client.ts'
import { openForkedWork } from './forked-work.ts'
import { atMost, printTable, shown } from './print-table.ts'
import { peakDuring, residentBytes, type Used, usedBy } from './process-usage.ts'
import { approvedBatch, decide, openProduct, writePayoutSheet } from './product.ts'
import { median, pairedRatio, quantile } from './quantiles.ts'
import { openSettler } from './settle.ts'
import { sized, told } from './size.ts'

/** Uploaded in two sheets, started and settled. */
const SHEETS = 2
const SHEET_ROWS = sized(55_000)
const MEGABYTE = 1_048_576
const RUNS = 5
const LISTS_A_SECOND = 50
const MIN_SAMPLES = sized(2_000)

const product = await openProduct()
const { bench, client, processes, pid, url, payer } = product
try {
  await storeSettled()
  const exported = () => client.download(url('/pay/detail/download'), payer)
  const rows = Number((await exported()).headers['x-row-count'])
  const list: Question = { url: url('/pay/detail'), cookie: payer }
  await client.inTurns([list], 200)
  const idleBytes = await residentBytes(pid)
  const peak = await peakDuring(pid, exported)
  const raw = await openForkedWork('write-raw-sheet.ts', [String(rows)])
  const ours: Used[] = []
  const bare: Used[] = []
  for (let run = -1; run < RUNS; run += 1) {
    const rawUsed = await usedBy([raw.pid], () => raw.run())
    const used = await usedBy(processes, exported)
    if (run < 0) continue
    bare.push(rawUsed)
    ours.push(used)
  }
  await raw.close()
  const { idle, busy } = await besideTheList(list, exported)
  const of = (what: keyof Used, runs: readonly Used[]) => runs.map((used) => used[what])
  const seconds = (what: keyof Used, runs: readonly Used[]) => (median(of(what, runs)) / 1_000).toFixed(2)
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  printTable([
    atMost(
      `export of ${told(rows)} rows by the call against the raw writer: wall`,
      pairedRatio(of('wall', ours), of('wall', bare)),
      1.2,
    ),
    atMost('the same: processor time', pairedRatio(of('processor', ours), of('processor', bare)), 1.5),
    atMost('memory over idle while exporting', (peak - idleBytes) / MEGABYTE, 150, ' MB'),
    atMost(
      `p99 of the detail query during exports against idle, at ${LISTS_A_SECOND} a second`,
      p99(busy) / p99(idle),
      1.5,
    ),
    shown(
      'on this machine: wall of ours / raw; processor time',
      `${seconds('wall', ours)} / ${seconds('wall', bare)} s; ${seconds('processor', ours)} / ${seconds('processor', bare)} s`,
    ),
    shown(
      'p99 busy / idle; samples',
      `${p99(busy).toFixed(1)} / ${p99(idle).toFixed(1)} ms; ${told(busy.length)} and ${told(idle.length)}`,
    ),
  ])
} finally {
  await product.close()
}

/** By the product itself: rows sealed as it seals them now. */
async function storeSettled(): Promise<void> {
  const settler = await openSettler(bench)
  for (let sheet = 0; sheet < SHEETS; sheet += 1) {
    const path = await writePayoutSheet(join(bench.folder, `${sheet}.xlsx`), SHEET_ROWS, sheet * SHEET_ROWS)
    await decide(product, payer, await approvedBatch(product, path), 'transferring')
    await settler.settleAll()
  }
  await bench.services.database.pool.query('vacuum analyze')
}

/** Idle and exporting in turns, at a fixed rate from a client of its own, until both have samples enough for a p99. */
async function besideTheList(list: Question, work: () => Promise<unknown>) {
  const visitor = await openClient()
  await visitor.inTurns([list], 200)
  const idle: number[] = []
  const busy: number[] = []
  while (busy.length < MIN_SAMPLES) {
    await visitor.keepAsking(list, LISTS_A_SECOND)
    const began = performance.now()
    await work()
    const took = performance.now() - began
    busy.push(...(await visitor.stopAsking()))
    await visitor.keepAsking(list, LISTS_A_SECOND)
    await wait(took)
    idle.push(...(await visitor.stopAsking()))
  }
  await visitor.close()
  return { idle, busy }
}
