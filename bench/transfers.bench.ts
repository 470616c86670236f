// Start and settlement of 100,000 transfers, against bare SQL of the same rows and against one transaction a payment.

import { randomBytes } from 'node:crypto'
import { recharge } from '@paywages/domain/ledger/postings.ts'
import type { RawRow } from '@paywages/domain/payouts/sheet-row.ts'
import type { Services } from '@paywages/server/app-services.ts'
import { credit } from '@paywages/server/ledger/post-entries.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { openRowSealer } from '@paywages/server/payouts/row-sealer.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { MemoryBank } from '@paywages/server/testing/memory-bank.ts'
import { sendWaiting } from '@paywages/server/transfers/send-transfers.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { type BenchServices, openBenchServices } from './bench-services.ts'
import { median, timed } from './in-turns.ts'
import { payoutRow } from './payout-rows.ts'
import { atLeast, printTable } from './print-table.ts'

const ROWS = 100_000
const RUNS = 3
const HOT_PAYMENTS = 5_000
const LANES = 3

const bench = await openBenchServices()
const { services: plain, payer, reviewer } = bench
const services: Services = { ...plain, bank: new MemoryBank(plain.clock, plain.settings.bank.secret) }
const { pool } = services.database
try {
  const entry = { subject: 'recharge', subjectId: 1n, postings: recharge(1_000_000_000_00n) } as const
  await services.database.transact((tx) => credit(tx, payer.person.providerId, entry, services.clock.now()))
  const starts: number[] = []
  const rawStarts: number[] = []
  const settled: number[] = []
  const hot: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const batchId = await approvedBatch(bench)
    await pool.query('vacuum analyze payout_rows')
    rawStarts.push(await rawStart(batchId))
    starts.push(await timed(() => decide(payer, batchId, 'transferring')))
    hot.push(HOT_PAYMENTS / (await timed(payOneByOne)))
    settled.push(ROWS / (await timed(settleAll)))
  }
  printTable([
    atLeast('start of 100,000 rows: raw insert and update / ours', median(rawStarts) / median(starts), 0.5),
    atLeast(
      'settled a second / one-statement hot-account payments a second',
      median(settled) / median(hot),
      1,
    ),
    {
      what: 'start, settled a second, on this machine',
      measured: `${(median(starts) / 1_000).toFixed(1)} s, ${Math.round(median(settled) * 1_000)}`,
      target: '',
      met: null,
    },
  ])
} finally {
  await bench.close()
}

async function approvedBatch({ services: own }: BenchServices): Promise<number> {
  const sealer = openRowSealer(own)
  async function* rows(): AsyncGenerator<RawRow[]> {
    for (let from = 0; from < ROWS; from += 1_000)
      yield Array.from({ length: 1_000 }, (_, at) => rawRow(from + at))
  }
  const result = await uploadSheet(own, payer, sealer, {
    file: { name: 'bench.xlsx', size: 1n, sha256: randomBytes(32).toString('hex') },
    rows: rows(),
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
  await sealer.close()
  if (result.batchId === null) throw new Error('the benchmark’s rows are bad')
  await decide(payer, result.batchId, 'reviewing')
  await decide(reviewer, result.batchId, 'ready')
  return result.batchId
}

function rawRow(index: number): RawRow {
  const [name = '', idCardNo = '', phone = '', bank = '', cardNo = '', amount = '', month = '', remark = ''] =
    payoutRow(index)
  return { rowNumber: index + 2, name, idCardNo, phone, bank, cardNo, amount, month, remark }
}

async function decide(by: typeof payer, batchId: number, to: 'reviewing' | 'ready' | 'transferring') {
  const [row] = (await pool.query('select warning_counts from payout_batches where batch_id = $1', [batchId]))
    .rows
  const confirmedDuplicates = row?.warning_counts['likely-duplicate']
  await decideBatch(services, by, batchId, { to, pass: true, reason: '', confirmedDuplicates }, startBatch)
}

/** One transaction that inserts a row and updates a row for each payment, in tables with the same columns and indexes. */
async function rawStart(batchId: number): Promise<number> {
  await pool.query('drop table if exists raw_rows, raw_transfers')
  await pool.query('create table raw_rows (like payout_rows including indexes including defaults)')
  await pool.query(
    'create table raw_transfers (like transfers including indexes including defaults including identity)',
  )
  await pool.query('insert into raw_rows select * from payout_rows where batch_id = $1', [batchId])
  await pool.query('vacuum analyze raw_rows')
  const client = await pool.connect()
  try {
    return await timed(async () => {
      await client.query('begin')
      await client.query(`insert into raw_transfers (row_id, batch_id, provider_id, reference, amount_fen, fee_fen, tax_fen)
        select row_id, batch_id, provider_id, 'raw' || row_id, amount_fen, fee_fen, tax_fen from raw_rows`)
      await client.query(`update raw_rows set status = 'succeeded', paid_at = now()`)
      await client.query('commit')
    })
  } finally {
    client.release()
  }
}

/** A payment a transaction, each moving the same balance: what settling row by row would be at its very best. */
async function payOneByOne(): Promise<void> {
  await pool.query('drop table if exists hot_balance, hot_postings')
  await pool.query('create table hot_balance (id int primary key, fen bigint not null)')
  await pool.query('create table hot_postings (id bigint primary key, fen bigint not null)')
  await pool.query('insert into hot_balance values (1, 1000000000)')
  let next = 0
  const lane = async () => {
    for (let id = next++; id < HOT_PAYMENTS; id = next++)
      await pool.query(
        'with moved as (update hot_balance set fen = fen - 1 where id = 1 and fen >= 1 returning 1) insert into hot_postings select $1, 1 from moved',
        [id],
      )
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

async function settleAll(): Promise<void> {
  const lane = async () => {
    while ((await sendWaiting(services)) > 0);
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
