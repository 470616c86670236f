// A worker killed in the middle of a bank call: how long until another one goes on, in lease times.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recharge } from '@paywages/domain/ledger/postings.ts'
import { packRows } from '@paywages/server/adapters/spreadsheet/row-packing.ts'
import { credit } from '@paywages/server/ledger/post-entries.ts'
import { decideBatch } from '@paywages/server/payouts/decide-batch.ts'
import { judgeHere } from '@paywages/server/payouts/open-judge.ts'
import { uploadSheet } from '@paywages/server/payouts/upload-sheet.ts'
import { startSandboxBank } from '@paywages/server/testing/sandbox-bank.ts'
import { startBatch } from '@paywages/server/transfers/start-batch.ts'
import { openBenchServices } from './bench-services.ts'
import { payoutRow } from './payout-rows.ts'
import { atMost, printTable } from './print-table.ts'

const LEASE_SECONDS = 10
const RUNS = 3

const bench = await openBenchServices()
const bank = await startSandboxBank()
const { services, payer, reviewer } = bench
const { pool } = services.database
try {
  const entry = { subject: 'recharge', subjectId: 1n, postings: recharge(1_000_000_00n) } as const
  await services.database.transact((tx) => credit(tx, payer.person.providerId, entry, services.clock.now()))
  const waits: number[] = []
  for (let run = 0; run < RUNS; run += 1) waits.push(await killAndWait(run))
  const worst = Math.max(...waits) / (LEASE_SECONDS * 1_000)
  printTable([atMost('killed → another worker goes on, worst of three, in lease times', worst, 1.2)])
} finally {
  await bank.stop()
  await bench.close()
}

async function killAndWait(run: number): Promise<number> {
  const batchId = await approvedBatch(run)
  const victim = await startWorker()
  await decideBatch(services, payer, batchId, step('transferring'), startBatch)
  await until(async () => (await count(batchId, 'sending')) > 0)
  victim.kill('SIGKILL')
  const killedAt = performance.now()
  const successor = await startWorker()
  // Taken over and asked about; whether the order had left before the kill is the bank's to say.
  await until(async () => (await asked(batchId)) > 0)
  const waited = performance.now() - killedAt
  successor.kill('SIGKILL')
  await once(successor, 'exit')
  return waited
}

async function startWorker(): Promise<ChildProcess> {
  const { databaseUrl, dataDir, secretKey } = services.settings
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'server', 'processes', 'worker.ts')],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SECRET_KEY: secretKey,
        BANK_URL: bank.url,
        BANK_SECRET: bank.secret,
        BANK_TIMEOUT_SECONDS: '8',
        TRANSFER_LEASE_SECONDS: String(LEASE_SECONDS),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await once(worker, 'message')
  return worker
}

function step(to: 'reviewing' | 'ready' | 'transferring') {
  return { to, pass: true, reason: '', checkedRisks: [] } as const
}

/** One row whose card makes the bank execute and never answer (D24), so that the kill always hits the call. */
async function approvedBatch(run: number): Promise<number> {
  const [name = '', idCardNo = '', phone = '', bankName = '', , amount = '', month = '', remark = ''] =
    payoutRow(run)
  async function* rows() {
    yield packRows([
      {
        rowNumber: 2,
        name,
        idCardNo,
        phone,
        bank: bankName,
        cardNo: '6222021202000000004',
        amount,
        month,
        remark,
      },
    ])
  }
  const result = await uploadSheet(services, payer, judgeHere(services), {
    file: { name: 'bench.xlsx', size: 1n, sha256: String(run) },
    rows: rows(),
    confirmDuplicate: true,
    uploadKey: undefined,
    signal: new AbortController().signal,
  })
  const { batchId } = result
  if (batchId === null) throw new Error('the benchmark’s rows are bad')
  await decideBatch(services, payer, batchId, step('reviewing'), startBatch)
  await decideBatch(services, reviewer, batchId, step('ready'), startBatch)
  return batchId
}

async function count(batchId: number, state: string): Promise<number> {
  const { rows } = await pool.query('select 1 from row_transfers where batch_id = $1 and state = $2', [
    batchId,
    state,
  ])
  return rows.length
}

/** The question is gone where the bank answered it at once. */
async function asked(batchId: number): Promise<number> {
  const { rows } = await pool.query(
    `select 1 from row_transfers t left join transfer_questions q using (row_id)
     where t.batch_id = $1 and (q.asks > 0 or t.state not in ('reserved', 'sending', 'in-doubt'))`,
    [batchId],
  )
  return rows.length
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}
