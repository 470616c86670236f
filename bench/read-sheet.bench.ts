// Reading payout sheets against the bare parse of the fastest library in the same run: ratios, memory, growth per row.

import { fork } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeSealedCopy } from '@paywages/server/adapters/file-store/sealed-copy.ts'
import { readSheet } from '@paywages/server/adapters/spreadsheet/read-sheet.ts'
import { streamXlsxRows, writeXlsx } from 'hucre'
import { payoutRow, TITLES } from './payout-rows.ts'
import { atMost, type Finding, printTable } from './print-table.ts'

const RUNS = 5
const MB = 1024 * 1024

type Measured = { readonly milliseconds: number; readonly megabytes: number }
type Strings = 'inline' | 'shared'

const readers: Readonly<Record<string, (path: string) => AsyncIterable<unknown>>> = {
  library: (path) => streamXlsxRows(readFileSync(path)),
  ours: readSealed,
}

/** With the copy that is made of every upload. */
async function* readSealed(path: string): AsyncGenerator<unknown> {
  const copy = await writeSealedCopy(dirname(path), createReadStream(path))
  yield* readSheet(copy, { kind: 'payouts', fileName: path })
}

/** Shared strings as Excel and WPS write them, or inline ones as our own exports do. */
function makeSheet(rows: number, stringMode: Strings): Promise<Uint8Array> {
  const people = Array.from({ length: rows }, (_, index) => payoutRow(index).map((text) => text || null))
  return writeXlsx({ sheets: [{ name: 'Sheet1', rows: [[...TITLES], ...people] }], stringMode })
}

async function measure(reader: string, path: string): Promise<Measured> {
  const idle = process.memoryUsage.rss()
  let peak = idle
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const watch = setInterval(look, 5)
  const begin = performance.now()
  for await (const _ of readers[reader]?.(path) ?? []);
  const milliseconds = performance.now() - begin
  look()
  clearInterval(watch)
  return { milliseconds, megabytes: (peak - idle) / MB }
}

/** In a process of its own, so that one reader's memory is not another's. */
function inOwnProcess(reader: string, path: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [reader, path])
    child.on('message', (measured) => resolve(measured as Measured))
    child.on('exit', (code) => code !== 0 && reject(new Error(`the measuring process ended with ${code}`)))
  })
}

/** The middle time and the largest memory of several runs, which alternate so that noise falls on both readers. */
async function compare(path: string): Promise<{ library: Measured; ours: Measured }> {
  const runs: { library: Measured[]; ours: Measured[] } = { library: [], ours: [] }
  for (let run = 0; run < RUNS; run += 1) {
    runs.library.push(await inOwnProcess('library', path))
    runs.ours.push(await inOwnProcess('ours', path))
  }
  const summary = (measured: readonly Measured[]): Measured => ({
    milliseconds: measured.map((one) => one.milliseconds).toSorted((a, b) => a - b)[RUNS >> 1] ?? 0,
    megabytes: Math.max(...measured.map((one) => one.megabytes)),
  })
  return { library: summary(runs.library), ours: summary(runs.ours) }
}

async function findingsOf(folder: string, strings: Strings): Promise<Finding[]> {
  const find = async (rows: number): Promise<{ library: Measured; ours: Measured }> => {
    const path = join(folder, `${strings}-${rows}.xlsx`)
    writeFileSync(path, await makeSheet(rows, strings))
    return compare(path)
  }
  // Starting the thread takes as long for one row as for all: growth is told without it.
  const [one, small, large] = [await find(1), await find(10_000), await find(100_000)]
  const start = one.ours.milliseconds
  const rowTime = ({ ours }: { ours: Measured }, rows: number): number => (ours.milliseconds - start) / rows
  return [
    atMost(
      `10,000 rows, ${strings}, against the bare parse`,
      small.ours.milliseconds / small.library.milliseconds,
      1.3,
    ),
    atMost(
      `100,000 rows, ${strings}, against the bare parse`,
      large.ours.milliseconds / large.library.milliseconds,
      1.3,
    ),
    atMost(
      `time a row, ${strings}, 100,000 against 10,000 rows`,
      rowTime(large, 100_000) / rowTime(small, 10_000),
      1.15,
    ),
    atMost(`RSS over idle, 100,000 rows, ${strings}`, large.ours.megabytes, 150, ' MB'),
    {
      what: '  the bare parse takes',
      measured: `${large.library.megabytes.toFixed(0)} MB`,
      goal: '',
      met: null,
    },
    { what: '  of that, starting the thread', measured: `${start.toFixed(0)} ms`, goal: '', met: null },
  ]
}

const [reader, path] = process.argv.slice(2)
if (reader !== undefined && path !== undefined) {
  // What starting the process took is over when idle is measured.
  await setTimeout(200)
  process.send?.(await measure(reader, path))
  process.disconnect()
} else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sheets-'))
  try {
    printTable([...(await findingsOf(folder, 'shared')), ...(await findingsOf(folder, 'inline'))])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
