// Upload → stored for 10,000 and 100,000 rows, against parsing with the fastest library and a raw COPY in the same run.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeSealedCopy } from '@paywages/server/adapters/file-store/sealed-copy.ts'
import { readSheet } from '@paywages/server/adapters/spreadsheet/read-sheet.ts'
import { writeXlsx } from '@paywages/server/adapters/spreadsheet/write-xlsx.ts'
import { openRowSealer } from '@paywages/server/payouts/row-sealer.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { streamXlsxRows } from 'hucre'
import { from } from 'pg-copy-streams'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { payoutRow, TITLES } from './payout-rows.ts'
import { atMost, printTable } from './print-table.ts'

const RUNS = 3
const bench = await openBenchServices()
try {
  const small = await measure(bench, 10_000)
  const large = await measure(bench, 100_000)
  printTable([
    atMost('upload of 10,000 rows against parse + COPY', small.ours / small.baseline, 1.5),
    atMost('upload of 100,000 rows against parse + COPY', large.ours / large.baseline, 1.5),
    atMost('time a row, 100,000 against 10,000 rows', large.ours / 100_000 / (small.ours / 10_000), 1.15),
    atMost('RSS over idle, 100,000 rows', large.rssMegabytes, 200, ' MB'),
  ])
} finally {
  await bench.close()
}

async function measure({ services, payer, folder }: BenchServices, rows: number) {
  const path = join(folder, `${rows}.xlsx`)
  const columns = TITLES.map((title) => ({ title, kind: 'text' as const }))
  const cells = Array.from({ length: rows }, (_, index) => payoutRow(index).map((text) => ({ text })))
  await pipeline(writeXlsx(cells, { sheetName: 'Sheet1', columns }), createWriteStream(path))
  cells.length = 0
  await services.database.pool.query(
    'create unlogged table if not exists raw_rows (a text, b text, c text, d text, e text, f text, g text, h text)',
  )
  await services.database.pool.query('alter table raw_rows set logged')
  const baseline: number[] = []
  const ours: number[] = []
  let rssMegabytes = 0
  for (let run = 0; run < RUNS; run++) {
    baseline.push(await timed(() => parseAndCopy(services, path)))
    globalThis.gc?.()
    const idle = process.memoryUsage().rss
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 20)
    ours.push(await timed(() => upload(services, payer, path, rows, run)))
    clearInterval(watch)
    rssMegabytes = Math.max(rssMegabytes, (peak - idle) / 1_048_576)
    await services.database.pool
      .query('truncate payout_rows, payout_batches, raw_rows cascade')
      .catch(() => undefined)
    await services.database.pool.query('delete from payout_rows; delete from raw_rows').catch(() => undefined)
  }
  return { baseline: Math.min(...baseline), ours: Math.min(...ours), rssMegabytes }
}

async function parseAndCopy(services: BenchServices['services'], path: string): Promise<void> {
  const client = await services.database.pool.connect()
  try {
    const bytes = await readFile(path)
    async function* lines() {
      let piece = ''
      for await (const row of streamXlsxRows(bytes)) {
        piece += `${TITLES.map((_, column) => String(row.values[column] ?? '')).join('\t')}\n`
        if (piece.length > 65_536) {
          yield piece
          piece = ''
        }
      }
      yield piece
    }
    await pipeline(
      Readable.from(lines(), { objectMode: false }),
      client.query(from('copy raw_rows from stdin')),
    )
  } finally {
    client.release()
  }
}

async function upload(
  services: BenchServices['services'],
  payer: BenchServices['payer'],
  path: string,
  rows: number,
  run: number,
): Promise<void> {
  const sealer = openRowSealer(services)
  try {
    const hash = createHash('sha256').update(`${rows}/${run}`)
    for await (const piece of createReadStream(path)) hash.update(piece)
    const signal = new AbortController().signal
    const copy = await writeSealedCopy(dirname(path), createReadStream(path))
    const result = await uploadSheet(services, payer, sealer, {
      file: { name: 'bench.xlsx', size: 1n, sha256: hash.digest('hex') },
      rows: readSheet(copy, { kind: 'payouts', fileName: 'bench.xlsx', signal }),
      confirmDuplicate: true,
      uploadKey: 'bench-upload',
      signal,
    })
    if (result.goodCount !== rows)
      throw new Error(`only ${result.goodCount} rows were good: ${result.failedRows[0]?.reason}`)
  } finally {
    await sealer.close()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
