// The bank files of 100,000 rows, made as the worker makes them, against an export of the same rows by its call; and what the start costs on files against a direct one.

import { join } from 'node:path'
import { makeBankFiles } from '@paywages/server/bank-files/make-files.ts'
import { payByFiles } from '@paywages/server/testing/bank-files.ts'
import { atMost, printTable, shown } from './print-table.ts'
import { type Used, usedBy } from './process-usage.ts'
import { approvedBatch, decide, openProduct, writePayoutSheet } from './product.ts'
import { median, pairedRatio } from './quantiles.ts'
import { openSettler } from './settle.ts'
import { sized, told } from './size.ts'

const ROWS = sized(100_000)
const RUNS = 3

const product = await openProduct()
const { bench, client, processes, url, payer } = product
try {
  const { services } = bench
  const path = await writePayoutSheet(join(bench.folder, 'sheet.xlsx'), ROWS)
  const batchId = await approvedBatch(product, path)
  const query = (statement: string) => services.database.pool.query(statement)
  await openSettler(bench)
  await payByFiles(services, bench.payer.person.providerId)
  const started = await usedBy(processes, () => decide(product, payer, batchId, 'transferring'))
  await query('vacuum analyze')
  const exported = () => client.download(url('/pay/detail/download'), payer)
  const made: Used[] = []
  const written: Used[] = []
  const own: number[] = []
  for (let run = -1; run < RUNS; run += 1) {
    // Emptied, not deleted: rows are written once, and dead ones would be looked at for each new one.
    await query('truncate bank_file_rows')
    await query('delete from bank_files')
    await query('update bank_file_batches set made_at = null')
    const before = process.cpuUsage()
    const ours = await usedBy([process.pid, bench.postgresPid], () => makeBankFiles(services))
    const { user, system } = process.cpuUsage(before)
    const theirs = await usedBy(processes, exported)
    if (run < 0) continue
    made.push(ours)
    own.push((user + system) / 1_000)
    written.push(theirs)
  }
  const of = (what: keyof Used, runs: readonly Used[]) => runs.map((used) => used[what])
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
  printTable([
    atMost(
      `files of ${told(ROWS)} rows against an export of them: processor time`,
      pairedRatio(of('processor', made), of('processor', written)),
      1.2,
    ),
    shown(
      'on this machine: made / exported, processor time',
      `${seconds(median(of('processor', made)))} / ${seconds(median(of('processor', written)))}`,
    ),
    shown('of it the worker’s own, the rest the database’s', seconds(median(own))),
    shown('start of the batch on files, processor time', seconds(started.processor)),
  ])
} finally {
  await product.close()
}
