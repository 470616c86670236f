// Batch list and check page at 1,000,000 rows against the bare SQL; and the list's p99 while a large sheet is read.

import { randomBytes } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeXlsx } from '@paywages/server/adapters/spreadsheet/write-xlsx.ts'
import { insertRows } from '@paywages/server/payouts/row-store.ts'
import { sealRow } from '@paywages/server/payouts/seal-row.ts'
import { buildApp } from '@paywages/server/processes/app.ts'
import { hashToken } from '@paywages/server/session/identify.ts'
import { insertSession } from '@paywages/server/session/store.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { payoutRow, TITLES } from './payout-rows.ts'
import { atMost, printTable } from './print-table.ts'

const BATCHES = 100
const ROWS = 10_000
const bench = await openBenchServices()
const app = await buildApp(bench.services)
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await signIn(bench)
  const call = async (path: string) => {
    const reply = await fetch(`${address}/paywages/api${path}`, { headers: { cookie } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.json()
  }
  const idle = await p99(200, () => call('/excel/import'))
  const busy = await whileUploading(bench, address, cookie, () => call('/excel/import'))
  await fill(bench)
  const { pool } = bench.services.database
  const provider = bench.payer.person.providerId
  const list = await median(100, () => call('/excel/import?index=3'))
  const bareList = await median(100, async () => {
    await pool.query(
      'select b.*, p.name from payout_batches b join providers p using (provider_id) where b.provider_id = $1 order by uploaded_at desc, batch_id desc limit 10 offset 30',
      [provider],
    )
    await pool.query('select count(*) from payout_batches where provider_id = $1', [provider])
  })
  const rows = await median(100, () => call('/excel/detail?opId=50&index=500'))
  const bareRows = await median(100, async () => {
    await pool.query('select * from payout_rows where batch_id = 50 order by row_number limit 10 offset 5000')
    await pool.query('select count(*) from payout_rows where batch_id = 50')
  })
  printTable([
    atMost('batch list at 1,000,000 rows against bare SQL', list / bareList, 2),
    atMost('rows of the check page at 1,000,000 rows against bare SQL', rows / bareRows, 2),
    {
      what: 'list and rows on this machine',
      measured: `${list.toFixed(1)} and ${rows.toFixed(1)} ms`,
      target: '',
      met: null,
    },
    atMost('p99 of the list while 100,000 rows are uploaded against idle', busy / idle, 3),
  ])
} finally {
  await app.close()
  await bench.close()
}

async function signIn({ services, payer }: BenchServices): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { accountId } = payer.person
  await services.database.transact(async (tx) => {
    const { session_epoch: epoch } = await tx
      .selectFrom('account_identities')
      .where('account_id', '=', accountId)
      .select('session_epoch')
      .executeTakeFirstOrThrow()
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId,
      epoch,
      brand: 1,
      address: '127.0.0.1',
      at: new Date(),
    })
  })
  return `paywages_session=${token}`
}

/** Batches by plain inserts, their rows by COPY with seals made once: only their number matters here. */
async function fill({ services, payer }: BenchServices): Promise<void> {
  const { providerId, platformId, accountId } = payer.person
  const seals = Array.from({ length: ROWS }, (_, index) => {
    const [, idCardNo = '', phone = '', , cardNo = ''] = payoutRow(index)
    return sealRow(services.cipher, { idCardNo, phone, cardNo })
  })
  for (let batch = 1; batch <= BATCHES; batch++) {
    await services.database.transact(async (tx) => {
      const { batch_id } = await tx
        .insertInto('payout_batches')
        .values({
          batch_no: `bench-${batch}`,
          provider_id: providerId,
          platform_id: platformId,
          uploader_id: accountId,
          uploaded_at: new Date(),
          file_name: 'bench.xlsx',
          file_size: 1n,
          file_sha256: String(batch),
          status: 'ready',
          service_rate: 65_000,
          withholds_tax: false,
          tax_method: 'cumulative',
          row_count: ROWS,
          payable_count: ROWS,
          gross_fen: 1n,
          fee_fen: 1n,
          people_count: ROWS,
          unsigned_count: ROWS,
          warned_count: 0,
          warning_counts: '{}',
          registered_at: new Date(),
        })
        .returning('batch_id')
        .executeTakeFirstOrThrow()
      const rows = seals.map((seal, index) => ({
        ...seal,
        rowNumber: index + 2,
        name: '王小禾',
        bank: '中国工商银行',
        amountFen: 100n,
        feeFen: 7n,
        taxFen: 0n,
        month: '2026-11',
        remark: '',
        warnings: [],
        copyOf: null,
      }))
      await insertRows(tx, Number(batch_id), providerId, rows)
    })
  }
  await services.database.pool.query('vacuum analyze payout_rows, payout_batches')
}

async function whileUploading(
  { folder }: BenchServices,
  address: string,
  cookie: string,
  work: () => Promise<void>,
): Promise<number> {
  const path = join(folder, 'large.xlsx')
  const cells = Array.from({ length: 100_000 }, (_, index) => payoutRow(index).map((text) => ({ text })))
  await pipeline(
    writeXlsx(cells, {
      sheetName: 'Sheet1',
      columns: TITLES.map((title) => ({ title, kind: 'text' as const })),
    }),
    createWriteStream(path),
  )
  cells.length = 0
  const form = new FormData()
  form.set('fileName', 'large.xlsx')
  form.set('file', await openAsBlob(path), 'large.xlsx')
  let done = false
  const upload = fetch(`${address}/paywages/api/excel/import`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  }).then(async (reply) => {
    const envelope = (await reply.json()) as { status: number }
    if (envelope.status !== 0) throw new Error(JSON.stringify(envelope).slice(0, 300))
    done = true
  })
  const times: number[] = []
  while (!done) times.push(await timed(work))
  await upload
  return quantile(times, 0.99)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function repeated(count: number, work: () => Promise<void>): Promise<number[]> {
  for (let warm = 0; warm < 20; warm++) await work()
  const times: number[] = []
  for (let run = 0; run < count; run++) times.push(await timed(work))
  return times
}

function quantile(times: number[], at: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0
}

async function median(count: number, work: () => Promise<void>): Promise<number> {
  return quantile(await repeated(count, work), 0.5)
}

async function p99(count: number, work: () => Promise<void>): Promise<number> {
  return quantile(await repeated(count, work), 0.99)
}
