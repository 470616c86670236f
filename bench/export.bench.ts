// An export of 100,000 payouts against the fastest raw writer over rows that are in memory already, its memory, and the list beside it.

import { Readable } from 'node:stream'
import { createDeflateRaw } from 'node:zlib'
import { writeXlsx } from '@paywages/server/adapters/spreadsheet/write-xlsx.ts'
import { detailPieces, type ExportedDetail } from '@paywages/server/payouts/export-store.ts'
import { openRow } from '@paywages/server/payouts/seal-row.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { openBenchServices } from './bench-services.ts'
import { median, timed } from './in-turns.ts'
import { atMost, printTable } from './print-table.ts'
import { signIn, storePayouts } from './stored-payouts.ts'

const ROWS = 100_000
const MEGABYTE = 1_048_576
const RUNS = 5

const bench = await openBenchServices()
const app = await buildApp(bench.services)
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: await signIn(bench) }
  // The payer's company has half of what is stored, and a little more.
  await storePayouts(bench, ROWS * 2)
  const exported = async () => {
    const reply = await fetch(`${address}/paywages/api/pay/detail/download`, { headers })
    let bytes = 0
    for await (const piece of reply.body ?? []) bytes += piece.byteLength
    return { bytes, rows: Number(reply.headers.get('x-row-count')) }
  }
  const cells = await plainCells()
  const rows = cells.map((row) => row.map((text) => ({ text })))
  const columns = (cells[0] ?? []).map(() => ({ title: 'a', kind: 'text' as const }))
  const raw: number[] = []
  const written: number[] = []
  const ours: number[] = []
  let rowsExported = 0
  // Rows in memory differ by little from rows exported; both are taken a row.
  for (let run = -1; run < RUNS; run += 1) {
    const rawTime = await timed(() => writeRaw(cells))
    const writerTime = await timed(() => drained(writeXlsx(rows, { sheetName: 'a', columns })))
    const began = performance.now()
    rowsExported = (await exported()).rows
    const time = performance.now() - began
    if (run < 0) continue
    raw.push(rawTime / cells.length)
    written.push(writerTime / cells.length)
    ours.push(time / rowsExported)
  }
  const { idle, during, grown } = await besideTheList(exported, `${address}/paywages/api/pay/detail`, headers)
  printTable([
    atMost('our writer against a raw one, over the same rows in memory', median(written) / median(raw), 1.2),
    atMost(
      `export of ${rowsExported.toLocaleString('en-US')} rows by the call, queried and unsealed, against the raw writer`,
      median(ours) / median(raw),
      1.2,
    ),
    atMost('memory over idle while exporting', grown / MEGABYTE, 150, ' MB'),
    atMost('p99 of the list during an export against idle', during / idle, 3),
    {
      what: 'raw writer / export of 100,000 rows; p99 idle / during',
      measured: `${Math.round(median(raw) * ROWS)} / ${Math.round(median(ours) * ROWS)} ms; ${idle.toFixed(1)} / ${during.toFixed(1)} ms`,
      target: '',
      met: null,
    },
  ])
} finally {
  await app.close()
  await bench.close()
}

/** Everything an export writes, opened and in memory. */
async function plainCells(): Promise<string[][]> {
  const { services, payer } = bench
  const filter = { scope: { of: 'provider', providerId: payer.person.providerId } } as const
  const cells: string[][] = []
  const rows: ExportedDetail[] = []
  for await (const piece of services.database.stream((tx) => detailPieces(tx, filter))) rows.push(...piece)
  for (const row of rows) {
    const { idCardNo, phone, cardNo } = openRow(services.cipher, row.sealed)
    const money = [row.amountFen, row.taxFen, row.feeFen].map((fen) => (Number(fen) / 100).toFixed(2))
    const texts = [row.batchNo, row.providerName, row.name, idCardNo, phone, row.bank, cardNo]
    cells.push([...texts, ...money, row.month, row.remark, row.status, row.error, row.payoutAt])
  }
  return cells
}

/** The least there is to an .xlsx of this many cells: text escaped, one sheet, deflated at the same level. */
async function writeRaw(cells: readonly string[][]): Promise<void> {
  function* xml() {
    let text = ''
    for (const [index, row] of cells.entries()) {
      text += `<row r="${index + 1}">`
      for (const cell of row)
        text += `<c t="inlineStr"><is><t>${cell.replace(/[&<>]/g, escaped)}</t></is></c>`
      text += '</row>'
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  await drained(Readable.from(xml()).pipe(createDeflateRaw({ level: 3, chunkSize: 65_536 })))
}

async function drained(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

function escaped(sign: string): string {
  return sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'
}

async function besideTheList(work: () => Promise<unknown>, url: string, headers: Record<string, string>) {
  const once = () => timed(async () => void (await (await fetch(url, { headers })).text()))
  const quiet: number[] = []
  for (let run = 0; run < 300; run += 1) quiet.push(await once())
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const busy: number[] = []
  for (let run = 0; run < 3; run += 1) {
    let running = true
    const job = work().finally(() => {
      running = false
    })
    while (running) busy.push(await once())
    await job
  }
  clearInterval(watch)
  return { idle: p99(quiet), during: p99(busy), grown: peak - before }
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
